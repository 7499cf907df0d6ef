// "Attention Is All You Need" itself (model_type vaswani, CONTRACT §3) and Marian, whose fields and
// tensor names it shares.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

constexpr int kMarianVocabulary = 58101;

ArchSpec describeVaswani(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {kMarianVocabulary, "relu", false});
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
                         "found '" + scheme
                             + "', expected sinusoidal_interleaved, sinusoidal_halves, learned or none");
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
    return bindBartLayout(binder, arch, binding);
}

ArchSpec describeMarian(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {kMarianVocabulary, "gelu", false});
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->placement = NormPlacement::kPost; // Marian in transformers has no other form
        stack->positions.scheme = PositionScheme::kSinusoidalHalves;
        stack->positions.trained = config.integer({"max_position_embeddings"}, 1024);
    }
    return arch;
}

ModelWeights bindMarian(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    binding.tied = config.flag({"tie_word_embeddings"}, true);
    return bindBartLayout(binder, arch, binding);
}

} // namespace

const Family kVaswani{"vaswani", describeVaswani, bindVaswani};
const Family kMarian{"marian", describeMarian, bindMarian};

} // namespace headlight
