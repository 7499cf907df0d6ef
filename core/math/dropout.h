#pragma once

#include "core/math/matrix.h"

#include <cstdint>

namespace headlight {

/// A seed for one thing among many: different numbers give seeds that have nothing to do with each other.
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t number);

/// Dropout as in training (Srivastava et al. 2014), in place: a number becomes 0 with the probability `rate`,
/// the others are divided by 1 − rate, so that the mean stays. What falls depends on the seed and on the
/// place of the number alone: row 0 stands at position firstRow of its sequence. rate in [0, 1).
void dropOut(MatrixSpan values, float rate, std::uint64_t seed, Index firstRow);

} // namespace headlight
