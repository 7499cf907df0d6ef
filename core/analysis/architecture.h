#pragma once

#include "core/analysis/position_tables.h"
#include "core/math/layers.h"
#include "core/nn/layer_plan.h"
#include "core/trace/site.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

class Model;
class Trace;

/// A loaded model as plain facts for a diagram: what is where, how large it is and how many numbers it has.
/// The parameters of a part are its own tensors; shared tensors are counted where they are first used and
/// marked as shared elsewhere, so that the counts add up to the model's total.

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
    int width = 0; ///< width of the stream
    bool causal = false;
    Index window = 0; ///< number of keys that a query sees; 0 = all
    float softcap = 0; ///< 0 = none
    PositionMethod positions
        = PositionMethod::kNone; ///< kRotary, kRelativeBias, kAlibi or kDisentangled if used here
    bool normalisesHeads = false; ///< whether queries and keys have norms of their own
    bool sinks = false; ///< whether each head has a learned sink, which takes a share of every row
    std::int64_t parameters = 0;
};

struct FeedForwardFacts
{
    int inner = 0; ///< d_ff
    int width = 0; ///< d_model
    bool gated = false;
    Activation activation = Activation::kRelu;
    std::int64_t parameters = 0; ///< total of all experts, the router and the shared expert
    int experts = 0; ///< 0 = one network for every token
    int perToken = 0; ///< number of experts that run per token
    int sharedInner = 0; ///< d_ff of an expert that runs for every token; 0 = none
};

struct LayerFacts
{
    AttentionFacts self;
    std::optional<AttentionFacts> cross;
    FeedForwardFacts feedForward;
    std::map<NormSite, NormFacts> norms; ///< those that the layer has
    LayerPlan plan; ///< where norms and sums stand
    std::int64_t parameters = 0; ///< total of the whole layer
    int sharedWith = -1; ///< earlier layer that owns these weights and counts them (ALBERT); -1 = none
};

struct StackFacts
{
    StackKind kind = StackKind::kEncoder;
    std::int64_t vocabulary = 0; ///< rows of the embedding table
    int embeddingWidth = 0; ///< columns of the table; differs from d_model only if projected
    float embeddingScale = 1; ///< factor of the embeddings
    std::int64_t embeddingParameters = 0; ///< 0 if shared
    bool embeddingShared = false; ///< whether the table belongs to the other stack
    PositionMethod positions = PositionMethod::kNone;
    Index positionRows = 0; ///< rows of a learned table
    std::int64_t positionParameters = 0; ///< total of a learned table, relative biases and rows for distances
    int segments = 0; ///< rows of the segment table; 0 = none
    std::int64_t segmentParameters = 0;
    NormFacts embeddingNorm, finalNorm;
    std::int64_t projectionParameters = 0; ///< total of the projections between embedding and stream widths
    int convolution = 0; ///< rows read by the convolution beside layer 0; 0 = none
    std::int64_t convolutionParameters = 0;
    std::vector<LayerFacts> layers;
};

struct HeadFacts
{
    bool present = false;
    bool tied = false; ///< whether it uses the embedding table
    bool transform = false; ///< whether a layer, activation and norm precede the projection
    std::int64_t vocabulary = 0;
    float softcap = 0;
    std::int64_t parameters = 0; ///< not counting a tied table
};

/// A layer of one of a model's stacks.
using StackLayer = std::pair<StackKind, int>;
using LayerSet = std::set<StackLayer>;

struct Architecture
{
    std::string name;
    std::string family;
    int width = 0; ///< d_model
    std::optional<StackFacts> encoder, decoder;
    HeadFacts head;
    std::int64_t parameters = 0; ///< sum over all parts

    const StackFacts* stack(StackKind kind) const
    {
        const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
        return found ? &*found : nullptr;
    }
    /// All layers of its stacks.
    LayerSet layers() const;
};

Architecture architectureOf(const Model& model);
/// The model as far as its trace describes it: stacks and heads, but no norms and no kinds of layers.
Architecture architectureOf(const Trace& trace);

} // namespace headlight
