#pragma once

#include <span>
#include <string>

namespace headlight {

/// Tolerance of a row's sum: covers F32 and the rounding of half precision.
inline constexpr float kRowTolerance = 1e-3F;
inline constexpr float kHalfRowTolerance = 1e-2F;

/// The sum of a valid row of weights: 1, or 1 minus the share of a learned sink.
struct RowExpectation
{
    float sum = 1.0F;
    float tolerance = kRowTolerance;
};

enum class RowState : unsigned char {
    kSound, ///< a valid softmax row
    kZero, ///< the query attends to nothing
    kNotANumber, ///< contains NaN or infinity
    kNegative, ///< contains a negative weight
    kWrongSum,
};

RowState rowState(std::span<const float> weights, const RowExpectation& expected);

/// Deviation of the sum from the expected one; 0 if it is not a number.
double rowError(std::span<const float> weights, const RowExpectation& expected);

/// Describes the fault of a row: "holds weights that sum to 12.4, expected 1". Empty if the row is sound or
/// zero.
std::string rowFault(std::span<const float> weights, const RowExpectation& expected);

} // namespace headlight
