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

/// Row by row in place; gain [width]; bias [width] or without entries.
void normalize(MatrixSpan x, NormKind kind, const RowVector& gain, const RowVector& bias, float epsilon);

void activate(MatrixSpan x, Activation activation);

} // namespace headlight
