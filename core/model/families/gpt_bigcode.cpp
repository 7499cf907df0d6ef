// GPT-BigCode (SantaCoder, StarCoder): GPT-2 with one key/value head for all queries.
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

ArchSpec describeBigCode(ConfigReader& config)
{
    refuseFlag(config, "add_cross_attention");
    ArchSpec arch = describeGpt2Sizes(config, "gelu_pytorch_tanh");
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
