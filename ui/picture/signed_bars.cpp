#include "ui/picture/signed_bars.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

// Levels of the diverging map that stand out from the background and differ in more than hue.
constexpr int kNegativeLevel = 52;
constexpr int kPositiveLevel = 203;
constexpr double kGapFrom = 4; ///< pixels per bar from which bars are separated by a gap

} // namespace

SignColours SignColours::of(const PicturePalette& palette)
{
    const ColourMap& map = colourMap(divergingMapName(), palette.backdrop);
    return {QColor(map.at(kPositiveLevel)), QColor(map.at(kNegativeLevel)), palette.line};
}

QRectF SignedBars::column(Index i) const
{
    const double step = area.width() / static_cast<double>(std::max<Index>(count, 1));
    const double left = std::floor(area.left() + static_cast<double>(i) * step);
    const double right = std::floor(area.left() + static_cast<double>(i + 1) * step);
    const double gap = step >= kGapFrom ? 1 : 0;
    return {left, area.top(), std::max(1.0, right - left - gap), area.height()};
}

std::optional<Index> SignedBars::at(double x) const
{
    if (count == 0 || x < area.left() || x >= area.right())
        return std::nullopt;
    const auto i = static_cast<Index>((x - area.left()) / area.width() * static_cast<double>(count));
    return std::clamp<Index>(i, 0, count - 1);
}

void SignedBars::paint(QPainter& painter, const RowVector& values, const SignColours& colours,
                       Index shown) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double middle = std::round(area.center().y());
    painter.fillRect(QRectF(area.left(), middle, area.width(), 1), colours.zeroLine);
    const Index end = std::min(shown < 0 ? count : shown, std::min<Index>(count, values.size()));
    const double half = area.height() / 2 - 1;
    for (Index i = 0; i < end;) {
        const QRectF place = column(i);
        // If several numbers fall on one pixel, draw the one of largest magnitude.
        Index largest = i;
        for (++i; i < end && column(i).left() <= place.left(); ++i)
            if (std::abs(values[i]) > std::abs(values[largest]))
                largest = i;
        const auto value = static_cast<double>(values[largest]);
        if (!std::isfinite(value) || value == 0)
            continue;
        const double height = std::max(1.0, std::round(std::min(1.0, std::abs(value) / reach) * half));
        const double top = value > 0 ? middle - height : middle + 1;
        painter.fillRect(QRectF(place.left(), top, place.width(), height), colours.at(value));
    }
    painter.restore();
}

double reachOf(const RowVector& values)
{
    const double largest = values.size() > 0 ? static_cast<double>(values.cwiseAbs().maxCoeff()) : 0;
    return std::isfinite(largest) && largest > 0 ? largest : 1;
}

} // namespace headlight
