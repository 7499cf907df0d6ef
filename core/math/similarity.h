#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"

namespace headlight {

/// The ways in which the literature scores a query against a key; for the teaching views. The engine
/// itself uses kScaledDot.
enum class Similarity : unsigned char {
    kDot, ///< q · k (Luong et al. 2015)
    kScaledDot, ///< q · k / √d_k (Vaswani et al. 2017, 3.2.1)
    kGeneral, ///< q · W · k (Luong et al. 2015)
    kAdditive, ///< vᵀ tanh(W₁ q + W₂ k) (Bahdanau et al. 2015)
};

/// The parameters that a similarity has; the others stay empty.
struct SimilarityWeights
{
    Matrix general; ///< kGeneral: W [d_q × d_k]
    Matrix first; ///< kAdditive: W₁ [d × d_q]
    Matrix second; ///< kAdditive: W₂ [d × d_k]
    RowVector combine; ///< kAdditive: v [d]
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

} // namespace headlight
