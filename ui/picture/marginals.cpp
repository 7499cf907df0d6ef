#include "ui/picture/marginals.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/value_scale.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kBar = 34; ///< length of the longest bar

float largestOf(const std::vector<float>& sums, int begin, int end)
{
    const auto limit = static_cast<int>(sums.size());
    float largest = 0;
    for (int i = std::max(0, begin); i < std::min(limit, std::max(end, begin + 1)); ++i)
        largest = std::max(largest, sums[static_cast<std::size_t>(i)]);
    return largest;
}

/// One axis of bars. `along`: from axis coordinates in cells to pixels.
struct Bars
{
    const std::vector<float>& sums;
    AxisSpan span;
    double start, cell; ///< edge of the first visible cell in pixels; pixels per cell
    bool rows;
    QRectF room;

    QRectF bar(double from, double to, double share) const
    {
        const double length = std::max(share > 0 ? 1.0 : 0.0, share * kBar);
        return rows ? QRectF(room.left(), from, length, to - from)
                    : QRectF(from, room.top(), to - from, length);
    }
    double pixel(double token) const { return start + (token - span.lower) * cell; }
    int first() const { return std::max(0, static_cast<int>(std::floor(span.lower))); }
    int last() const
    {
        return std::min(static_cast<int>(sums.size()), static_cast<int>(std::ceil(span.upper)));
    }
};

void paintBars(QPainter& painter, const Bars& bars, float longest, const QColor& colour)
{
    if (!(longest > 0))
        return;
    if (bars.cell < 2) {
        const auto pixels = static_cast<int>(std::ceil(bars.rows ? bars.room.height() : bars.room.width()));
        for (int pixel = 0; pixel < pixels; ++pixel) {
            const double at = pixel;
            const double token = bars.span.lower + at / bars.cell;
            const float sum = largestOf(bars.sums, static_cast<int>(token),
                                        static_cast<int>(std::ceil(token + 1 / bars.cell)));
            painter.fillRect(
                bars.bar(bars.start + at, bars.start + at + 1, static_cast<double>(sum / longest)), colour);
        }
        return;
    }
    const double gap = bars.cell >= 6 ? std::min(4.0, bars.cell * 0.2) : 0;
    for (int i = bars.first(); i < bars.last(); ++i)
        painter.fillRect(bars.bar(bars.pixel(i), bars.pixel(i + 1) - gap,
                                  static_cast<double>(bars.sums[static_cast<std::size_t>(i)] / longest)),
                         colour);
}

void paintNumbers(QPainter& painter, const Bars& bars, const QColor& ink)
{
    const QFontMetricsF metrics(painter.font());
    const double height = std::ceil(metrics.height());
    const double needed = bars.rows ? height : metrics.horizontalAdvance(QStringLiteral("00.00")) + 4;
    if (bars.cell < needed)
        return;
    painter.setPen(ink);
    for (int i = bars.first(); i < bars.last(); ++i) {
        const QString text = cellText(bars.sums[static_cast<std::size_t>(i)]);
        const double middle = bars.pixel(i + 0.5);
        if (bars.rows)
            painter.drawText(
                QPointF(bars.room.left() + kBar + 4, middle + (metrics.ascent() - metrics.descent()) / 2),
                text);
        else
            painter.drawText(QPointF(middle - metrics.horizontalAdvance(text) / 2,
                                     bars.room.top() + kBar + metrics.ascent() + 1),
                             text);
    }
}

} // namespace

double marginalThickness(const QFont& font)
{
    const QFontMetricsF metrics(font);
    return 6 + kBar + 4
        + std::ceil(std::max(metrics.horizontalAdvance(QStringLiteral("0.00")), metrics.height()));
}

void paintMarginals(QPainter& painter, const MarginalPlace& place, const CellFrame& frame,
                    const MapSums& sums, const PicturePalette& palette)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor bar = mixed(palette.background, palette.text, 0.38);
    const auto paint = [&](const Bars& bars) {
        painter.save();
        painter.setClipRect(bars.room);
        paintBars(painter, bars, largestOf(bars.sums, 0, static_cast<int>(bars.sums.size())), bar);
        paintNumbers(painter, bars, palette.mutedText);
        painter.restore();
    };
    if (!place.rows.isNull())
        paint({sums.rows, frame.queries, frame.area.top(), frame.cellHeight(), true, place.rows});
    if (!place.columns.isNull())
        paint({sums.columns, frame.keys, frame.area.left(), frame.cellWidth(), false, place.columns});
    painter.restore();
}

namespace {

constexpr double kSinkGap = 6; ///< between the last key and the sink

QString sinkName()
{
    return QCoreApplication::translate("HeatmapPicture", "sink");
}

/// The largest share among the rows that a pixel covers.
float largestShare(const std::vector<float>& shares, double from, double to)
{
    const auto count = static_cast<double>(shares.size());
    const auto first = static_cast<std::size_t>(std::clamp(std::floor(from), 0.0, count - 1));
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(to), 1.0, count));
    float largest = 0;
    for (std::size_t row = first; row < std::max(first + 1, last); ++row)
        largest = std::max(largest, shares[row]);
    return largest;
}

} // namespace

std::vector<float> sinkShares(const AttentionMap& map)
{
    std::vector<float> shares;
    for (Index row = 0; map.hasSink() && row < map.queries(); ++row)
        shares.push_back(1.0F - map.expectedRow(row).sum);
    return shares;
}

double sinkColumnWidth(const QFont& font)
{
    const QFontMetricsF metrics(font);
    return kSinkGap
        + std::ceil(std::max(metrics.horizontalAdvance(QStringLiteral("0.00")) + 6,
                             metrics.horizontalAdvance(sinkName()) + 4));
}

double sinkColumnFoot(const QFont& font)
{
    return std::ceil(QFontMetricsF(font).height()) + 3;
}

void paintSinkColumn(QPainter& painter, const QRectF& column, const CellFrame& frame,
                     const std::vector<float>& shares, const CellColours& colours, const QFont& font)
{
    if (shares.empty() || column.isNull())
        return;
    painter.save();
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QFontMetricsF metrics(font);
    const double cell = frame.cellHeight();
    const double step = std::max(cell, 1.0);
    const double gap = colours.gaps && cell >= 8 ? 1 : 0;
    const bool numbers = cell >= metrics.height();
    const double first = frame.y(std::floor(frame.queries.lower));
    const auto boxes = static_cast<int>(std::ceil((column.bottom() - 0.5 - first) / step));
    for (int i = 0; i < boxes; ++i) {
        const double top = first + i * step;
        const double row = frame.queryAt(top + step / 2);
        const float share = cell >= 1 ? largestShare(shares, std::floor(row), std::floor(row) + 1)
                                      : largestShare(shares, frame.queryAt(top), frame.queryAt(top + step));
        const QRectF box = QRectF(column.left(), top, column.width(), step - gap).intersected(column);
        const QRgb colour = colours.of(share, CellState::kPlain);
        painter.fillRect(box, QColor(colour));
        if (!numbers)
            continue;
        painter.setPen(inkOn(colour));
        painter.drawText(box, Qt::AlignCenter, cellText(share));
    }
    painter.setPen(colours.palette.line);
    painter.drawLine(column.topLeft() - QPointF(kSinkGap / 2, 0),
                     column.bottomLeft() - QPointF(kSinkGap / 2, 0));
    painter.setPen(colours.palette.mutedText);
    painter.drawText(QPointF(column.center().x() - metrics.horizontalAdvance(sinkName()) / 2,
                             column.bottom() + metrics.ascent() + 2),
                     sinkName());
    painter.restore();
}

} // namespace headlight
