// Gemma: Llama's layout with norms that multiply by 1 + gain, and embeddings scaled by √d_model. Gemma 2:
// also norms after the sub-layers, soft caps, and a window in every other layer.
#include "core/model/families/llama_layout.h"
#include "core/model/families/rotary_fields.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace headlight {

namespace {

LlamaDefaults gemmaDefaults()
{
    return {.vocabulary = 256000,
            .width = 3072,
            .feedForward = 24576,
            .layers = 28,
            .heads = 16,
            .kvHeads = 16,
            .headWidth = 256,
            .length = 8192,
            // Early files said "hidden_act": "gelu" by mistake; the field that counts came later.
            .activationField = "hidden_activation",
            .activation = "gelu_pytorch_tanh"};
}

ArchSpec describeGemmaLayout(ConfigReader& config, const LlamaDefaults& defaults)
{
    ArchSpec arch = describeLlamaLayout(config, defaults);
    config.consider({"hidden_act"}); // see gemmaDefaults()
    arch.decoder->norm = NormKind::kRmsNormPlusOne;
    arch.decoder->embeddingScale = std::sqrt(static_cast<float>(arch.width));
    return arch;
}

ArchSpec describeGemma(ConfigReader& config)
{
    return describeGemmaLayout(config, gemmaDefaults());
}

/// Gemma 2 and 3.
LlamaDefaults gemma2Defaults()
{
    LlamaDefaults defaults = gemmaDefaults();
    defaults.width = 2304;
    defaults.feedForward = 9216;
    defaults.layers = 26;
    defaults.heads = 8;
    defaults.kvHeads = 4;
    return defaults;
}

/// Norms on both sides of the sub-layers, and a scale of the scores of its own.
ArchSpec describeSandwich(ConfigReader& config, const LlamaDefaults& defaults)
{
    ArchSpec arch = describeGemmaLayout(config, defaults);
    arch.decoder->placement = NormPlacement::kSandwich;
    const float perScore = config.real({"query_pre_attn_scalar"}, 256.0F, 1e-6F, 1e9F);
    for (LayerSpec& layer : arch.decoder->layers)
        layer.self.scale = 1.0F / std::sqrt(perScore);
    return arch;
}

ArchSpec describeGemma2(ConfigReader& config)
{
    ArchSpec arch = describeSandwich(config, gemma2Defaults());
    StackSpec& stack = *arch.decoder;
    // null means no cap and no window.
    const float attentionCap = config.isNull("attn_logit_softcapping")
        ? 0.0F
        : config.real({"attn_logit_softcapping"}, 50.0F, 1e-6F, 1e6F);
    for (LayerSpec& layer : stack.layers)
        layer.self.softcap = attentionCap;
    if (!config.isNull("final_logit_softcapping"))
        arch.head.softcap = config.real({"final_logit_softcapping"}, 30.0F, 1e-6F, 1e6F);
    if (!config.isNull("sliding_window")) {
        const int window = config.integer({"sliding_window"}, 4096, 1, 1 << 28);
        setWindows(config, stack, window, [](int layer) { return layer % 2 == 0; });
        config.expect("sliding_window_size", window); // duplicated in early files
    }
    return arch;
}

ModelWeights bindGemma(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch, withAttentionBias(config, {.tied = true}));
}

// Gemma 3: Gemma 2's layout with norms of queries and keys instead of the soft cap of scores, and a separate
// rotary base in the layers with a window. For models that also read images ("gemma3"), only the text part is
// run.

/// The rotation of layers with a window: another base, and no scaling.
std::shared_ptr<const RotarySpec> localRotation(ConfigReader& config, int headWidth)
{
    const float base = config.real({"rope_local_base_freq"}, 10000.0F, 1.001F, 1e12F);
    const nlohmann::json* const each = config.find({"rope_parameters"});
    if (each != nullptr && each->is_object() && each->contains("sliding_attention"))
        return readRotary(config, {.headWidth = headWidth, .theta = base, .layerType = "sliding_attention"})
            .spec;
    return plainRotary(headWidth, base);
}

void setLocalLayers(ConfigReader& config, StackSpec& stack)
{
    const int pattern = config.integer({"sliding_window_pattern", "_sliding_window_pattern"}, 6, 1, 1 << 20);
    const Index window
        = config.isNull("sliding_window") ? 0 : config.integer({"sliding_window"}, 4096, 1, 1 << 28);
    const bool named = config.find({"layer_types"}) != nullptr;
    const std::vector<bool> sliding = slidingLayers(config, stack.layers.size(), [](int) { return false; });
    const auto local = localRotation(config, stack.layers.front().self.headWidth);
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        if (!(named ? sliding[i] : (static_cast<int>(i) + 1) % pattern != 0))
            continue;
        stack.layers[i].self.window = window;
        stack.layers[i].self.rotary = local;
    }
}

ArchSpec describeGemma3Text(ConfigReader& config)
{
    LlamaDefaults defaults = gemma2Defaults();
    defaults.vocabulary = 262208;
    defaults.length = 131072;
    defaults.theta = 1e6F;
    ArchSpec arch = describeSandwich(config, defaults);
    if (config.find({"final_logit_softcapping"}) != nullptr)
        arch.head.softcap = config.real({"final_logit_softcapping"}, 0.0F, 1e-6F, 1e6F);
    config.expect("attn_logit_softcapping",
                  nullptr); // read by transformers' class, but not used by its layers
    refuseFlag(config, "use_bidirectional_attention");
    setLocalLayers(config, *arch.decoder);
    return arch;
}

ModelWeights bindGemma3Text(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch,
                           withAttentionBias(config,
                                             {.tied = true,
                                              .attentionExtras = bindHeadNorms,
                                              // The last ones are for models that read images.
                                              .prefixes = {"model.", "", "language_model.model.",
                                                           "model.language_model.", "language_model."}}));
}

ArchSpec describeGemma3(ConfigReader& config)
{
    ConfigReader fields = config.inside("text_config");
    ArchSpec arch = describeGemma3Text(fields);
    fields.consider(
        {"tie_word_embeddings", "attention_bias", "bos_token_id", "eos_token_id", "pad_token_id"});
    config.adopt(fields, "text_config");
    if (config.find({"vision_config"}) != nullptr)
        config.warn("vision_config", "only the text part runs, without images");
    config.consider({"mm_tokens_per_image", "boi_token_index", "eoi_token_index", "image_token_index",
                     "boi_token_id", "eoi_token_id", "image_token_id"}); // for images
    return arch;
}

ModelWeights bindGemma3(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    ConfigReader fields = config.inside("text_config");
    return bindGemma3Text(binder, fields, arch);
}

} // namespace

const Family families::kGemma{"gemma", describeGemma, bindGemma, {.begin = 2, .end = 1, .pad = 0}};
const Family families::kGemma2{"gemma2", describeGemma2, bindGemma, {.begin = 2, .end = 1, .pad = 0}};
const Family families::kGemma3Text{
    "gemma3_text", describeGemma3Text, bindGemma3Text, {.begin = 2, .end = 1, .pad = 0}};
const Family families::kGemma3{"gemma3", describeGemma3, bindGemma3, {.begin = 2, .end = 1, .pad = 0}};

} // namespace headlight
