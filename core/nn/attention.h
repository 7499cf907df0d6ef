#pragma once

#include "core/math/matrix.h"
#include "core/nn/arch_spec.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

namespace headlight {

/// Multi-head attention of one layer, all lanes: softmax(Q·Kᵀ·scale + bias, mask)·V per head, heads side
/// by side through the output projection ("Attention Is All You Need", 3.2). Dropout belongs to training
/// and is not applied.
struct AttentionCall
{
    LayerRef layer;
    const AttentionSpec& spec;
    const AttentionWeights& weights;
    const Matrix* relativeBias = nullptr; ///< [buckets × heads]; null: none
    NormKind headNorm = NormKind::kRmsNorm; ///< of queries and keys, where the weights have such norms
    float epsilon = 1e-6F;
};

/// x [lanes·n × width] → [lanes·n × width]; queries, keys and values from x.
Matrix selfAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x);

/// Queries from x, keys and values from memory [lanes·m × width of the encoder]. With a cache that has
/// the keys already, memory is not read.
Matrix crossAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x,
                      const MatrixView& memory);

/// What is added to the scores besides the mask: one [queries × keys] matrix per head, or none. Query
/// row r stands at position firstQuery + r, key column c at position c.
std::vector<Matrix> scoreBias(const AttentionSpec& spec, const Matrix* relativeBias, Index firstQuery,
                              Index queries, Index keys);

} // namespace headlight
