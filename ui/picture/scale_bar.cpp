#include "ui/picture/scale_bar.h"

#include "ui/picture/marks.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

const char* missingName(const ScaleBar& bar)
{
    return bar.missingInOne ? QT_TRANSLATE_NOOP("ScaleBar", "not in both")
        : bar.missingMasked ? QT_TRANSLATE_NOOP("ScaleBar", "masked, not computed")
                            : QT_TRANSLATE_NOOP("ScaleBar", "not computed");
}

constexpr double kDistance = 18; ///< between the cells and the bar
constexpr double kBarWidth = 12;
constexpr double kTick = 4;
constexpr double kSwatch = 13, kSwatchGap = 6;
/// Of a legend below the cells: the distance to them, the height of its bar, the gap between its parts.
constexpr double kStripDistance = 6, kStripBar = 10, kStripGap = 14, kTickGap = 10;
constexpr double kWidestBar = 9; ///< of a legend below the cells, in heights of its letters
constexpr double kTitleGap = 6; ///< between the numbers and the title

QString legend(const char* text)
{
    return QCoreApplication::translate("ScaleBar", text);
}

int wantedTicks(double height)
{
    return std::clamp(static_cast<int>(height / 44), 2, 6);
}

double widestTick(const ScaleBar& bar, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const int wanted : {2, 6})
        for (const double tick : bar.colours.scale.ticks(wanted))
            widest = std::max(widest, metrics.horizontalAdvance(bar.colours.scale.tickText(tick, wanted)));
    return std::ceil(widest);
}

/// A cell of a state, or the arrow beside the row just computed, and what it means.
struct Swatch
{
    std::optional<CellState> state; ///< unset = the arrow
    QString words;
};

std::vector<Swatch> swatchesOf(const ScaleBar& bar)
{
    std::vector<Swatch> out;
    if (bar.statesOnly)
        out.push_back({CellState::kPlain, legend("allowed")});
    if (bar.showLeftOut)
        out.push_back({CellState::kLeftOut, legend(bar.showFuture ? "still to come" : "left out")});
    if (bar.statesOnly || bar.showMasked)
        out.push_back({CellState::kMasked, legend("masked")});
    if (bar.showMissing)
        out.push_back({CellState::kMissing, legend(missingName(bar))});
    if (bar.showNewest)
        out.push_back({std::nullopt, legend("just computed")});
    return out;
}

void paintCellOf(QPainter& painter, const QRectF& box, const CellColours& colours, CellState state)
{
    // Paint a one-cell map, so that a swatch looks exactly like the cells it explains.
    CellGrid grid;
    grid.rect = {0, 0, 1, 1};
    grid.values = Matrix::Constant(1, 1, state == CellState::kPlain ? 1.0F : 0.0F);
    grid.states = ByteMatrix::Constant(1, 1, static_cast<std::uint8_t>(state));
    CellColours plain = colours;
    plain.maskedKeepColour = false;
    paintCellsAsShapes(painter, grid, {box, {0, 1}, {0, 1}}, plain);
    if (state == CellState::kLeftOut || state == CellState::kMissing) { // background needs an edge
        painter.setPen(QPen(colours.palette.line, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

double widthOf(const Swatch& swatch, const QFontMetricsF& metrics)
{
    return kSwatch + kSwatchGap + metrics.horizontalAdvance(swatch.words);
}

/// Returns the y below it.
double paintSwatch(QPainter& painter, const QPointF& at, const CellColours& colours, const Swatch& swatch)
{
    const QRectF box(at, QSizeF(kSwatch, kSwatch));
    if (swatch.state)
        paintCellOf(painter, box, colours, *swatch.state);
    else
        paintNewestArrow(painter, {box.center().x() + kNewestArrow / 2, box.center().y()}, 1,
                         colours.palette);
    const QFontMetricsF metrics(painter.font());
    painter.setPen(colours.palette.mutedText);
    painter.drawText(
        QPointF(box.right() + kSwatchGap, box.center().y() + (metrics.ascent() - metrics.descent()) / 2),
        swatch.words);
    return box.bottom() + std::max(6.0, metrics.height() - kSwatch + 4);
}

/// From bottom to top, or from left to right if it is wider than high.
void paintBar(QPainter& painter, const QRectF& box, const ScaleBar& bar)
{
    const bool across = box.width() > box.height();
    const double step = std::max(box.width(), box.height()) / 256;
    painter.setRenderHint(QPainter::Antialiasing, false);
    // Each strip extends to the end of the bar, so that there are no hairlines between strips.
    for (int strip = 0; strip < 256; ++strip)
        painter.fillRect(box.adjusted(across ? strip * step : 0, across ? 0 : strip * step, 0, 0),
                         QColor::fromRgb(bar.colours.map->at(across ? strip : 255 - strip)));
}

/// The whole title if it fits, otherwise the brief one.
QString titleIn(const ScaleBar& bar, double room, const QFontMetricsF& metrics)
{
    const bool whole = bar.brief.isEmpty() || metrics.horizontalAdvance(bar.title) <= room;
    return metrics.elidedText(whole ? bar.title : bar.brief, Qt::ElideRight, room);
}

/// A bar that lies, with as many numbers below it as have room.
void paintLyingBar(QPainter& painter, const QRectF& box, const ScaleBar& bar)
{
    paintBar(painter, box, bar);
    const QFontMetricsF metrics(painter.font());
    const ValueScale& scale = bar.colours.scale;
    const auto markOf = [&](double tick) { return box.left() + scale.place(tick) * box.width(); };
    const auto roomOf = [&](double tick, int wanted) {
        const double wide = metrics.horizontalAdvance(scale.tickText(tick, wanted));
        const double left = std::max(box.left(), std::min(markOf(tick) - wide / 2, box.right() - wide));
        return QRectF(left, box.bottom() + kTick, wide, metrics.height());
    };
    const auto fits = [&](int wanted) {
        double free = box.left();
        return std::ranges::all_of(scale.ticks(wanted), [&](double tick) {
            const QRectF room = roomOf(tick, wanted);
            return room.left() >= std::exchange(free, room.right() + kTickGap);
        });
    };
    int wanted = 5;
    while (wanted > 1 && !fits(wanted))
        --wanted;
    double free = box.left();
    for (const double tick : scale.ticks(wanted)) {
        painter.setPen(QPen(bar.colours.palette.line, 1));
        painter.drawLine(QPointF(markOf(tick), box.bottom() + 1),
                         QPointF(markOf(tick), box.bottom() + kTick));
        const QRectF room = roomOf(tick, wanted);
        if (room.left() < free) // decades are as many as they are
            continue;
        painter.setPen(bar.colours.palette.mutedText);
        painter.drawText(QPointF(room.left(), room.top() + metrics.ascent()), scale.tickText(tick, wanted));
        free = room.right() + kTick;
    }
}

} // namespace

double scaleBarWidth(const ScaleBar& bar, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double width = 0;
    if (!bar.statesOnly)
        width = kBarWidth + kTick + 4 + widestTick(bar, metrics)
            + (bar.title.isEmpty() ? 0 : kTitleGap + metrics.height());
    const auto swatch = [&](const char* text) {
        width = std::max(width, kSwatch + kSwatchGap + metrics.horizontalAdvance(legend(text)));
    };
    if (bar.statesOnly)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "allowed"));
    if (bar.showLeftOut)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "left out"));
    if (bar.showFuture || bar.roomForSteps)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "still to come"));
    if (bar.statesOnly || bar.showMasked)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "masked"));
    if (bar.showMissing)
        swatch(missingName(bar));
    if (bar.showNewest || bar.roomForSteps)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "just computed"));
    return std::ceil(kDistance + width + 2);
}

