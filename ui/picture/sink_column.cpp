#include "ui/picture/sink_column.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

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
