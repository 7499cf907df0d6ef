#pragma once

#include "core/trace/site.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace headlight {

/// How transformers calls what is 1 at special tokens and 0 at others.
inline constexpr const char* kSpecialMask = "special_tokens_mask";

/// Meaning of an array's name in another program.
struct ArrayName
{
    enum class Meaning {
        kUnknown, ///< says nothing: the array is attention if its numbers are weights
        kAttention, ///< the same, but the name speaks of attention; unknown names are left out beside it
        kExact, ///< a name that Hugging Face transformers or TransformerLens give
        kMask, ///< a mask or a bias of attention
        kIds, ///< token ids, or which of them are special
        kOther, ///< not part of a trace
    };
    /// Meaning of the axes of one layer; a leading axis is a batch.
    enum class Axes {
        kHeadsFirst, ///< [heads, queries, keys]
        kPositionsFirst, ///< [positions, heads, d_head]: TransformerLens' hook_q
        kStream, ///< [positions, d_model]
    };
    Meaning meaning = Meaning::kUnknown;
    Site site = Site::kWeights;
    Axes axes = Axes::kHeadsFirst;
    std::optional<StackKind> stack; ///< unset = the only stack, whichever it is
    AttentionKind kind = AttentionKind::kSelf;
    std::optional<int> layer; ///< unset = all layers in one array, or the only one
    std::optional<int> head; ///< set if the array is one head, [queries, keys]
    /// The first of two numbers side by side ("attentions.3.0"), or a step: a step of generate(), or the
    /// layer if the array is one head, which `layer` numbers then.
    std::optional<int> outer;
    bool preferred = false; ///< replaces an array for the same place that is not preferred (hook_rot_q
                            ///< replaces hook_q)
    std::string family; ///< the name without its numbers

    bool isWeights() const { return axes == Axes::kHeadsFirst && meaning < Meaning::kMask; }
};

/// Parses the names used by Hugging Face transformers ("attentions.0", "encoder_attentions",
/// "cross_attentions_3", "model.layers.5.self_attn", …), by TransformerLens ("blocks.0.attn.hook_pattern",
/// "hook_q", …), and any others ("arr_0", "layer_2_head_3"). The number of a layer is the one behind a word
/// such as "layer", or else the one that differs between names that are otherwise alike.
std::map<std::string, ArrayName, std::less<>> arrayNames(std::span<const std::string> names);

} // namespace headlight
