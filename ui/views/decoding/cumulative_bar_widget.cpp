#include "ui/views/decoding/cumulative_bar_widget.h"

#include "ui/words/local_number.h"
#include "ui/words/probability_text.h"

#include <QPainter>

namespace headlight {

namespace {
constexpr double kThinnest = 1.0 / 1500; ///< thinner tokens are joined: no screen shows them
} // namespace

CumulativeBar::CumulativeBar(QWidget* parent)
    : Canvas(QString(), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Cumulative distribution"));
    setObjectName(QStringLiteral("cumulativeBar"));
}

void CumulativeBar::setDistribution(const std::vector<double>& probabilities,
                                    const std::optional<BarDraw>& draw)
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
            static_cast<int>(cumulativeBarHeight(fontMetrics().height()))};
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
