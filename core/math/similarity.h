#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"

#include <optional>

namespace headlight {

/// Ways in which the literature scores a query against a key, for the teaching views. The engine itself uses
/// kScaledDot.
enum class Similarity : unsigned char {
    kDot, ///< q · k (Luong et al. 2015)
    kScaledDot, ///< q · k / √d_k (Vaswani et al. 2017, 3.2.1)
    kGeneral, ///< q · W · k (Luong et al. 2015)
    kAdditive, ///< vᵀ tanh(W₁ q + W₂ k) (Bahdanau et al. 2015)
    kAdditiveLinear, ///< vᵀ (W₁ q + W₂ k): the same without tanh, as some introductions write it
    kCosine, ///< q · k / (|q| |k|); 0 if either vector is zero
};

/// Parameters of a similarity; those it does not use are empty.
struct SimilarityWeights
{
    Matrix general; ///< kGeneral: W [d_q × d_k]
    Matrix first; ///< additive forms: W₁ [d × d_q]
    Matrix second; ///< additive forms: W₂ [d × d_k]
    RowVector combine; ///< additive forms: v [d]
};

/// Scores of m queries [m × d_q] against n keys [n × d_k]: [m × n]. Throws std::invalid_argument if the
/// widths do not match.
Matrix similarityScores(Similarity similarity, const MatrixView& queries, const MatrixView& keys,
                        const SimilarityWeights& weights = {});

/// Result of a soft look-up in a dictionary of keys and values.
struct SoftLookup
{
    Matrix weights; ///< [m × n]; a row sums to 1, or is zero if the query may attend to nothing
    Matrix values; ///< weights · values [m × d_v]
};

/// Attention as a soft dictionary: each query returns the mean of all values, weighted by the softmax of its
/// scores. temperature divides the scores; towards 0 the best key wins, as in an ordinary dictionary. d_v may
/// differ from d_k.
SoftLookup softLookup(const MatrixView& scores, const MatrixView& values, const Mask& mask,
                      float temperature = 1.0F);

/// The look-up without softmax: each weight is score / Σ scores of its row, which may be negative. A row
/// whose scores add up to 0 gets zeros.
SoftLookup shareLookup(const MatrixView& scores, const MatrixView& values);

/// What an ordinary dictionary finds: the key with the largest score (the first of equal ones), or -1 if
/// there are no keys.
Index hardLookup(const RowVector& scores);

/// Comparison of two vectors: q · k = |q| |k| cos θ, in double precision.
struct VectorAngle
{
    double query = 0, key = 0; ///< |q|, |k|
    std::optional<double> cosine; ///< empty if either vector is zero
    std::optional<double> angle; ///< θ in radians, 0 … π
};
/// Throws std::invalid_argument if the widths differ.
VectorAngle angleBetween(const RowVector& query, const RowVector& key);

} // namespace headlight
