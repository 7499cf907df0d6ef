// "Attention Is All You Need" itself (model_type vaswani, CONTRACT §3) and Marian, whose fields and
// tensor names it shares.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

constexpr int kMarianVocabulary = 58101;

/// Fields of which the engine has one form: another one is a warning.
void expectEngineForm(ConfigReader& config, const ArchSpec& arch)
{
    const AttentionSpec& attention = arch.encoder->layers.front().self;
    config.expectFlag("final_norm", arch.encoder->placement == NormPlacement::kPre);
    config.expectInteger("head_dim", attention.headWidth);
    config.expectInteger("value_head_dim", attention.valueWidth);
    config.expectText("layer_norm_scope", "row");
    config.expectText("ffn_type", "relu");
    config.expectFlag("padding_from_ids", false);
}

ArchSpec describeVaswani(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {kMarianVocabulary, "relu", false});
    // The vocabulary of a model is what it predicts; the encoder's may be another one.
    arch.vocabulary = config.integer({"decoder_vocab_size"}, static_cast<int>(arch.vocabulary));
    expectEngineForm(config, arch);
    const std::string scheme = config.text({"position_embedding_type"}, "sinusoidal_interleaved");
    const int length = config.integer({"max_position_embeddings"}, 1024);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->positions.trained = length;
        if (scheme == "sinusoidal_interleaved") {
            stack->positions.scheme = PositionScheme::kSinusoidalInterleaved;
        } else if (scheme == "sinusoidal_halves") {
            stack->positions.scheme = PositionScheme::kSinusoidalHalves;
        } else if (scheme == "learned") {
            stack->positions.scheme = PositionScheme::kLearned;
            stack->positions.maximum = length;
        } else if (scheme != "none") {
            config.fault("position_embedding_type",
                         "found \"" + scheme
                             + "\", expected sinusoidal_interleaved, sinusoidal_halves, learned or none");
            break;
        }
    }
    return arch;
}

ModelWeights bindVaswani(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    binding.attentionBias = config.flag({"attention_bias"}, true);
    binding.finalNorm = arch.encoder->placement == NormPlacement::kPre;
    binding.learnedPositions = arch.encoder->positions.scheme == PositionScheme::kLearned;
    binding.tied = config.flag({"tie_word_embeddings"}, true);
    binding.tables = BartBinding::Tables::kAsStored;
    binding.sourceVocabulary
        = config.integer({"encoder_vocab_size", "vocab_size"}, static_cast<int>(arch.vocabulary));
    return bindBartLayout(binder, arch, binding);
}

bool sharesEmbedding(ConfigReader& config)
{
    return config.flag({"share_encoder_decoder_embeddings"}, true);
}

ArchSpec describeMarian(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {kMarianVocabulary, "gelu", false});
    // Fields of the first files: the class in transformers has one form of each.
    for (const char* const off : {"normalize_before", "normalize_embedding", "add_final_layer_norm",
                                  "add_bias_logits", "do_blenderbot_90_layernorm"})
        config.expectFlag(off, false);
    config.expectFlag("static_position_embeddings", true);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->placement = NormPlacement::kPost;
        stack->positions.scheme = PositionScheme::kSinusoidalHalves;
        stack->positions.trained = config.integer({"max_position_embeddings"}, 1024);
    }
    // The vocabulary of a model is what it predicts; the encoder's may be another one.
    const int target = config.integer({"decoder_vocab_size"}, static_cast<int>(arch.vocabulary));
    if (!sharesEmbedding(config))
        arch.vocabulary = target;
    else if (target != arch.vocabulary)
        config.fault("decoder_vocab_size",
                     "found " + std::to_string(target) + ", but vocab_size is "
                         + std::to_string(arch.vocabulary)
                         + " and the stacks share one embedding (share_encoder_decoder_embeddings)");
    return arch;
}

ModelWeights bindMarian(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    binding.tied = config.flag({"tie_word_embeddings"}, true);
    if (!sharesEmbedding(config))
        binding.tables = BartBinding::Tables::kOwn;
    binding.sourceVocabulary = config.integer({"vocab_size"}, kMarianVocabulary);
    return bindBartLayout(binder, arch, binding);
}

} // namespace

const Family kVaswani{"vaswani", describeVaswani, bindVaswani};
const Family kMarian{
    "marian", describeMarian, bindMarian, {.end = 0, .pad = 58100, .start = 58100, .forcedEnd = 0}};

} // namespace headlight
