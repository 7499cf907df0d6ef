#pragma once

#include "core/model/families/family.h"

#include <string>
#include <string_view>

namespace headlight {

/// What llama, mistral, qwen, phi, gemma, stablelm, starcoder2, cohere, granite, … share: decoder-only,
/// rotary positions, grouped key/value heads; the fields of their config.json and the names of their
/// tensors.

/// The defaults that differ between the families' configuration classes, and what a family has in one form
/// only.
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
    float theta = 10000.0F; ///< rope_theta
    float partial = 1.0F; ///< partial_rotary_factor
    std::string_view scaling = {}; ///< JSON of rope_scaling where the field is absent
    bool interleaved = false; ///< pairs of the rotation are neighbours
    float epsilon = 1e-6F;
    std::string_view epsilonField = "rms_norm_eps";
    NormKind norm = NormKind::kRmsNorm;
    std::string_view activationField = "hidden_act";
    std::string activation = "silu";
    bool gated = true; ///< the feed-forward
};
ArchSpec describeLlamaLayout(ConfigReader& config, const LlamaDefaults& defaults);

/// Of every layer whether it slides: what layer_types says, where it is there, else what `slides` does.
std::vector<bool> slidingLayers(ConfigReader& config, std::size_t layers, bool (*slides)(int layer));
/// Sets the window of the layers that slide.
void setWindows(ConfigReader& config, StackSpec& stack, Index window, bool (*slides)(int layer));
/// The windows of Qwen 2 and 3: off unless use_sliding_window, then from max_window_layers on.
void setQwenWindows(ConfigReader& config, StackSpec& stack);

/// What a family decides about the weights.
struct LlamaBinding
{
    bool inputBias = false; ///< of queries, keys and values
    bool outputBias = false; ///< of the attention's output
    bool feedForwardBias = false;
    bool normBias = false;
    bool fused = false; ///< qkv_proj and gate_up_proj (Phi-3)
    bool tied = false;
    bool headBias = false; ///< of the language-model head
    std::string output = ".o_proj"; ///< the attention's output, below self_attn
    std::string up = ".up_proj", down = ".down_proj"; ///< below mlp; where the feed-forward is not gated
    std::string finalNorm = "norm";
    /// What else the attention has, norms of queries and keys or sinks, from `prefix` = "layers.N.self_attn".
    void (*attentionExtras)(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                            AttentionWeights& weights)
        = nullptr;
    /// The experts of a layer that has some, from `prefix` = "layers.N"; null: no layer has.
    ExpertsWeights (*experts)(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
        = nullptr;
    /// Prefixes of all names, in order.
    std::vector<std::string> prefixes = {"model.", ""};
    std::string head = "lm_head"; ///< tried with these prefixes
};
ModelWeights bindLlamaLayout(Binder& binder, const ArchSpec& arch, const LlamaBinding& binding);

/// q_norm and k_norm with gains [headWidth] that all heads share (Qwen 3, Gemma 3).
void bindSharedHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                         AttentionWeights& weights);
/// gate_proj, up_proj and down_proj below `prefix`, without biases.
FeedForwardWeights bindGatedFeedForward(Binder& binder, const std::string& prefix, Index hidden, Index width);

} // namespace headlight
