#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/model/families/family.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace headlight {

namespace {

/// A family and its special features, in a few words for `headlight models --families`.
struct Registered
{
    const Family* family;
    std::string_view features;
};

/// One line per family.
// clang-format off
const std::array kFamilies = {
    Registered{&families::kVaswani, "the architecture of the paper"},
    Registered{&families::kMarian, "sinusoids in halves, post-norm"},
    Registered{&families::kBart, "learned positions, LayerNorm on the embeddings"},
    Registered{&families::kMbart, "pre-norm, language codes"},
    Registered{&families::kPegasus, "sinusoids in halves, pre-norm"},
    Registered{&families::kBlenderbot, "learned positions, pre-norm"},
    Registered{&families::kM2m100, "sinusoids over real tokens, language codes"},
    Registered{&families::kT5, "relative position buckets, scores not scaled"},
    Registered{&families::kMt5, "T5 with gated feed-forwards"},
    Registered{&families::kUmt5, "relative positions of every layer"},
    Registered{&families::kGpt2, "learned positions"},
    Registered{&families::kGptNeo, "local and global layers, scores not scaled"},
    Registered{&families::kGptNeoX, "rotary on a part of each head, parallel blocks"},
    Registered{&families::kOpt, "learned positions, projected embeddings"},
    Registered{&families::kLlama, "grouped heads, scaled rotary"},
    Registered{&families::kMistral, "sliding window"},
    Registered{&families::kQwen2, "biases on queries, keys and values; window in later layers"},
    Registered{&families::kQwen3, "RMSNorm on queries and keys per head"},
    Registered{&families::kPhi3, "fused projections, longrope"},
    Registered{&families::kGemma, "RMSNorm with 1 + gain"},
    Registered{&families::kGemma2, "RMSNorm on both sides, soft caps, window in every other layer"},
    Registered{&families::kGemma3Text, "RMSNorm on queries and keys, two rotary bases, windows"},
    Registered{&families::kGemma3, "the text part of the models that read images"},
    Registered{&families::kBloom, "ALiBi, LayerNorm on the embeddings"},
    Registered{&families::kFalcon, "multi-query or grouped heads, parallel blocks, rotary or ALiBi"},
    Registered{&families::kMpt, "ALiBi, no biases, clipped projections"},
    Registered{&families::kGptj, "rotary in pairs on a part of each head, parallel blocks"},
    Registered{&families::kGptBigCode, "multi-query"},
    Registered{&families::kPhi, "rotary on a part of each head, parallel blocks"},
    Registered{&families::kStableLm, "rotary on a part of each head, optional LayerNorm on queries and keys"},
    Registered{&families::kStarcoder2, "grouped heads, sliding window"},
    Registered{&families::kOlmo2, "RMSNorm on the outputs, and on queries and keys over all heads"},
    Registered{&families::kCohere, "rotary in pairs, parallel blocks, scaled logits"},
    Registered{&families::kGranite, "multipliers of embeddings, scores, updates and logits"},
    Registered{&families::kSmolLm3, "layers without rotary"},
    Registered{&families::kMixtral, "mixture of experts"},
    Registered{&families::kQwen2Moe, "mixture of experts with a shared expert"},
    Registered{&families::kQwen3Moe, "mixture of experts, RMSNorm on queries and keys"},
    Registered{&families::kGptOss, "mixture of experts, learned sinks, windows, MXFP4"},
    Registered{&families::kBert, "segments, learned positions"},
    Registered{&families::kRoberta, "positions count what is not padding"},
    Registered{&families::kXlmRoberta, "RoBERTa in 100 languages"},
    Registered{&families::kCamembert, "RoBERTa in French"},
    Registered{&families::kDistilBert, "BERT with half of its layers"},
    Registered{&families::kElectra, "embeddings narrower than the stream"},
    Registered{&families::kAlbert, "layers share their weights"},
    Registered{&families::kDebertaV2, "disentangled attention"},
    Registered{&families::kModernBert, "rotary, local and global layers"},
    Registered{&families::kMpnet, "relative position buckets"},
    Registered{&families::kTransformerLens, "HookedTransformer: with or without norms, feed-forwards, positions"},
};
// clang-format on

/// The stacks of a default configuration.
std::string_view stacksOf(const Family& family)
{
    const nlohmann::json none = nlohmann::json::object();
    ConfigReader config(none, "config.json");
    const ArchSpec arch = family.describe(config);
    if (arch.encoder && arch.decoder)
        return "encoder-decoder";
    return arch.encoder ? "encoder" : "decoder";
}

/// Letters and digits, small: "XLM-RoBERTa" and "xlm-roberta" are the same.
std::string lettersOf(std::string_view name)
{
    std::string letters;
    for (const char letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return letters;
}

} // namespace

const Family* findFamily(std::string_view modelType)
{
    for (const Registered& each : kFamilies)
        if (each.family->modelType == modelType)
            return each.family;
    return nullptr;
}

std::optional<std::string> modelTypeOf(const nlohmann::json& config)
{
    if (config.is_object() && config.contains("model_type"))
        return textMember(config, "model_type");
    const nlohmann::json* const architectures = findField(config, "architectures");
    if (architectures == nullptr || !architectures->is_array() || architectures->empty()
        || !architectures->front().is_string())
        return std::nullopt;
    const std::string architecture = lettersOf(architectures->front().get<std::string>());
    if (architecture == "gemma3forcausallm")
        return "gemma3_text";
    std::optional<std::string> longest; // "GPTNeoX" is not "GPTNeo"
    for (const std::string& type : knownFamilies()) {
        const std::string letters = lettersOf(type);
        const std::string_view task
            = std::string_view(architecture).substr(std::min(letters.size(), architecture.size()));
        const bool whole = task.starts_with("for") || task.starts_with("model") || task.starts_with("lmhead")
            || task.starts_with("mt") || task.starts_with("withlmhead") || task.starts_with("encodermodel");
        if (architecture.starts_with(letters) && whole
            && (!longest || letters.size() > lettersOf(*longest).size()))
            longest = type;
    }
    return longest;
}

std::vector<std::string> knownFamilies()
{
    return listFrom(kFamilies, [](const Registered& each) { return std::string(each.family->modelType); });
}

std::vector<FamilyFacts> familyFacts()
{
    return listFrom(kFamilies, [](const Registered& each) {
        return FamilyFacts{each.family->modelType, stacksOf(*each.family), each.features};
    });
}

} // namespace headlight
