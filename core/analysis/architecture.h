#pragma once

#include "core/analysis/position_tables.h"
#include "core/math/layers.h"
#include "core/trace/site.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

class Model;

/// A loaded model as plain facts for a diagram: what stands where, how large it is and how many numbers it
/// has. Parameters of a part count its own tensors; what is shared is counted where it is used first and
/// marked as shared elsewhere, so that the counts of all parts add up to the model's.

struct NormFacts
{
    bool present = false;
    NormKind kind = NormKind::kLayerNorm;
    std::int64_t parameters = 0;
};

struct AttentionFacts
{
    int heads = 0;
    int kvHeads = 0; ///< query heads per key/value head: heads / kvHeads
    int headWidth = 0; ///< d_k
    int valueWidth = 0; ///< d_v
    int width = 0; ///< of the stream
    bool causal = false;
    Index window = 0; ///< keys that a query sees; 0: all
    float softcap = 0; ///< 0: none
    PositionMethod positions
        = PositionMethod::kNone; ///< kRotary, kRelativeBias, kAlibi, kDisentangled where used here
    bool normalisesHeads = false; ///< queries and keys have norms of their own
    bool sinks = false; ///< each head has a learned sink, which takes a share of every row
    std::int64_t parameters = 0;
};

struct FeedForwardFacts
{
    int inner = 0; ///< d_ff
    int width = 0; ///< d_model
    bool gated = false;
    Activation activation = Activation::kRelu;
    std::int64_t parameters = 0; ///< of all experts, the router and the shared expert
    int experts = 0; ///< 0: one network for every token
    int perToken = 0; ///< experts that run for a token
    int sharedInner = 0; ///< d_ff of an expert that runs for every token; 0: none
};

struct LayerFacts
{
    AttentionFacts self;
    std::optional<AttentionFacts> cross;
    FeedForwardFacts feedForward;
    NormFacts selfNorm, crossNorm, feedForwardNorm; ///< before or after the sub-layer, as the stack has it
    NormFacts selfPostNorm, feedForwardPostNorm; ///< second ones of a sandwich
    std::int64_t parameters = 0; ///< of all that
    int sharedWith = -1; ///< the earlier layer whose weights these are, counted there (ALBERT); -1: none
};

enum class NormPlace : unsigned char {
    kAfterSum, ///< post-norm: norm(x + f(x)), as in the paper
    kBefore, ///< pre-norm: x + f(norm(x))
    kBothSides, ///< x + norm(f(norm(x)))
};

struct StackFacts
{
    StackKind kind = StackKind::kEncoder;
    NormPlace norms = NormPlace::kAfterSum;
    bool parallel = false; ///< attention and feed-forward read the same stream and are added together
    std::int64_t vocabulary = 0; ///< rows of the embedding table
    int embeddingWidth = 0; ///< its columns; d_model except where they are projected
    float embeddingScale = 1; ///< embeddings are multiplied by it
    std::int64_t embeddingParameters = 0; ///< 0 where shared
    bool embeddingShared = false; ///< the table is the other stack's
    PositionMethod positions = PositionMethod::kNone;
    Index positionRows = 0; ///< of a learned table
    std::int64_t positionParameters = 0; ///< of a learned table, relative biases, rows for distances
    int segments = 0; ///< rows of a segment table; 0: none
    std::int64_t segmentParameters = 0;
    NormFacts embeddingNorm, finalNorm;
    std::int64_t projectionParameters = 0; ///< of projections between embedding and stream widths
    int convolution = 0; ///< rows that the convolution beside layer 0 reads; 0: there is none
    std::int64_t convolutionParameters = 0;
    std::vector<LayerFacts> layers;
};

struct HeadFacts
{
    bool present = false;
    bool tied = false; ///< uses the embedding table
    bool transform = false; ///< a layer, activation and norm before the projection
    std::int64_t vocabulary = 0;
    float softcap = 0;
    std::int64_t parameters = 0; ///< without the tied table
};

struct Architecture
{
    std::string name;
    std::string family;
    int width = 0; ///< d_model
    std::optional<StackFacts> encoder, decoder;
    HeadFacts head;
    std::int64_t parameters = 0; ///< the sum of all parts

    const StackFacts* stack(StackKind kind) const
    {
        const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
        return found ? &*found : nullptr;
    }
};

Architecture architectureOf(const Model& model);

} // namespace headlight
