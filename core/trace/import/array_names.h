#pragma once

#include "core/trace/site.h"

#include <optional>
#include <string_view>

namespace headlight {

/// What the name of another program's array says.
struct ArrayName
{
    /// What the axes of one layer mean; a leading axis is a batch.
    enum class Axes {
        kHeadsFirst, ///< [heads, queries, keys]
        kPositionsFirst, ///< [positions, heads, d_head]: TransformerLens' hook_q
        kStream, ///< [positions, d_model]
    };
    Site site = Site::kWeights;
    Axes axes = Axes::kHeadsFirst;
    std::optional<StackKind> stack; ///< unset: the only stack, whichever it is
    AttentionKind kind = AttentionKind::kSelf;
    std::optional<int> layer; ///< unset: all layers in one array, or the only one
    bool preferred = false; ///< replaces one of the same place that is not (hook_rot_q replaces hook_q)
    bool known = false; ///< a name that this program knows; otherwise it is only taken for weights
};

/// The names that Hugging Face transformers ("attentions.0", "encoder_attentions", "cross_attentions_3", …)
/// and TransformerLens ("blocks.0.attn.hook_pattern", "hook_q", …) give, and any other with one number or
/// none
/// ("arr_0"). Nothing for what is no part of a trace: another hook, a name with several numbers.
std::optional<ArrayName> arrayName(std::string_view name);

} // namespace headlight
