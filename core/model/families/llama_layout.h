#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// What llama, mistral, qwen2, qwen3, phi3, gemma and gemma2 share: decoder-only, norms before the
/// sub-layers without a mean, rotary positions, grouped key/value heads, a gated feed-forward; the fields
/// of their config.json and the names of their tensors.

/// The defaults that differ between the families' configuration classes.
struct LlamaDefaults
{
    int vocabulary = 32000;
    int width = 4096;
    int feedForward = 11008;
    int layers = 32;
    int heads = 32;
    int kvHeads = 0; ///< where the field is absent; 0: as many as heads. null always says: as many
    int headWidth = 0; ///< 0: width / heads
    int length = 2048; ///< max_position_embeddings
    int originalLength = 0; ///< original_max_position_embeddings
    float epsilon = 1e-6F;
    std::string_view activationField = "hidden_act";
    std::string activation = "silu";
};
ArchSpec describeLlamaLayout(ConfigReader& config, const LlamaDefaults& defaults);

/// Sets the window of the layers that slide: those that layer_types names, or else those for which
/// `slides` is true.
void setWindows(ConfigReader& config, StackSpec& stack, Index window, bool (*slides)(int layer));
/// The windows of Qwen 2 and 3: off unless use_sliding_window, then from max_window_layers on.
void setQwenWindows(ConfigReader& config, StackSpec& stack);

/// What a family decides about the weights.
struct LlamaBinding
{
    bool inputBias = false; ///< of queries, keys and values
    bool outputBias = false; ///< of the attention's output
    bool feedForwardBias = false;
    bool headNorms = false; ///< q_norm, k_norm (Qwen 3)
    bool fused = false; ///< qkv_proj and gate_up_proj (Phi-3)
    bool tied = false;
};
ModelWeights bindLlamaLayout(Binder& binder, const ArchSpec& arch, const LlamaBinding& binding);

} // namespace headlight
