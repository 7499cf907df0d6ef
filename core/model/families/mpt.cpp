// MPT: ALiBi; no biases anywhere, not even in the norms.
#include "core/math/positions.h"
#include "core/model/families/decoder_layout.h"

#include <nlohmann/json.hpp>

namespace headlight {

namespace {

/// Reads the fields of attn_config.
void readMptAttention(ConfigReader& config, AttentionSpec& spec)
{
    ConfigReader fields = config.inside("attn_config");
    spec.clip = fields.real({"clip_qkv"}, 0.0F, 0.0F, 1e6F);
    if (fields.find({"softmax_scale"}) != nullptr)
        spec.scale = fields.real({"softmax_scale"}, spec.scale, 1e-6F, 1e6F);
    for (const char* const field : {"prefix_lm", "qk_ln"})
        refuseFlag(fields, field);
    fields.expect("attn_type", "multihead_attention");
    fields.expect("alibi", true);
    fields.expect("alibi_bias_max", 8);
    fields.expect("attn_uses_sequence_id", false);
    fields.expect("rope", false);
    fields.consider({"attn_impl", "model_type"});
    config.adopt(fields, "attn_config");
}

ArchSpec describeMpt(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"d_model", "hidden_size"}, 2048},
                                     .layers = {{"n_layers", "num_hidden_layers"}, 24},
                                     .heads = {{"n_heads", "num_attention_heads"}, 16},
                                     .vocabulary = 50368,
                                     .epsilon = "layer_norm_epsilon"});
    StackSpec& stack = *arch.decoder;
    AttentionSpec self = stack.layers.front().self;
    self.alibi = AlibiSpec{alibiSlopes(self.heads), false};
    readMptAttention(config, self);
    for (LayerSpec& layer : stack.layers) {
        layer.self = self;
        layer.feedForward.activation = Activation::kGelu;
    }
    config.expect("expansion_ratio", 4);
    config.expect("no_bias", true);
    config.expect("norm_type", "low_precision_layernorm");
    if (const nlohmann::json* const scale = config.find({"logit_scale"}))
        config.fault("logit_scale", "found ", scale->dump(), ", expected null: it is not supported");
    config.consider({"learned_pos_emb", "embedding_fraction", "init_device", "init_config", "verbose",
                     "tokenizer_name"}); // meaningless with ALiBi, or without effect on the numbers

    stack.positions.trained = config.integer({"max_seq_len"}, 2048, 1, 1 << 28);
    return arch;
}

ModelWeights bindMpt(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch,
                       {.layers = "blocks.",
                        .finalNorm = "norm_f",
                        .fused = DecoderNames::Fused::kWhole,
                        .query = ".attn.Wqkv",
                        .output = ".attn.out_proj",
                        .selfNorm = ".norm_1",
                        .up = ".ffn.up_proj",
                        .down = ".ffn.down_proj",
                        .feedForwardNorm = ".norm_2",
                        .inputBias = false,
                        .outputBias = false,
                        .feedForwardBias = false,
                        .normBias = false});
}

} // namespace

const Family families::kMpt{"mpt", describeMpt, bindMpt};

} // namespace headlight
