#pragma once

#include "core/options/map_options.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace headlight {

/// How the numbers of a picture map to positions on its colour map. A value.
struct ValueScale
{
    double lower = 0; ///< the map's first colour
    double upper = 1; ///< the map's last colour
    bool diverging = false; ///< zero is in the middle
    bool logarithmic = false; ///< equal factors are equal steps; lower > 0, smaller values get its colour

    /// Position of a value between the ends, 0 … 1; clamped. With logarithms if the scale is logarithmic.
    double place(double value) const;
    /// The colour level of a value: round(255 · place); −1 for NaN.
    int level(float value) const;
    /// The same for many values at once; `levels` has the size of `values`.
    void levels(std::span<const float> values, std::span<std::int16_t> levels) const;
    /// Round numbers inside the scale, ascending, about `wanted` of them and at least two.
    std::vector<double> ticks(int wanted) const;
    /// A tick with as many decimals as its neighbours need.
    QString tickText(double tick, int wanted) const;
    bool operator==(const ValueScale&) const = default;
};

/// 0 … 1, or 0 … the largest weight.
ValueScale weightScale(WeightRange range, float maximum);
/// The same by decades, from a ten-thousandth of the top.
ValueScale logScale(const ValueScale& weights);
/// −m … m, where m is the largest magnitude: zero gets the neutral colour.
ValueScale scoreScale(float minimum, float maximum);
/// Allowed cells get a colour from the middle of the map, since a mask has no maximum.
ValueScale maskScale();

/// A value in a cell, in three or four characters ("0.42", "<.01").
QString cellText(float value);
/// A value in a status line: four significant digits, no exponent below a hundred thousand.
QString fullText(float value);

} // namespace headlight
