#pragma once

#include "core/math/matrix.h"

#include <cstdint>

namespace headlight {

/// Derives a seed from `seed` and a number; different numbers give unrelated seeds.
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t number);

/// Dropout as in training (Srivastava et al. 2014), in place: each number becomes 0 with probability `rate`;
/// the others are divided by 1 − rate, so that the mean is preserved. Which numbers are dropped depends only
/// on the seed and on their place; row 0 is position firstRow of its sequence. rate in [0, 1).
void dropOut(MatrixSpan values, float rate, std::uint64_t seed, Index firstRow);

} // namespace headlight
