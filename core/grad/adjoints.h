#pragma once

#include "core/math/layers.h"
#include "core/math/matrix.h"
#include "core/math/softmax.h"

namespace headlight {

// The functions of core/math backwards: from ∂m/∂output to ∂m/∂input, for any number m. Sums over a row are
// in double precision.

/// Of normalize(): x is the input [rows × width], gradient that of the output, likewise.
Matrix normalizeBack(const MatrixView& x, const MatrixView& gradient, NormKind kind, const RowVector& gain,
                     float epsilon);
/// Of normalizeTogether().
Matrix normalizeTogetherBack(const MatrixView& x, const MatrixView& gradient, Index counted, float epsilon);
/// Of activate(), in place; x is the input.
void activateBack(const MatrixView& x, Activation activation, MatrixSpan gradient);
/// Of softCap(), in place; x is the input. Does nothing for cap = 0.
void softCapBack(const MatrixView& x, float cap, MatrixSpan gradient);
/// Of scoresToWeights() after the soft-cap, in place: ∂m/∂weights becomes ∂m/∂ the capped scores, 0 where a
/// key is masked. scores and weights are what went in and what came out [rows × keys]; all keys are present.
void scoresToWeightsBack(const MatrixView& scores, const MatrixView& weights, const ScoreContext& context,
                         MatrixSpan gradient);

} // namespace headlight
