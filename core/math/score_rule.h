#pragma once

#include "core/math/matrix.h"

#include <limits>

namespace headlight {

/// How a query is compared with a key.
enum class ScoreForm : unsigned char {
    kDot, ///< q · k × scale
    kCosine, ///< q · k / (|q||k|) × scale; 0 where a vector has no length
    kAdditive, ///< (sum of q + sum of k) × scale: additive attention with equal weights and without tanh
};

/// How a row of scores becomes a row of weights.
enum class RowForm : unsigned char {
    kSoftmax,
    kShare, ///< every score divided by the sum of the row; a row whose sum is 0 gets no weights
};

/// What becomes of a row that may attend to nothing.
enum class EmptyRow : unsigned char {
    kZero,
    kUniform, ///< the same weight on every key, masked ones included
    kNotANumber, ///< what softmax makes of a row of −∞ (PyTorch)
};

/// How queries and keys of one head become weights.
struct ScoreRule
{
    float scale = 1.0F; ///< what compares queries and keys is multiplied by it
    float softcap = 0.0F; ///< cap · tanh(score / cap); 0: none
    ScoreForm form = ScoreForm::kDot;
    RowForm rows = RowForm::kSoftmax;
    /// Stands in the place of a masked score when softmax reads it. A share leaves masked keys out.
    float maskValue = -std::numeric_limits<float>::infinity();
    EmptyRow emptyRow = EmptyRow::kZero;
    float dropout = 0.0F; ///< share of the weights that were dropped: those cannot be computed again
    bool operator==(const ScoreRule&) const = default;

    /// A sound row of weights has no negative number and a known sum.
    bool givesDistributions() const { return rows == RowForm::kSoftmax && dropout == 0.0F; }
};

/// Scores of queries [m × d] against keys [n × d]: out [m × n], before soft-capping, bias and mask.
void scoreKeys(const ScoreRule& rule, const MatrixView& queries, const MatrixView& keys, MatrixSpan out);

} // namespace headlight
