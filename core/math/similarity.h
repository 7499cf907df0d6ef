#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"

#include <optional>

namespace headlight {

/// The ways in which the literature scores a query against a key; for the teaching views. The engine
/// itself uses kScaledDot.
enum class Similarity : unsigned char {
    kDot, ///< q · k (Luong et al. 2015)
    kScaledDot, ///< q · k / √d_k (Vaswani et al. 2017, 3.2.1)
    kGeneral, ///< q · W · k (Luong et al. 2015)
    kAdditive, ///< vᵀ tanh(W₁ q + W₂ k) (Bahdanau et al. 2015)
    kAdditiveLinear, ///< vᵀ (W₁ q + W₂ k): the same without tanh, as some introductions write it
    kCosine, ///< q · k / (|q| |k|); 0 where one of the two has no length
};

/// The parameters that a similarity has; the others stay empty.
struct SimilarityWeights
{
    Matrix general; ///< kGeneral: W [d_q × d_k]
    Matrix first; ///< the additive ones: W₁ [d × d_q]
    Matrix second; ///< likewise: W₂ [d × d_k]
    RowVector combine; ///< likewise: v [d]
};

/// Scores of m queries [m × d_q] against n keys [n × d_k]: [m × n]. Throws std::invalid_argument where
/// widths do not fit.
Matrix similarityScores(Similarity similarity, const MatrixView& queries, const MatrixView& keys,
                        const SimilarityWeights& weights = {});

/// What a soft look-up in a dictionary of keys and values gives.
struct SoftLookup
{
    Matrix weights; ///< [m × n]; a row sums to 1, or is zero where nothing may be attended to
    Matrix values; ///< weights · values [m × d_v]
};

/// Attention as a soft dictionary: every query is answered by the mean of all values, weighted by the
/// softmax of the scores. temperature divides the scores: towards 0 the best key wins, as in an ordinary
/// dictionary. d_v need not be d_k.
SoftLookup softLookup(const MatrixView& scores, const MatrixView& values, const Mask& mask,
                      float temperature = 1.0F);

/// The look-up without softmax: every weight is the plain share score / Σ scores of its row, which may be
/// negative; a row whose scores add up to 0 has no shares and gets zeros.
SoftLookup shareLookup(const MatrixView& scores, const MatrixView& values);

/// What an ordinary dictionary finds: the key with the largest score, the first of equal ones; -1 without
/// keys.
Index hardLookup(const RowVector& scores);

/// Two vectors against each other: q · k = |q| |k| cos θ, in double precision.
struct VectorAngle
{
    double query = 0, key = 0; ///< |q|, |k|
    std::optional<double> cosine; ///< none where one of the two has no length
    std::optional<double> angle; ///< θ in radians, 0 … π
};
/// Throws std::invalid_argument where their widths differ.
VectorAngle angleBetween(const RowVector& query, const RowVector& key);

} // namespace headlight
