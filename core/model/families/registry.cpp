#include "core/model/families/family.h"

#include <nlohmann/json.hpp>

#include <array>

namespace headlight {

namespace {

/// A family and what is special about it, in a few words for `headlight models --families`.
struct Registered
{
    Registered(const Family* its, std::string_view words = {}) // NOLINT(google-explicit-constructor): a line
        : family(its)
        , features(words)
    { }
    const Family* family;
    std::string_view features;
};

/// One line per family.
// clang-format off
const std::array kFamilies = {
    Registered{&kVaswani, "the architecture of the paper"},
    Registered{&kMarian, "sinusoids in halves, post-norm"},
    Registered{&kBart, "learned positions, a norm on the embeddings"},
    Registered{&kMbart, "pre-norm, language codes"},
    Registered{&kPegasus, "sinusoids in halves, pre-norm"},
    Registered{&kBlenderbot, "learned positions, pre-norm"},
    Registered{&kM2m100, "sinusoids over real tokens, language codes"},
    Registered{&kT5, "relative position buckets, scores not scaled"},
    Registered{&kMt5, "T5 with gated feed-forwards"},
    Registered{&kUmt5, "relative positions of every layer"},
    Registered{&kGpt2, "learned positions"},
    Registered{&kGptNeo, "local and global layers, scores not scaled"},
    Registered{&kGptNeoX, "rotary on a part of each head, parallel blocks"},
    Registered{&kOpt, "learned positions, projected embeddings"},
    Registered{&kLlama, "grouped heads, scaled rotary"},
    Registered{&kMistral, "sliding window"},
    Registered{&kQwen2, "biases on queries, keys and values; window in later layers"},
    Registered{&kQwen3, "norms of queries and keys per head"},
    Registered{&kPhi3, "fused projections, longrope"},
    Registered{&kGemma, "norms with 1 + gain"},
    Registered{&kGemma2, "norms on both sides, soft caps, window in every other layer"},
    Registered{&kGemma3Text, "norms of queries and keys, two rotary bases, windows"},
    Registered{&kGemma3, "the text part of the models that read images"},
    Registered{&kBloom, "ALiBi, a norm on the embeddings"},
    Registered{&kFalcon, "multi-query or grouped heads, parallel blocks, rotary or ALiBi"},
    Registered{&kMpt, "ALiBi, no biases, clipped projections"},
    Registered{&kGptj, "rotary in pairs on a part of each head, parallel blocks"},
    Registered{&kGptBigCode, "multi-query"},
    Registered{&kPhi, "rotary on a part of each head, parallel blocks"},
    Registered{&kStableLm, "rotary on a part of each head, optional norms of queries and keys"},
    Registered{&kStarcoder2, "grouped heads, sliding window"},
    Registered{&kOlmo2, "norms on the outputs, norms of queries and keys over all heads"},
    Registered{&kCohere, "rotary in pairs, parallel blocks, scaled logits"},
    Registered{&kGranite, "multipliers of embeddings, scores, updates and logits"},
    Registered{&kSmolLm3, "layers without rotary"},
    Registered{&kMixtral, "mixture of experts"},
    Registered{&kQwen2Moe, "mixture of experts with a shared expert"},
    Registered{&kQwen3Moe, "mixture of experts, norms of queries and keys"},
    Registered{&kGptOss, "mixture of experts, learned sinks, windows, MXFP4"},
    Registered{&kBert, "segments, learned positions"},
    Registered{&kRoberta, "positions count what is not padding"},
    Registered{&kXlmRoberta, "RoBERTa in 100 languages"},
    Registered{&kCamembert, "RoBERTa in French"},
    Registered{&kDistilBert, "BERT with half of its layers"},
    Registered{&kElectra, "embeddings narrower than the stream"},
    Registered{&kAlbert, "layers share their weights"},
    Registered{&kDebertaV2, "disentangled attention"},
    Registered{&kModernBert, "rotary, local and global layers"},
    Registered{&kMpnet, "relative position buckets"},
};
// clang-format on

/// What the stacks of a default configuration say.
std::string_view stacksOf(const Family& family)
{
    const nlohmann::json none = nlohmann::json::object();
    ConfigReader config(none, "config.json");
    const ArchSpec arch = family.describe(config);
    if (arch.encoder && arch.decoder)
        return "encoder-decoder";
    return arch.encoder ? "encoder" : "decoder";
}

} // namespace

const Family* findFamily(std::string_view modelType)
{
    for (const Registered& each : kFamilies)
        if (each.family->modelType == modelType)
            return each.family;
    return nullptr;
}

std::vector<std::string> knownFamilies()
{
    std::vector<std::string> names;
    names.reserve(kFamilies.size());
    for (const Registered& each : kFamilies)
        names.emplace_back(each.family->modelType);
    return names;
}

std::vector<FamilyFacts> familyFacts()
{
    std::vector<FamilyFacts> all;
    for (const Registered& each : kFamilies)
        all.push_back({each.family->modelType, stacksOf(*each.family), each.features});
    return all;
}

} // namespace headlight
