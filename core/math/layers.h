#pragma once

#include "core/math/matrix.h"

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

/// What one mean and one deviation are taken over.
enum class NormScope : unsigned char {
    kRow, ///< every position by itself
    kMatrix, ///< all positions and dimensions together
};

/// Row by row in place; gain [width]; bias [width]; either may have no entries. Sums are in double precision.
/// Returns what each row was normalised by [rows × 2]: its mean (0 where none is taken away) and its
/// deviation, without ε.
Matrix normalize(MatrixSpan x, NormKind kind, const RowVector& gain, const RowVector& bias, float epsilon);

/// x − mean / √(variance + ε) with one mean and one variance of the first `counted` rows for all rows; the
/// variance is that of the numbers themselves (divided by their count). Returns the same as normalize().
Matrix normalizeTogether(MatrixSpan x, Index counted, float epsilon);

void activate(MatrixSpan x, Activation activation);

} // namespace headlight
