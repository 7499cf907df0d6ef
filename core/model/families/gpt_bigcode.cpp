// GPT-BigCode (SantaCoder, StarCoder): GPT-2 with one key/value head for all queries.
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

ArchSpec describeBigCode(ConfigReader& config)
{
    refuseFlag(config, "add_cross_attention");
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"n_embd", "hidden_size"}, 768},
                                     .layers = {{"n_layer", "num_hidden_layers"}, 12},
                                     .heads = {{"n_head", "num_attention_heads"}, 12},
                                     .vocabulary = 50257,
                                     .activation = "activation_function",
                                     .usualActivation = "gelu_pytorch_tanh",
                                     .feedForward = "n_inner",
                                     .epsilon = "layer_norm_epsilon"});
    const bool one = config.flag({"multi_query"}, true);
    const bool scaled = config.flag({"scale_attn_weights"}, true);
    for (LayerSpec& layer : arch.decoder->layers) {
        if (one)
            layer.self.kvHeads = 1;
        if (!scaled)
            layer.self.scale = 1.0F;
    }
    config.consider({"scale_attention_softmax_in_fp32", "inference_runner", "max_batch_size",
                     "max_sequence_length", "pad_key_length", "pre_allocate_kv_cache",
                     "validate_runner_input"}); // affects how to compute, not what
    arch.decoder->positions
        = learnedPositions(config.integer({"n_positions", "max_position_embeddings"}, 1024));
    return arch;
}

ModelWeights bindBigCode(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch, {});
}

} // namespace

const Family families::kGptBigCode{
    "gpt_bigcode", describeBigCode, bindBigCode, {.begin = 50256, .end = 50256}};

} // namespace headlight
