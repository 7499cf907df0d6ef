#pragma once

#include "core/trace/site.h"

#include <optional>
#include <string_view>

namespace headlight {

/// Meaning of an array's name in another program.
struct ArrayName
{
    /// Meaning of the axes of one layer; a leading axis is a batch.
    enum class Axes {
        kHeadsFirst, ///< [heads, queries, keys]
        kPositionsFirst, ///< [positions, heads, d_head]: TransformerLens' hook_q
        kStream, ///< [positions, d_model]
    };
    Site site = Site::kWeights;
    Axes axes = Axes::kHeadsFirst;
    std::optional<StackKind> stack; ///< unset = the only stack, whichever it is
    AttentionKind kind = AttentionKind::kSelf;
    std::optional<int> layer; ///< unset = all layers in one array, or the only one
    bool preferred = false; ///< replaces an array for the same place that is not preferred (hook_rot_q
                            ///< replaces hook_q)
    bool known = false; ///< whether this program knows the name; arrays of unknown names can only be weights
};

/// Parses the names used by Hugging Face transformers ("attentions.0", "encoder_attentions",
/// "cross_attentions_3", …) and TransformerLens ("blocks.0.attn.hook_pattern", "hook_q", …), and any other
/// name with at most one number ("arr_0"). Empty if the array is not part of a trace: another hook, or a name
/// with several numbers.
std::optional<ArrayName> arrayName(std::string_view name);

} // namespace headlight
