#pragma once

#include "core/math/matrix.h"

#include <cstdint>

namespace headlight {

enum class NormKind : unsigned char {
    kLayerNorm, ///< (x − mean) / √(variance + ε) · gain + bias (Ba et al. 2016)
    kRmsNorm, ///< x / √(mean(x²) + ε) · gain (Zhang and Sennrich 2019)
    kRmsNormPlusOne, ///< the same with 1 + gain (Gemma)
};

enum class Activation : unsigned char {
    kRelu,
    kGelu, ///< with the error function
    kGeluTanh, ///< the tanh approximation ("gelu_new", "gelu_pytorch_tanh")
    kSilu, ///< x · sigmoid(x)
    kQuickGelu, ///< x · sigmoid(1.702 x)
    kTanh,
};

/// What a mean and a deviation are computed over.
enum class NormScope : unsigned char {
    kRow, ///< each position on its own
    kMatrix, ///< all positions and dimensions together
};

/// Normalises row by row, in place; gain [width] and bias [width] may be empty. Sums are in double precision.
/// Returns the statistics of each row [rows × 2]: its mean (0 if none is subtracted) and its deviation,
/// without ε.
Matrix normalize(MatrixSpan x, NormKind kind, const RowVector& gain, const RowVector& bias, float epsilon);

/// (x − mean) / √(variance + ε) for all rows, with one mean and one variance over the first `counted` rows;
/// the variance is divided by the count, without Bessel's correction. Returns the same statistics as
/// normalize().
Matrix normalizeTogether(MatrixSpan x, Index counted, float epsilon);

void activate(MatrixSpan x, Activation activation);

/// Derives a seed from `seed` and a number; different numbers give unrelated seeds.
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t number);

/// Dropout as in training (Srivastava et al. 2014), in place: each number becomes 0 with probability `rate`;
/// the others are divided by 1 − rate, so that the mean is preserved. Which numbers are dropped depends only
/// on the seed and on their place; row 0 is position firstRow of its sequence. rate in [0, 1).
void dropOut(MatrixSpan values, float rate, std::uint64_t seed, Index firstRow);

} // namespace headlight
