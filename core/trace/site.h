#pragma once

#include "core/base/enum_words.h"
#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The two stacks of "Attention Is All You Need". A decoder-only model has only kDecoder, an encoder-only
/// model only kEncoder.
enum class StackKind : unsigned char { kEncoder, kDecoder };
template <>
inline constexpr std::array kWordsOf<StackKind>{EnumWord{"encoder"}, EnumWord{"decoder"}};

/// kSelf: queries and keys from the same stack. kCross: queries from the decoder, keys from the encoder.
enum class AttentionKind : unsigned char { kSelf, kCross };

/// Every quantity that a forward pass records. Names and shapes are those of the trace file;
/// core/tracefile/trace_file.h has the table of shapes.
enum class Site : unsigned char {
    kEmbeddings, ///< token embeddings after scaling, before positions [seq × d_model]
    kPositions, ///< added for the position [seq × d_model]
    kSegments, ///< added for the segment [seq × d_model]
    kQuery, ///< as it enters the dot product, per head [queries × d_head]
    kKey, ///< as it enters the dot product, per key/value head [keys × d_head]
    kValue, ///< per key/value head [keys × d_value]
    kScores, ///< scaled dot products before soft-capping, bias and mask [queries × keys]
    kBias, ///< added to the scores besides the mask [queries × keys]
    kMask, ///< 1 = may attend [queries × keys]
    kWeights, ///< after softmax [queries × keys]
    kHeadOutput, ///< weights · values, before the output projection [queries × d_value]
    kResidual, ///< the stack's stream: 0 = input of layer 0, L = output of layer L-1 [seq × d_model]
    kFinal, ///< after the final norm: input of the head or of cross-attention [seq × d_model]
    kLogits, ///< [rows × vocabulary]
    /// The addition of an attention sub-layer to the stream: after the output projection, and after the
    /// second norm of a sandwich, but before a post-norm [seq × d_model].
    kOutput,
    kFeedForwardOutput, ///< what the feed-forward layer adds to the stream, likewise [seq × d_model]
    kRouter, ///< probabilities of a mixture of experts, as the model uses them [seq × experts]
    kExperts, ///< the chosen experts, best first [seq × k]
    kFeedForwardHidden, ///< after the activation (× gate): input of the second matrix [seq × d_ff]
    kNorms, ///< mean and deviation of every norm [seq × 2]; see NormRef
    /// The stream to which the feed-forward layer adds [seq × d_model]; parallel blocks have none.
    kResidualMiddle,
};
inline constexpr int kSiteCount = 21;

/// The owner of a quantity, from which the name of its tensor follows.
enum class SiteOwner : unsigned char {
    kModel, ///< "logits"
    kStack, ///< "encoder.final"
    kStream, ///< "encoder.residual.0": before and after every layer
    kLayer, ///< "encoder.0.ff_output"
    kSubLayer, ///< "encoder.0.self.output"
    kHeads, ///< "encoder.0.self.weights", with an axis of heads
    kNorm, ///< "encoder.0.self_norm.mean"
};

/// Name, owner and axes of a quantity.
struct SiteFacts
{
    std::string_view name; ///< as in --record
    SiteOwner owner = SiteOwner::kStack;
    bool perKey = false; ///< whether its rows are keys, and its heads key/value heads
    bool square = false; ///< whether it is [queries × keys]
};
const SiteFacts& factsOf(Site site);

/// The norms of a stack.
enum class NormSite : unsigned char {
    kEmbedding, ///< after the embeddings (BERT)
    kSelf, ///< norm of self-attention: before it, or after the sum
    kCross,
    kFeedForward,
    kSelfPost, ///< second norm of a sandwich (Gemma 2)
    kFeedForwardPost,
    kFinal, ///< at the end of the stack
    kQuery, ///< norm of the queries of self-attention before rotation (Qwen 3): one per head, or one for all
    kKey, ///< norm of the keys of self-attention
    kHead, ///< in the head of a masked language model, after its dense layer (BERT)
};

/// Whether a norm may have a separate mean and deviation for every head.
constexpr bool isOfHeads(NormSite site)
{
    return site == NormSite::kQuery || site == NormSite::kKey;
}

/// One attention sub-layer.
struct LayerRef
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    AttentionKind kind = AttentionKind::kSelf;
    auto operator<=>(const LayerRef&) const = default; // NOLINT(modernize-use-nullptr): it means the 0 of <=>
};

/// One head: the address used by the window, the command line and the trace file.
struct HeadRef
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    AttentionKind kind = AttentionKind::kSelf;
    int head = 0;
    auto operator<=>(
        const HeadRef&) const = default; // NOLINT(modernize-use-nullptr): the check's own mistake

    LayerRef layerRef() const { return {stack, layer, kind}; }
};

