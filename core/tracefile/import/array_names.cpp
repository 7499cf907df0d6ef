#include "core/tracefile/import/array_names.h"

#include <array>
#include <cctype>
#include <string>

namespace headlight {

namespace {

constexpr int kMaxNumber = 4096;

struct HookName
{
    std::string_view ending;
    Site site;
    ArrayName::Axes axes;
    bool preferred = false;
};

// https://transformerlensorg.github.io: names of ActivationCache. hook_attn_scores is missing on purpose: it
// is recorded after the mask, while a trace's scores are recorded before it.
constexpr std::array<HookName, 13> kHooks{{
    {"hook_pattern", Site::kWeights, ArrayName::Axes::kHeadsFirst},
    {"hook_q", Site::kQuery, ArrayName::Axes::kPositionsFirst},
    {"hook_k", Site::kKey, ArrayName::Axes::kPositionsFirst},
    {"hook_rot_q", Site::kQuery, ArrayName::Axes::kPositionsFirst, true},
    {"hook_rot_k", Site::kKey, ArrayName::Axes::kPositionsFirst, true},
    {"hook_v", Site::kValue, ArrayName::Axes::kPositionsFirst},
    {"hook_z", Site::kHeadOutput, ArrayName::Axes::kPositionsFirst},
    {"hook_attn_out", Site::kOutput, ArrayName::Axes::kStream},
    {"hook_mlp_out", Site::kFeedForwardOutput, ArrayName::Axes::kStream},
    {"hook_resid_pre", Site::kResidual, ArrayName::Axes::kStream},
    {"hook_resid_post", Site::kResidual, ArrayName::Axes::kStream},
    {"hook_embed", Site::kEmbeddings, ArrayName::Axes::kStream},
    {"hook_pos_embed", Site::kPositions, ArrayName::Axes::kStream},
}};

/// The only number in a name; empty if there is none. `several`: there is more than one, or a huge one.
std::optional<int> onlyNumber(std::string_view name, bool& several)
{
    std::optional<int> number;
    for (std::size_t i = 0; i < name.size();) {
        if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) {
            ++i;
            continue;
        }
        several = several || number.has_value();
        int value = 0;
        for (; i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0; ++i)
            value = value < kMaxNumber ? value * 10 + (name[i] - '0') : value;
        several = several || value >= kMaxNumber;
        number = value;
    }
    return number;
}

bool containsPart(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

std::optional<ArrayName> arrayName(std::string_view name)
{
    ArrayName found;
    bool several = false;
    found.layer = onlyNumber(name, several);
    if (several)
        return std::nullopt;
    std::string lower(name);
    for (char& letter : lower)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    const bool cross = containsPart(lower, "cross_attention") || containsPart(lower, "cross_attn");
    if (cross) {
        found.kind = AttentionKind::kCross;
        found.stack = StackKind::kDecoder;
    } else if (lower.starts_with("encoder") || containsPart(lower, "encoder_attentions"))
        found.stack = StackKind::kEncoder;
    else if (lower.starts_with("decoder") || containsPart(lower, "decoder_attentions"))
        found.stack = StackKind::kDecoder;
    if (!containsPart(lower, "hook_")) {
        found.known = containsPart(lower, "attention");
        return found;
    }
    for (const HookName& hook : kHooks) {
        const bool whole = lower.ends_with(hook.ending)
            && (lower.size() == hook.ending.size() || lower[lower.size() - hook.ending.size() - 1] == '.');
        if (!whole)
            continue;
        found.site = hook.site;
        found.axes = hook.axes;
        found.preferred = hook.preferred || hook.ending == "hook_resid_pre";
        found.known = true;
        if (hook.ending == "hook_resid_post" && found.layer)
            ++*found.layer;
        return found;
    }
    return std::nullopt;
}

} // namespace headlight
