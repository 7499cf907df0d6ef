#pragma once

#include <span>
#include <string>

namespace headlight {

/// How far a row of weights may be from its sum: F32, and the rounding of half precision.
inline constexpr float kRowTolerance = 1e-3F;
inline constexpr float kHalfRowTolerance = 1e-2F;

/// What a sound row of weights sums to: 1, or 1 minus what goes to a learned sink.
struct RowExpectation
{
    float sum = 1.0F;
    float tolerance = kRowTolerance;
};

enum class RowState : unsigned char {
    kSound, ///< what a softmax gives
    kZero, ///< the query attends to nothing
    kNotANumber, ///< holds NaN or an infinity
    kNegative, ///< holds a weight below 0
    kWrongSum,
};

RowState rowState(std::span<const float> weights, const RowExpectation& expected);

/// How far the sum is from what is expected; 0 where it is no number.
double rowError(std::span<const float> weights, const RowExpectation& expected);

/// What was found in such a row, in words: "holds weights that sum to 12.4, expected 1". Empty: sound, or
/// zero.
std::string rowFault(std::span<const float> weights, const RowExpectation& expected);

} // namespace headlight
