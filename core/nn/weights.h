#pragma once

#include "core/math/matrix.h"
#include "core/nn/linear.h"
#include "core/trace/site.h"

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// A model's numbers, in the places that ArchSpec describes. Immutable after loading.

struct NormWeights
{
    RowVector gain; ///< empty if there is no norm at this place, or a plain one
    RowVector bias; ///< may be empty
    bool plain = false; ///< a norm without gain and bias

    bool present() const { return plain || gain.size() > 0; }
};

struct AttentionWeights
{
    Linear query; ///< [heads·d_k × width]; head h owns rows h·d_k … (h+1)·d_k
    Linear key; ///< [kvHeads·d_k × width of the keys' stream]
    Linear value; ///< [kvHeads·d_v × width of the keys' stream]
    Linear output; ///< [width × heads·d_v]
    /// Applied before rotation. Gains: [d_k] shared by all heads, or [heads · d_k] per head or row.
    NormWeights queryNorm, keyNorm;
    /// Queries and keys of relative positions (disentangled attention): [heads·d_k × width]. May share the
    /// numbers of query and key.
    Linear positionQuery, positionKey;
    RowVector sinks; ///< [heads]: learned logits that take part in each row's softmax; empty = none

    /// The projection of one head, out of the packed matrix: rows head·d_k … of W_Q.
    WeightMatrix queryOf(int head, int headWidth) const
    {
        return query.weight.rowsFrom(Index{head} * headWidth, headWidth);
    }
    WeightMatrix valueOf(int kvHead, int valueWidth) const
    {
        return value.weight.rowsFrom(Index{kvHead} * valueWidth, valueWidth);
    }
    /// Columns head·d_v … of W_O, copied: [width × d_v].
    Matrix outputOf(int head, int valueWidth) const
    {
        return output.weight.toMatrix().middleCols(Index{head} * valueWidth, valueWidth);
    }
};

struct FeedForwardWeights
{
    Linear up, gate, down; ///< gate is absent unless the spec is gated
};

/// Weights of a mixture of experts.
struct ExpertsWeights
{
    Linear router; ///< [experts × width]
    std::vector<FeedForwardWeights> experts;
    FeedForwardWeights shared; ///< present if the spec has a shared expert
    Linear sharedGate; ///< [1 × width]
};

struct LayerWeights
{
    AttentionWeights self;
    std::optional<AttentionWeights> cross;
    FeedForwardWeights feedForward; ///< weights of a layer without experts
    std::optional<ExpertsWeights> experts;
    NormWeights selfNorm, crossNorm, feedForwardNorm; ///< before or after the sub-layer, as the spec says
    NormWeights selfPostNorm, feedForwardPostNorm; ///< norms of the sub-layers' outputs (sandwich, output)
    std::shared_ptr<const Matrix> relativeBias; ///< [buckets × heads] of this layer; null = the stack's (T5)

    /// The norm at a place around a sub-layer. An absent one for the places that are not in a layer.
    const NormWeights& norm(NormSite site) const
    {
        static const NormWeights none;
        switch (site) {
        case NormSite::kSelf:
            return selfNorm;
        case NormSite::kCross:
            return crossNorm;
        case NormSite::kFeedForward:
            return feedForwardNorm;
        case NormSite::kSelfPost:
            return selfPostNorm;
        case NormSite::kFeedForwardPost:
            return feedForwardPostNorm;
        default:
            return none;
        }
    }
};

/// One matrix per tap: row i of the result is the sum over taps t of taps[t] · x(i + t − taps/2).
struct ConvolutionWeights
{
    std::vector<WeightMatrix> taps; ///< [width × width]; empty = no convolution
    RowVector bias;
    NormWeights norm;
};

struct StackWeights
{
    WeightMatrix embedding; ///< [vocabulary × embedding width]
    Matrix positions; ///< learned table; no rows = none
    Matrix segments; ///< segment table; no rows = none
    NormWeights embeddingNorm;
    Linear projectIn, projectOut; ///< present if embeddings have a width of their own
    std::vector<LayerWeights> layers;
    NormWeights finalNorm;
    std::shared_ptr<const Matrix> relativeBias; ///< [buckets × heads], shared by all layers; null = none
    /// Rows for the distances of disentangled attention, normalised if the model does so [2·span × width];
    /// null = none. Shared by all layers.
    std::shared_ptr<const Matrix> relativeRows;
    NormWeights relativeNorm; ///< norm already applied to relativeRows; only its size matters
    ConvolutionWeights convolution;

    /// The table of biases that a layer adds to the scores of its self-attention; null = none.
    const std::shared_ptr<const Matrix>& relativeBiasOf(int layer) const
    {
        const auto& own = layers[static_cast<std::size_t>(layer)].relativeBias;
        return own ? own : relativeBias;
    }
};

struct HeadWeights
{
    Linear transform; ///< masked-LM heads
    NormWeights transformNorm;
    Linear projection; ///< to the vocabulary; shares the embedding's numbers if tied
};

struct ModelWeights
{
    std::optional<StackWeights> encoder, decoder;
    HeadWeights head;

    const StackWeights* stack(StackKind kind) const
    {
        const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
        return found ? &*found : nullptr;
    }
};

} // namespace headlight
