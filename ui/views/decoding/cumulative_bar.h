#pragma once

#include "ui/picture/chip_colours.h"

#include <QRectF>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// A stretch of the cumulative distribution: one token, or several that are too thin to be seen.
struct BarSegment
{
    std::int32_t first = 0, last = 0; ///< ids, inclusive
    double begin = 0, end = 0; ///< of the cumulative distribution
    bool single() const { return first == last; }
    bool operator==(const BarSegment&) const = default;
};

/// The distribution in id order, as it is drawn from. Neighbours that hold less than `least` are joined.
std::vector<BarSegment> barSegments(const std::vector<double>& probabilities, double least);
/// Index of the segment that holds `part` (0 … 1); nothing for an empty bar.
std::optional<std::size_t> segmentAt(const std::vector<BarSegment>& segments, double part);

/// What is marked on the bar.
struct BarDraw
{
    double uniform = 0; ///< the random number
    double begin = 0, end = 0; ///< the interval that holds it
};

/// A bar from 0 to 1: segments in turn lighter and darker with their labels where these fit, the drawn
/// interval in the accent, the random number as a line with an arrow above it.
void paintCumulativeBar(QPainter& painter, const QRectF& area, const std::vector<BarSegment>& segments,
                        const std::optional<BarDraw>& draw, const ChipColours& colours,
                        const std::function<QString(std::int32_t)>& label);

/// Of the whole picture, for a font's line height.
double cumulativeBarHeight(double lineHeight);

} // namespace headlight
