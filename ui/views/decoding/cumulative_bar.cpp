#include "ui/views/decoding/cumulative_bar.h"

#include "ui/picture/oklab.h"
#include "ui/words/local_number.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kArrow = 7; ///< above the bar
constexpr double kLabelPadding = 3;

QRectF barOf(const QRectF& area, double lineHeight)
{
    return {area.left() + 1, area.top() + lineHeight + kArrow, std::max(1.0, area.width() - 2),
            std::max(4.0, area.height() - 2 * lineHeight - kArrow)};
}

void paintTicks(QPainter& painter, const QRectF& bar, const QRectF& area)
{
    const QFontMetricsF metrics(painter.font());
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const QString text = QString::number(part);
        const double width = metrics.horizontalAdvance(text);
        const double x = std::clamp(bar.left() + part * bar.width() - width / 2, area.left(),
                                    std::max(area.left(), area.right() - width));
        painter.drawText(QPointF(x, bar.bottom() + metrics.ascent() + 1), text);
    }
}

} // namespace

std::vector<BarSegment> barSegments(const std::vector<double>& probabilities, double least)
{
    std::vector<BarSegment> segments;
    double sum = 0.0;
    bool joins = false; // the last segment consists of thin tokens and takes more of them
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        if (probabilities[i] <= 0.0)
            continue;
        const auto id = static_cast<std::int32_t>(i);
        const bool thin = probabilities[i] < least;
        const double end = sum + probabilities[i];
        if (thin && joins) {
            segments.back().last = id;
            segments.back().end = end;
        } else {
            segments.push_back({id, id, sum, end});
        }
        joins = thin;
        sum = end;
    }
    return segments;
}

std::optional<std::size_t> segmentAt(const std::vector<BarSegment>& segments, double part)
{
    if (segments.empty())
        return std::nullopt;
    const auto found = std::upper_bound(segments.begin(), segments.end(), part,
                                        [](double value, const BarSegment& one) { return value < one.end; });
    return found == segments.end() ? segments.size() - 1 : static_cast<std::size_t>(found - segments.begin());
}

double cumulativeBarHeight(double lineHeight)
{
    return std::ceil(2 * lineHeight + kArrow + 22);
}

void paintCumulativeBar(QPainter& painter, const QRectF& area, const std::vector<BarSegment>& segments,
                        const std::optional<BarDraw>& draw, const ChipColours& colours,
                        const std::function<QString(std::int32_t)>& label)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF bar = barOf(area, metrics.height());
    painter.save();
    painter.setPen(Qt::NoPen);
    bool dark = false;
    for (const BarSegment& segment : segments) {
        dark = !dark;
        const double left = bar.left() + segment.begin * bar.width();
        const QRectF rect(left, bar.top(), std::max(0.5, (segment.end - segment.begin) * bar.width()),
                          bar.height());
        const bool drawn = draw && segment.begin <= draw->begin && draw->end <= segment.end + 1e-12;
        const QColor fill = drawn && segment.single()
            ? colours.rampEnd
            : mixed(colours.surface, colours.rampEnd, dark ? 0.42 : 0.20);
        painter.fillRect(rect, fill);
        if (!segment.single() || rect.width() < 2 * kLabelPadding + metrics.averageCharWidth())
            continue;
        const QString text = label(segment.first);
        if (metrics.horizontalAdvance(text) + 2 * kLabelPadding > rect.width())
            continue;
        painter.setPen(readableOn(fill));
        painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, text);
        painter.setPen(Qt::NoPen);
    }
    painter.setPen(colours.outline);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(colours.muted);
    paintTicks(painter, bar, area);
    if (draw) {
        painter.setRenderHint(QPainter::Antialiasing);
        const double x = bar.left() + draw->uniform * bar.width();
        painter.setPen(QPen(colours.text, 1.5));
        painter.drawLine(QPointF(x, bar.top() - 2), QPointF(x, bar.bottom()));
        QPainterPath arrow(QPointF(x, bar.top()));
        arrow.lineTo(x - 4, bar.top() - kArrow);
        arrow.lineTo(x + 4, bar.top() - kArrow);
        arrow.closeSubpath();
        painter.fillPath(arrow, colours.text);
        const QString number = localNumber(draw->uniform, 4);
        const double width = metrics.horizontalAdvance(number);
        painter.drawText(
            QPointF(std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width)),
                    area.top() + metrics.ascent()),
            number);
    }
    painter.restore();
}

} // namespace headlight
