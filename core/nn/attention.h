#pragma once

#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"
#include "core/nn/arch_spec.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <memory>
#include <vector>

namespace headlight {

/// Multi-head attention of one layer, all lanes: softmax(Q·Kᵀ·scale + bias, mask)·V per head; the heads side
/// by side go through the output projection ("Attention Is All You Need", 3.2).
struct AttentionCall
{
    LayerRef layer;
    const AttentionSpec& spec;
    const AttentionWeights& weights;
    std::shared_ptr<const Matrix> relativeBias; ///< [buckets × heads]; null = none
    NormKind headNorm = NormKind::kRmsNorm; ///< norm of queries and keys, if the weights include one
    float epsilon = 1e-6F;
    std::shared_ptr<const Matrix> relativeRows; ///< StackWeights::relativeRows; null = none
    /// Rows of positions that are added to what queries and keys are made of; null = none.
    const Matrix* positions = nullptr;
};

/// x [lanes·n × width] → as many rows, or those that the context wants; queries, keys and values from x.
Matrix selfAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x);

/// The context of a layer's steps on the wanted rows, which stand where they are in the sentence.
ForwardContext narrowed(const ForwardContext& context);
/// The wanted rows of every lane.
Matrix wantedRows(const ForwardContext& context, const MatrixView& x);

/// Queries from x, keys and values from memory [lanes·m × width of the encoder]. If a cache already holds the
/// keys, memory is not read.
Matrix crossAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x,
                      const MatrixView& memory);

/// How the heads of the unedited model turn queries and keys into weights.
ScoreRule scoreRule(const AttentionSpec& spec);

/// What is added to the scores besides the mask: one bias per head, or none.
std::vector<ScoreBias> scoreBias(const AttentionSpec& spec, const std::shared_ptr<const Matrix>& relativeBias,
                                 const ScoreBias::Extent& extent);

/// Disentangled attention: queries and keys of the relative positions between these rows and keys, through
/// the layer's projections.
std::shared_ptr<const DisentangledTables> disentangledTables(const ForwardContext& context,
                                                             const AttentionCall& call,
                                                             const ScoreBias::Extent& extent);

} // namespace headlight
