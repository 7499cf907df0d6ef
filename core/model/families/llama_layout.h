#pragma once

#include "core/model/families/family.h"

#include <string>
#include <string_view>

namespace headlight {

/// Shared by llama, mistral, qwen, phi, gemma, stablelm, starcoder2, cohere, granite, …: decoder-only, rotary
/// positions, grouped key/value heads; the fields of their config.json and the names of their tensors.

/// Defaults that differ between the families' configuration classes, and properties fixed by the family.
struct LlamaDefaults
{
    int vocabulary = 32000;
    int width = 4096;
    int feedForward = 11008;
    int layers = 32;
    int heads = 32;
    int kvHeads = 0; ///< if the field is absent; 0 = as many as heads, which null always means
    int headWidth = 0; ///< 0 = width / heads
    int length = 2048; ///< max_position_embeddings
    int originalLength = 0; ///< original_max_position_embeddings
    float theta = 10000.0F; ///< rope_theta
    float partial = 1.0F; ///< partial_rotary_factor
    std::string_view scaling = {}; ///< JSON of rope_scaling if the field is absent
    bool interleaved = false; ///< whether rotated pairs are neighbours
    float epsilon = 1e-6F;
    std::string_view epsilonField = "rms_norm_eps";
    NormKind norm = NormKind::kRmsNorm;
    std::string_view activationField = "hidden_act";
    std::string activation = "silu";
    bool gated = true; ///< whether the feed-forward is gated
};
ArchSpec describeLlamaLayout(ConfigReader& config, const LlamaDefaults& defaults);

/// Whether each layer has a sliding window: according to layer_types if present, otherwise to `slides`.
std::vector<bool> slidingLayers(ConfigReader& config, std::size_t layers, bool (*slides)(int layer));
/// Sets the window of the sliding layers; without `slides` these are all layers.
void setWindows(
    ConfigReader& config, StackSpec& stack, Index window,
    bool (*slides)(int layer) = [](int) { return true; });
/// The windows of Qwen 2 and 3: off unless use_sliding_window, and then only from layer max_window_layers on.
void setQwenWindows(ConfigReader& config, StackSpec& stack);

/// A family's choices for its weights.
struct LlamaBinding
{
    bool inputBias = false; ///< biases of queries, keys and values
    bool outputBias = false; ///< bias of the attention's output
    bool feedForwardBias = false;
    bool normBias = false;
    bool fused = false; ///< qkv_proj and gate_up_proj (Phi-3)
    bool tied = false; ///< unless tie_word_embeddings says otherwise
    bool headBias = false; ///< bias of the language-model head
    std::string output = ".o_proj"; ///< the attention's output, after self_attn
    std::string up = ".up_proj", down = ".down_proj"; ///< after mlp; used if the feed-forward is not gated
    std::string finalNorm = "norm";
    /// Binds further parts of the attention (norms of queries and keys, or sinks) from `prefix` =
    /// "layers.N.self_attn".
    void (*attentionExtras)(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                            AttentionWeights& weights)
        = nullptr;
    /// Binds the experts of a layer from `prefix` = "layers.N"; null = no layer has experts.
    ExpertsWeights (*experts)(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
        = nullptr;
    /// Prefixes of all names, in the order in which they are tried.
    std::vector<std::string> prefixes = {"model.", ""};
    std::string head = "lm_head"; ///< tried with these prefixes
};
ModelWeights bindLlamaLayout(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                             const LlamaBinding& binding);
/// The same with biases of the attention if attention_bias says so; `usual` if it is absent.
LlamaBinding withAttentionBias(ConfigReader& config, LlamaBinding binding, bool usual = false);
/// Llama's own weights, also Granite's: biases as attention_bias and mlp_bias say.
ModelWeights bindLlama(Binder& binder, ConfigReader& config, const ArchSpec& arch);

/// q_norm and k_norm with gains [headWidth] shared by all heads (Qwen 3, Gemma 3), or of all heads (OLMo 2).
void bindHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                   AttentionWeights& weights);
/// gate_proj, up_proj and down_proj below `prefix`.
FeedForwardWeights bindGatedFeedForward(Binder& binder, const std::string& prefix, Index hidden, Index width,
                                        Binder::Bias bias = Binder::Bias::kNone);

} // namespace headlight
