#pragma once

#include "core/sampling/distribution.h"
#include "ui/picture/chip_colours.h"
#include "ui/widgets/canvas.h"

#include <QRectF>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// A segment of the cumulative distribution: one token, or several that are too thin to see.
struct BarSegment
{
    std::int32_t first = 0, last = 0; ///< ids, inclusive
    double begin = 0, end = 0; ///< cumulative probability
    bool single() const { return first == last; }
    bool operator==(const BarSegment&) const = default;
};

/// The distribution in id order, as segments. Neighbouring tokens with less than `least` are joined.
std::vector<BarSegment> barSegments(const std::vector<double>& probabilities, double least);
/// Index of the segment at `part` (0 … 1); nothing for an empty bar.
std::optional<std::size_t> segmentAt(const std::vector<BarSegment>& segments, double part);

/// A bar from 0 to 1: alternating lighter and darker segments with labels where they fit, the sampled
/// interval in the accent colour, and the random number as a line with an arrow above it.
void paintCumulativeBar(QPainter& painter, const QRectF& area, const std::vector<BarSegment>& segments,
                        const std::optional<Draw>& draw, const ChipColours& colours,
                        const std::function<QString(std::int32_t)>& label);

/// The cumulative distribution in id order with the sampled interval; a tooltip names a token.
class CumulativeBar : public Canvas
{
    Q_OBJECT
public:
    CumulativeBar();

    /// draw: unset if nothing is sampled (greedy decoding).
    void setDistribution(const std::vector<double>& probabilities, const std::optional<Draw>& draw);
    void clear();
    std::function<QString(TokenId)> label; ///< label of a token
    const std::vector<BarSegment>& segments() const { return m_segments; }
    const std::optional<Draw>& shownDraw() const { return m_draw; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    QString describe(const BarSegment& segment) const;

    std::vector<BarSegment> m_segments;
    std::optional<Draw> m_draw;
};

} // namespace headlight
