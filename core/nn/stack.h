#pragma once

#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <optional>

namespace headlight {

/// One encoder or decoder layer, in place on the residual stream x [lanes·n × d_model]: self-attention,
/// cross-attention where there is some, feed-forward; norms and sums placed as the spec says. memory
/// [lanes·m × d_model] is the encoder's output, null without cross-attention or when it is cached.
void runLayer(const ForwardContext& context, const StackSpec& spec, const StackWeights& weights, int layer,
              Matrix& x, const Matrix* memory);

/// Embeddings, all layers, final norm: [lanes·n × width], what cross-attention or the head reads.
/// Nothing when the stop token was set; it is looked at before every layer.
std::optional<Matrix> runStack(const ForwardContext& context, const ArchSpec& arch, StackKind kind,
                               const StackWeights& weights, const TokenBatch& batch, const Matrix* memory);

/// The final norm, and the projection behind it where embeddings have a width of their own: the stream
/// after the last layer [n × d_model] → what cross-attention or the head reads [n × width]. A norm over the
/// whole matrix needs all rows of a sentence; `length` of them are not padding.
Matrix finishStack(const StackSpec& spec, const StackWeights& weights, Matrix stream, Index length,
                   Workers* workers);

/// The stream [lanes·n × d_model] before a layer.
struct LayerInput
{
    int layer = 0;
    Matrix stream;
};
/// The layers from input.layer on and the final norm: how runStack() goes on behind the embeddings.
std::optional<Matrix> runLayersFrom(const ForwardContext& context, const StackSpec& spec,
                                    const StackWeights& weights, LayerInput input, const Matrix* memory);

/// The language-model head on rows of a stack's output [n × width]: logits [n × vocabulary]. Where the head
/// has a norm of its own, `normalized` becomes its mean and deviation of every row [n × 2].
Matrix applyHead(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                 const MatrixView& rows, Workers* workers, Matrix* normalized = nullptr);

} // namespace headlight