/// One expert of a layer's mixture.
struct ExpertRef
{
    StackKind stack = StackKind::kDecoder;
    int layer = 0;
    int expert = 0;
    auto operator<=>(const ExpertRef&) const = default; // NOLINT(modernize-use-nullptr): see HeadRef
};

/// One norm. For kEmbedding and kFinal the layer is 0 and has no meaning.
struct NormRef
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    NormSite site = NormSite::kSelf;
    auto operator<=>(const NormRef&) const = default; // NOLINT(modernize-use-nullptr): see HeadRef
};

/// Whether the site is a stream, or what a sub-layer adds to it: rows of a whole layer, not of a head.
constexpr bool isOfStream(Site site)
{
    return site == Site::kResidual || site == Site::kResidualMiddle || site == Site::kOutput
        || site == Site::kFeedForwardOutput;
}

/// "encoder", "decoder"
inline std::string_view stackName(StackKind stack)
{
    return wordOf(stack);
}
std::string_view kindName(AttentionKind kind); ///< "self", "cross"
inline std::string_view siteName(Site site)
{
    return factsOf(site).name;
}
std::string toString(const LayerRef& layer); ///< "decoder.2.cross"
std::string toString(const HeadRef& head); ///< "encoder.0.self.3"
std::string toString(const NormRef& norm); ///< "encoder.0.self_norm", "decoder.final_norm"
std::optional<NormRef> normFromName(std::string_view name); ///< inverse of toString(); layers below 4096
Result<Site> siteFromName(std::string_view name);
/// The name of its tensor in a trace file. A quantity of a whole stack has no layer, one of a layer no kind;
/// norms have their own names.
std::string tensorName(Site site, const LayerRef& layer);

/// The attention sub-layers and heads of a model, against which patterns are matched.
struct StackShape
{
    int layers = 0;
    int heads = 0;
    int kvHeads = 0; ///< grouped key/value heads: head h uses h / (heads / kvHeads)
    int headWidth = 0; ///< d_head of queries and keys
    bool causal = false; ///< whether the architecture's self-attention is causal
    bool cross = false; ///< whether it has cross-attention
    std::vector<int> experts; ///< per layer: number of experts, 0 = none; empty = no layer has any

    /// The key/value head that a head reads.
    int kvHeadOf(int head) const { return kvHeads > 0 ? head / std::max(1, heads / kvHeads) : head; }
    int expertsOf(int layer) const
    {
        const auto index = static_cast<std::size_t>(layer);
        return index < experts.size() ? experts[index] : 0;
    }
    /// Whether a norm reads all positions at once, so that rows added later change earlier ones.
    bool mixesRows = false;
};

/// A pattern over heads: "STACK.LAYER.KIND.HEAD". STACK and KIND are names, LAYER and HEAD numbers from 0 or
/// inclusive ranges "2-5"; any part may be "*".
struct HeadPattern
{
    struct Range
    {
        int first = 0;
        int last = 0; ///< inclusive; -1 = no limit ("*")
        bool contains(int i) const { return i >= first && (last < 0 || i <= last); }
        bool operator==(const Range&) const = default;
    };
    bool anyStack = false;
    StackKind stack = StackKind::kEncoder;
    Range layers;
    bool anyKind = false;
    AttentionKind kind = AttentionKind::kSelf;
    Range heads;

    bool matches(const HeadRef& head) const;
    bool operator==(const HeadPattern&) const = default;
};
/// All heads of a model.
inline constexpr HeadPattern kEveryHead{
    .anyStack = true, .layers = {0, -1}, .anyKind = true, .heads = {0, -1}};

/// A pattern over experts: "STACK.LAYER.expert.EXPERT", with parts as in a HeadPattern.
struct ExpertPattern
{
    bool anyStack = false;
    StackKind stack = StackKind::kDecoder;
    HeadPattern::Range layers{0, -1};
    HeadPattern::Range experts{0, -1};

    bool matches(const ExpertRef& expert) const;
    bool operator==(const ExpertPattern&) const = default;
};
Result<ExpertPattern> parseExpertPattern(std::string_view text);
/// Whether the text names experts rather than heads.
bool namesExperts(std::string_view text);
ExpertPattern patternOf(const ExpertRef& expert);
std::string toString(const ExpertPattern& pattern);

Result<HeadPattern> parseHeadPattern(std::string_view text);
HeadPattern patternOf(const HeadRef& head);
/// The head of a pattern that names exactly one, without ranges and "*".
std::optional<HeadRef> onlyHead(const HeadPattern& pattern);
std::string toString(const HeadPattern& pattern);

} // namespace headlight
