// "Attention Is All You Need" itself (model_type vaswani, CONTRACT §3) and Marian, whose fields and
// tensor names it shares.
#include "core/base/text_list.h"
#include "core/model/families/bart_layout.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>

namespace headlight {

namespace {

constexpr int kMarianVocabulary = 58101;

/// Index of a field's value among the allowed names; 0 after a fault.
std::size_t namedChoice(ConfigReader& config, std::string_view field,
                        std::initializer_list<std::string_view> names)
{
    const std::string found = config.text({field}, std::string(*names.begin()));
    const auto* const place = std::ranges::find(names, found);
    if (place != names.end())
        return static_cast<std::size_t>(place - names.begin());
    config.fault(field, "found \"", found, "\", expected one of ", joined(names));
    return 0;
}

void readVaswaniPositions(ConfigReader& config, StackSpec& stack)
{
    static constexpr std::array kSchemes{PositionScheme::kSinusoidalInterleaved,
                                         PositionScheme::kSinusoidalHalves,
                                         PositionScheme::kSinusoidalSteep,
                                         PositionScheme::kSinusoidalSteepOwn,
                                         PositionScheme::kLearned,
                                         PositionScheme::kNone};
    stack.positions.scheme
        = kSchemes.at(namedChoice(config, "position_embedding_type",
                                  {"sinusoidal_interleaved", "sinusoidal_halves", "sinusoidal_steep",
                                   "sinusoidal_steep_own", "learned", "none"}));
    stack.positions.trained = config.integer({"max_position_embeddings"}, 1024);
    if (stack.positions.scheme == PositionScheme::kLearned)
        stack.positions.maximum = stack.positions.trained;
}

/// The value of masked scores; absent or null means −∞.
float readMaskValue(ConfigReader& config)
{
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    return config.find({"mask_value"}) == nullptr ? -kInfinite : config.real({"mask_value"}, 0.0F);
}

void readVaswaniLayers(ConfigReader& config, ArchSpec& arch)
{
    const bool linear = namedChoice(config, "ffn_type", {"relu", "linear"}) == 1;
    const bool matrixNorm = namedChoice(config, "layer_norm_scope", {"row", "matrix"}) == 1;
    const float maskValue = readMaskValue(config);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        for (LayerSpec& layer : stack->layers) {
            layer.self.maskValue = maskValue;
            if (layer.cross)
                layer.cross->maskValue = maskValue;
            layer.feedForward.linear = linear;
        }
        if (matrixNorm)
            stack->normScope = NormScope::kMatrix;
    }
    if (linear) // it has no width then
        config.consider({"encoder_ffn_dim", "decoder_ffn_dim", "activation_function"});
}

ArchSpec describeVaswani(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(
        config, {.vocabulary = kMarianVocabulary, .activation = "relu", .freeWidths = true});
    // A model's vocabulary is that of its predictions; the encoder's may differ.
    arch.vocabulary = config.integer({"decoder_vocab_size"}, static_cast<int>(arch.vocabulary));
    readVaswaniPositions(config, *arch.encoder);
    arch.decoder->positions = arch.encoder->positions;
    readVaswaniLayers(config, arch);
    arch.masksPadIds = config.flag({"padding_from_ids"}, false);
    if (arch.masksPadIds) {
        arch.padId = config.integer({"pad_token_id"}, -1, 0);
        if (arch.padId < 0)
            config.fault("padding_from_ids", "found true, but there is no pad_token_id to mask");
    }
    return arch;
}

ModelWeights bindVaswani(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    binding.attentionBias = config.flag({"attention_bias"}, true);
    binding.finalNorm = config.flag({"final_norm"}, arch.encoder->placement == NormPlacement::kPre);
    binding.learnedPositions = arch.encoder->positions.scheme == PositionScheme::kLearned;
    binding.headBias = true;
    binding.sourceVocabulary
        = config.integer({"encoder_vocab_size", "vocab_size"}, static_cast<int>(arch.vocabulary));
    // Two vocabularies have two tables, of whatever sizes; one has one table unless the folder contains two.
    const bool two = config.find({"encoder_vocab_size"}) || config.find({"decoder_vocab_size"});
    const bool stored = !binder.has("shared.weight") || binder.has("encoder.embed_tokens.weight")
        || binder.has("decoder.embed_tokens.weight") || binding.sourceVocabulary != arch.vocabulary;
    binding.tables = two && stored ? BartBinding::Tables::kOwn : BartBinding::Tables::kAsStored;
    return bindBartLayout(binder, config, arch, binding);
}

bool sharesEmbedding(ConfigReader& config)
{
    return config.flag({"share_encoder_decoder_embeddings"}, true);
}

ArchSpec describeMarian(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {.vocabulary = kMarianVocabulary});
    // Fields of early files: the class in transformers supports one value of each.
    for (const char* const off : {"normalize_before", "normalize_embedding", "add_final_layer_norm",
                                  "add_bias_logits", "do_blenderbot_90_layernorm"})
        config.expect(off, false);
    setSinusoids(config, arch, {.scheme = PositionScheme::kSinusoidalHalves});
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->placement = NormPlacement::kPost;
    // A model's vocabulary is that of its predictions; the encoder's may differ.
    const int target = config.integer({"decoder_vocab_size"}, static_cast<int>(arch.vocabulary));
    if (!sharesEmbedding(config))
        arch.vocabulary = target;
    else if (target != arch.vocabulary)
        config.fault("decoder_vocab_size", "found ", target, ", but vocab_size is ", arch.vocabulary,
                     " and the stacks share one embedding (share_encoder_decoder_embeddings)");
    return arch;
}

ModelWeights bindMarian(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    if (!sharesEmbedding(config))
        binding.tables = BartBinding::Tables::kOwn;
    binding.sourceVocabulary = config.integer({"vocab_size"}, kMarianVocabulary);
    return bindBartLayout(binder, config, arch, binding);
}

} // namespace

const Family families::kVaswani{"vaswani", describeVaswani, bindVaswani};
const Family families::kMarian{
    "marian", describeMarian, bindMarian, {.end = 0, .pad = 58100, .start = 58100, .forcedEnd = 0}};

} // namespace headlight
