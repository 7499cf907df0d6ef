#include "ui/views/decoding/cumulative_bar.h"

#include "ui/picture/colour_map.h"
#include "ui/words/local_number.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kArrow = 7; ///< above the bar
constexpr double kLabelPadding = 3;
constexpr double kThinnest = 1.0 / 1500; ///< thinner tokens are joined: no screen shows them

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

void paintCumulativeBar(QPainter& painter, const QRectF& area, const std::vector<BarSegment>& segments,
                        const std::optional<Draw>& draw, const ChipColours& colours,
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

CumulativeBar::CumulativeBar()
    : Canvas(QString())
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Cumulative distribution"));
    setObjectName(QStringLiteral("cumulativeBar"));
}

void CumulativeBar::setDistribution(const std::vector<double>& probabilities, const std::optional<Draw>& draw)
{
    m_segments = barSegments(probabilities, kThinnest);
    m_draw = draw;
    setAccessibleDescription(draw ? tr("The random number is %1; it lies between %2 and %3.")
                                        .arg(localNumber(draw->uniform, 6))
                                        .arg(localNumber(draw->begin, 6))
                                        .arg(localNumber(draw->end, 6))
                                  : tr("Nothing is sampled: the most likely token is chosen."));
    update();
}

void CumulativeBar::clear()
{
    m_segments.clear();
    m_draw.reset();
    update();
}

QSize CumulativeBar::sizeHint() const
{
    return {40 * fontMetrics().averageCharWidth(),
            static_cast<int>(std::ceil(2 * fontMetrics().height() + kArrow + 22))};
}

QSize CumulativeBar::minimumSizeHint() const
{
    return {12 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

QString CumulativeBar::describe(const BarSegment& segment) const
{
    const QString share = probabilityText(segment.end - segment.begin);
    const QString range
        = QStringLiteral("%1 … %2").arg(localNumber(segment.begin, 6), localNumber(segment.end, 6));
    if (segment.single())
        return tr("%1 (id %2): %3, from %4")
            .arg(label ? label(segment.first) : QString())
            .arg(segment.first)
            .arg(share, range);
    return tr("unlikely tokens, ids %1 to %2, together: %3, from %4")
        .arg(segment.first)
        .arg(segment.last)
        .arg(share, range);
}

CumulativeBar::Tip CumulativeBar::tipAt(const QPoint& point) const
{
    const double part = (point.x() - 1.0) / std::max(1, width() - 2);
    const auto found = segmentAt(m_segments, part);
    return found ? Tip{describe(m_segments[*found]), {}} : Tip();
}

void CumulativeBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintCumulativeBar(painter, QRectF(rect()), m_segments, m_draw, chipColours(palette()),
                       [this](TokenId id) { return label ? label(id) : QString::number(id); });
}

} // namespace headlight
