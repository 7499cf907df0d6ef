#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"

#include <span>

namespace headlight {

/// In place, over the keys that `allowed` marks with 1; the others become 0. Subtracts the maximum
/// first, so scores of any finite size are safe. A row without an allowed key becomes zeros, never NaN.
void maskedSoftmax(std::span<float> row, std::span<const std::uint8_t> allowed);

/// cap · tanh(x / cap) in place (Gemma 2); does nothing for cap = 0.
void softCap(MatrixSpan scores, float cap);

/// Scores → weights in place, row by row: soft-cap, + bias (may have no rows), mask, softmax.
/// scores [queries × keys], bias [queries × keys], mask of the same size.
void scoresToWeights(MatrixSpan scores, float cap, const Matrix& bias, const Mask& mask);

/// Log-probabilities of one row of logits, computed in double precision. out may be the input.
void logSoftmax(std::span<const float> logits, std::span<float> out);

} // namespace headlight
