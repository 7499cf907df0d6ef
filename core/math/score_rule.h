#pragma once

#include "core/base/enum_words.h"
#include "core/math/matrix.h"

#include <array>
#include <limits>

namespace headlight {

/// How a query is compared with a key.
enum class ScoreForm : unsigned char {
    kDot, ///< q · k × scale
    kCosine, ///< q · k / (|q||k|) × scale; 0 if a vector is zero
    kAdditive, ///< (sum of q + sum of k) × scale: additive attention with equal weights and without tanh
};
template <>
inline constexpr std::array kWordsOf<ScoreForm>{EnumWord{"dot"}, EnumWord{"cosine"}, EnumWord{"additive"}};

/// How a row of scores becomes a row of weights.
enum class RowForm : unsigned char {
    kSoftmax,
    kShare, ///< each score divided by the sum of its row; a row whose sum is 0 gets no weights
};
template <>
inline constexpr std::array kWordsOf<RowForm>{EnumWord{"softmax"}, EnumWord{"share"}};

/// What happens to a row that may attend to nothing.
enum class EmptyRow : unsigned char {
    kZero,
    kUniform, ///< the same weight for every key, including masked ones
    kNotANumber, ///< NaN, the softmax of a row of −∞ (PyTorch)
};
template <>
inline constexpr std::array kWordsOf<EmptyRow>{EnumWord{"zero"}, EnumWord{"uniform"}, EnumWord{"nan"}};

/// How one head turns queries and keys into weights.
struct ScoreRule
{
    float scale = 1.0F; ///< factor of the comparison of queries and keys
    float softcap = 0.0F; ///< cap · tanh(score / cap); 0 = none
    ScoreForm form = ScoreForm::kDot;
    RowForm rows = RowForm::kSoftmax;
    /// Replaces masked scores before softmax. kShare ignores it and leaves masked keys out.
    float maskValue = -std::numeric_limits<float>::infinity();
    EmptyRow emptyRow = EmptyRow::kZero;
    float dropout = 0.0F; ///< share of the weights that were dropped; dropped weights cannot be recomputed
    bool operator==(const ScoreRule&) const = default;

    /// Whether a valid row of weights is non-negative and has a known sum.
    bool givesDistributions() const { return rows == RowForm::kSoftmax && dropout == 0.0F; }
};

/// Scores of queries [m × d] against keys [n × d]: out [m × n], before soft-capping, bias and mask.
void scoreKeys(const ScoreRule& rule, const MatrixView& queries, const MatrixView& keys, MatrixSpan out);

} // namespace headlight
