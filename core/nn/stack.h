#pragma once

#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <optional>

namespace headlight {

/// Runs the plan of one encoder or decoder layer on the residual stream x [lanes·n × d_model], which becomes
/// the stream after it, of the rows that the context wants. memory [lanes·m × d_model] is the encoder's
/// output; null without cross-attention or if it is cached.
void runLayer(const ForwardContext& context, const StackSpec& spec, const StackWeights& weights, int layer,
              Matrix& x, const Matrix* memory);

/// Embeddings, all layers and the final norm: [lanes·n × width], the input of cross-attention or of the
/// language-model head. Empty if the stop token was set; it is checked before every layer.
std::optional<Matrix> runStack(const ForwardContext& context, const ArchSpec& arch, StackKind kind,
                               const StackWeights& weights, const TokenBatch& batch, const Matrix* memory);

/// Applies the final norm, and the projection after it if embeddings have a width of their own: the stream
/// after the last layer [n × d_model] → the input of cross-attention or of the language-model head [n ×
/// width]. A norm over the whole matrix needs all rows of a sentence, the first `length` without padding.
Matrix finishStack(const StackSpec& spec, const StackWeights& weights, Matrix stream, Index length,
                   Workers* workers);

/// The stream [lanes·n × d_model] before a layer.
struct LayerInput
{
    int layer = 0;
    Matrix stream;
    /// The rows of each lane that the result is to have. Not for a norm over the whole matrix, nor for a
    /// convolution.
    std::optional<RowRange> wanted = {};
};
/// Runs the layers from input.layer on and the final norm: the part of runStack() after the embeddings. Rows
/// that are not wanted are left out of the last layer.
std::optional<Matrix> runLayersFrom(const ForwardContext& context, const StackSpec& spec,
                                    const StackWeights& weights, LayerInput input, const Matrix* memory);

/// Applies the language-model head to rows of a stack's output [n × width]: logits [n × vocabulary]. If the
/// head has its own norm, `normalized` receives the mean and deviation of every row [n × 2].
Matrix applyHead(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                 const MatrixView& rows, Workers* workers, Matrix* normalized = nullptr);

} // namespace headlight