void paintScaleBar(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font)
{
    painter.save();
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double left = area.left() + kDistance;
    double y = area.top();
    const std::vector<Swatch> swatches = swatchesOf(bar);
    if (!bar.statesOnly) {
        const double below
            = static_cast<double>(swatches.size()) * (metrics.height() + 6) + (swatches.empty() ? 0 : 12);
        const QRectF box(left, y, kBarWidth, std::round(std::max(area.height() - below, 40.0)));
        paintBar(painter, box, bar);
        const int wanted = wantedTicks(box.height());
        const ValueScale& scale = bar.colours.scale;
        for (const double tick : scale.ticks(wanted)) {
            const double at = box.bottom() - scale.place(tick) * box.height();
            painter.setPen(QPen(bar.colours.palette.line, 1));
            painter.drawLine(QPointF(box.right() + 1, at), QPointF(box.right() + kTick, at));
            painter.setPen(bar.colours.palette.mutedText);
            // Keep the numbers at the ends within the height of the bar.
            const double baseline = std::clamp(at + (metrics.ascent() - metrics.descent()) / 2,
                                               box.top() + metrics.ascent() - 2, box.bottom());
            painter.drawText(QPointF(box.right() + kTick + 4, baseline), scale.tickText(tick, wanted));
        }
        painter.save();
        painter.translate(box.right() + kTick + 4 + widestTick(bar, metrics) + kTitleGap, box.center().y());
        painter.rotate(-90);
        const QString title = titleIn(bar, std::max(box.height(), 60.0), metrics);
        painter.drawText(QPointF(-metrics.horizontalAdvance(title) / 2, metrics.ascent()), title);
        painter.restore();
        y = box.bottom() + 12;
    }
    for (const Swatch& swatch : swatches)
        y = paintSwatch(painter, {left, y}, bar.colours, swatch);
    painter.restore();
}

double scaleStripHeight(const QFont& font)
{
    const QFontMetricsF metrics(font);
    return std::ceil(kStripDistance + 2 * std::max(metrics.height(), kSwatch + 2) + 2);
}

void paintScaleStrip(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font)
{
    painter.save();
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    double left = area.left(), y = area.top() + kStripDistance, wide = 0; // of all swatches
    const std::vector<Swatch> swatches = swatchesOf(bar);
    for (const Swatch& swatch : swatches)
        wide += kStripGap + widthOf(swatch, metrics);
    if (!bar.statesOnly) {
        const double most = std::max(160.0, kWidestBar * metrics.height()); // three numbers fit below it
        const double share = std::floor(std::min(area.width() * 0.4, area.width() - wide));
        QRectF box(left, y, std::clamp(share, 60.0, most), kStripBar);
        const double room = area.right() - box.right() - kStripGap;
        // There are two lines: beside a title, the swatches have one.
        const QString title = wide > room + kStripGap ? QString() : titleIn(bar, room, metrics);
        if (title.isEmpty() && swatches.empty()) // nothing stands beside
            box.setWidth(std::clamp(area.width() - kStripGap, 60.0, most));
        paintLyingBar(painter, box, bar);
        left = box.right() + kStripGap;
        painter.setPen(bar.colours.palette.mutedText);
        painter.drawText(QPointF(left, y + metrics.ascent() - 2), title);
        y += title.isEmpty() ? 0 : metrics.height();
    }
    double x = left;
    for (const Swatch& swatch : swatches) {
        const double own = widthOf(swatch, metrics);
        if (x > left && x + own > area.right()) {
            x = left;
            y += std::max(metrics.height(), kSwatch + 2);
        }
        paintSwatch(painter, {x, y}, bar.colours, swatch);
        x += own + kStripGap;
    }
    painter.restore();
}

} // namespace headlight
