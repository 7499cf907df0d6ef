#pragma once

#include "core/base/result.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The two stacks of "Attention Is All You Need". A decoder-only model has only kDecoder, an
/// encoder-only one only kEncoder.
enum class StackKind : unsigned char { kEncoder, kDecoder };

/// kSelf: queries and keys from the same stack. kCross: queries of the decoder, keys of the encoder.
enum class AttentionKind : unsigned char { kSelf, kCross };

/// Every quantity that a forward pass records. Names and shapes are those of the trace file; the
/// table of shapes is in core/trace/trace_file.h.
enum class Site : unsigned char {
    kEmbeddings, ///< token embeddings after scaling, before positions [seq × d_model]
    kPositions, ///< what was added for the position [seq × d_model]
    kSegments, ///< what was added for the segment [seq × d_model]
    kQuery, ///< as it enters the dot product, per head [queries × d_head]
    kKey, ///< likewise, per key/value head [keys × d_head]
    kValue, ///< per key/value head [keys × d_value]
    kScores, ///< scaled dot products before soft-capping, bias and mask [queries × keys]
    kBias, ///< what was added to the scores besides the mask [queries × keys]
    kMask, ///< 1 = may attend [queries × keys]
    kWeights, ///< after softmax [queries × keys]
    kHeadOutput, ///< weights · values, before the output projection [queries × d_value]
    kResidual, ///< the stack's stream: 0 = input of layer 0, L = output of layer L-1 [seq × d_model]
    kFinal, ///< after the final norm, what the head or cross-attention reads [seq × d_model]
    kLogits, ///< [rows × vocabulary]
    /// What an attention sub-layer adds to the stream: after the output projection, and after the second
    /// norm of a sandwich; a post-norm comes after the addition [seq × d_model]
    kOutput,
    kFeedForwardOutput, ///< what the feed-forward layer adds, likewise [seq × d_model]
    kRouter, ///< of a mixture of experts: its probabilities as the model uses them [seq × experts]
    kExperts, ///< the chosen experts, best first [seq × k]
    kFeedForwardHidden, ///< after the activation (× gate): what the second matrix reads [seq × d_ff]
    kNorms, ///< what every norm divides by and takes away: mean and deviation [seq × 2]; see NormRef
};
inline constexpr int kSiteCount = 20;

/// The norms of a stack.
enum class NormSite : unsigned char {
    kEmbedding, ///< after the embeddings (BERT)
    kSelf, ///< of self-attention: before it, or after the sum
    kCross,
    kFeedForward,
    kSelfPost, ///< the second one of a sandwich (Gemma 2)
    kFeedForwardPost,
    kFinal, ///< at the end of the stack
    kQuery, ///< of the queries of self-attention, before they are rotated (Qwen 3): one per head, or one for
            ///< all
    kKey, ///< of its keys
    kHead, ///< in the head of a masked language model, after its own dense layer (BERT)
};

/// Whether a norm may have a mean and a deviation for every head.
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

/// One head: the address that the window, the command line and the trace file share.
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

/// One norm. Of kEmbedding and kFinal the layer is 0 and means nothing.
struct NormRef
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    NormSite site = NormSite::kSelf;
    auto operator<=>(const NormRef&) const = default; // NOLINT(modernize-use-nullptr): see HeadRef
};

std::string_view stackName(StackKind stack); ///< "encoder", "decoder"
std::string_view kindName(AttentionKind kind); ///< "self", "cross"
std::string_view siteName(Site site); ///< "weights", "head_output", … as --record spells them
std::string toString(const LayerRef& layer); ///< "decoder.2.cross"
std::string toString(const HeadRef& head); ///< "encoder.0.self.3"
std::string toString(const NormRef& norm); ///< "encoder.0.self_norm", "decoder.final_norm"
std::optional<NormRef> normFromName(std::string_view name); ///< what toString() gives; layers below 4096
Result<Site> siteFromName(std::string_view name);

/// The attention sub-layers and heads that a model has; what patterns are matched against.
struct StackShape
{
    int layers = 0;
    int heads = 0;
    int kvHeads = 0; ///< grouped key/value heads: head h uses h / (heads / kvHeads)
    int headWidth = 0; ///< d_head of queries and keys
    bool causal = false; ///< what the architecture says of its self-attention
    bool cross = false; ///< has cross-attention
    std::vector<int> experts; ///< per layer: how many its mixture has, 0: none; no entries: no layer has one

    int expertsOf(int layer) const
    {
        const auto index = static_cast<std::size_t>(layer);
        return index < experts.size() ? experts[index] : 0;
    }
    /// A norm reads all positions at once: rows that are added later change the earlier ones.
    bool mixesRows = false;
};

/// A pattern over heads: "STACK.LAYER.KIND.HEAD" where every part but a name may be a number from 0,
/// an inclusive range "2-5", or "*" (also for STACK and KIND).
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
/// A pattern over experts: "STACK.LAYER.expert.EXPERT", its parts as in a HeadPattern.
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
/// Whether the text names experts, not heads.
bool namesExperts(std::string_view text);
ExpertPattern patternOf(const ExpertRef& expert);
std::string toString(const ExpertPattern& pattern);

Result<HeadPattern> parseHeadPattern(std::string_view text);
HeadPattern patternOf(const HeadRef& head);
std::string toString(const HeadPattern& pattern);

} // namespace headlight
