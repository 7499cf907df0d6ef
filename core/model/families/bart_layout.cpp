#include "core/model/families/bart_layout.h"

#include "core/nn/embedding.h"

#include <cmath>
#include <utility>

namespace headlight {

namespace {

StackSpec describeBartStack(ConfigReader& config, const BartDefaults& defaults, StackKind kind, int width)
{
    const bool encoder = kind == StackKind::kEncoder;
    const int layers = config.integer({encoder ? "encoder_layers" : "decoder_layers"},
                                      encoder ? defaults.encoderLayers : defaults.decoderLayers, 1, 1024);
    const std::string_view headsField = encoder ? "encoder_attention_heads" : "decoder_attention_heads";
    const int heads = config.integer({headsField}, defaults.heads, 1, 4096);

    const int usual = defaults.freeWidths && config.find({"head_dim"}) != nullptr
        ? 1
        : headWidth(config, width, heads, headsField);
    LayerSpec layer;
    layer.self = plainAttention(
        heads, defaults.freeWidths ? config.integer({"head_dim"}, usual, 1, 1 << 16) : usual, !encoder);
    if (defaults.freeWidths)
        layer.self.valueWidth = config.integer({"value_head_dim"}, layer.self.headWidth, 1, 1 << 16);
    layer.feedForward.activation = readActivation(config, {"activation_function"}, defaults.activation);
    if (!encoder) {
        layer.cross = layer.self;
        layer.cross->causal = false;
    }

    StackSpec stack;
    stack.kind = kind;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_eps"}, 1e-5F);
    stack.placement
        = config.flag({"normalize_before"}, defaults.normBefore) ? NormPlacement::kPre : NormPlacement::kPost;
    if (config.flag({"scale_embedding"}, defaults.scaled))
        stack.embeddingScale = std::sqrt(static_cast<float>(width));
    return stack;
}

AttentionWeights bindBartAttention(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                                   Index width, bool bias)
{
    const Binder::Bias with = Binder::biasIf(bias);
    const Index queries = Index{spec.heads} * spec.headWidth;
    const Index values = Index{spec.heads} * spec.valueWidth;
    AttentionWeights weights;
    weights.query = binder.linear(prefix + ".q_proj", queries, width, with);
    weights.key = binder.linear(prefix + ".k_proj", queries, width, with);
    weights.value = binder.linear(prefix + ".v_proj", values, width, with);
    weights.output = binder.linear(prefix + ".out_proj", width, values, with);
    return weights;
}

/// A norm over the whole matrix has no gain and no bias.
NormWeights bindBartNorm(Binder& binder, const std::string& name, const StackSpec& spec, Index width)
{
    if (spec.normScope == NormScope::kRow)
        return binder.norm(name, width, true);
    NormWeights plain;
    plain.plain = true;
    return plain;
}

FeedForwardWeights bindBartFeedForward(Binder& binder, const std::string& prefix, const FeedForwardSpec& spec,
                                       Index width)
{
    FeedForwardWeights weights;
    if (spec.linear) {
        weights.up = binder.linear(prefix + ".fc1", width, width, Binder::Bias::kNone);
        return weights;
    }
    weights.up = binder.linear(prefix + ".fc1", spec.width, width, Binder::Bias::kRequired);
    weights.down = binder.linear(prefix + ".fc2", width, spec.width, Binder::Bias::kRequired);
    return weights;
}

/// Old versions stored the sinusoids, which are computed here.
void ignoreSinusoids(Binder& binder, const std::string& name, const PositionSpec& positions)
{
    const PositionScheme scheme = positions.scheme;
    if (scheme == PositionScheme::kNone || scheme == PositionScheme::kLearned)
        return;
    binder.ignoreComputed(name, [&](Index rows, Index width) -> Matrix {
        Matrix table = sinusoids(scheme, 0, rows, width);
        if (scheme == PositionScheme::kSinusoidalStretched && positions.offset > 0
            && positions.offset <= rows)
            table.row(positions.offset - 1).setZero(); // padding
        return table;
    });
}

/// Whether each stack has a table of embeddings.
bool hasOwnTables(Binder& binder, const ArchSpec& arch, const BartBinding& binding)
{
    if (binding.tables != BartBinding::Tables::kAsStored)
        return binding.tables == BartBinding::Tables::kOwn;
    return binding.sourceVocabulary != arch.vocabulary
        || !binder.sameNumbers("encoder.embed_tokens.weight", "decoder.embed_tokens.weight");
}

StackWeights bindBartStack(Binder& binder, const ArchSpec& arch, StackKind kind, const BartBinding& binding,
                           const WeightMatrix& embedding)
{
    const StackSpec& spec = *arch.stack(kind);
    const bool encoder = kind == StackKind::kEncoder;
    const std::string stack = encoder ? "encoder" : "decoder";
    const Index width = arch.width;

    StackWeights weights;
    weights.embedding = embedding;
    binder.ignoreCopy(stack + ".embed_tokens.weight", embedding);
    if (binding.learnedPositions)
        weights.positions = binder.matrix(stack + ".embed_positions.weight",
                                          spec.positions.maximum + spec.positions.offset, width);
    else
        ignoreSinusoids(binder, stack + ".embed_positions.weight", spec.positions);
    if (binding.embeddingNorm)
        weights.embeddingNorm = binder.norm(stack + ".layernorm_embedding", width, true);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i) {
        const std::string prefix = concat(stack, ".layers.", i);
        const LayerSpec& layer = spec.layers[i];
        LayerWeights one;
        one.self = bindBartAttention(binder, prefix + ".self_attn", layer.self, width, binding.attentionBias);
        one.selfNorm = bindBartNorm(binder, prefix + ".self_attn_layer_norm", spec, width);
        if (layer.cross) {
            one.cross = bindBartAttention(binder, prefix + ".encoder_attn", *layer.cross, width,
                                          binding.attentionBias);
            one.crossNorm = bindBartNorm(binder, prefix + ".encoder_attn_layer_norm", spec, width);
        }
        one.feedForward = bindBartFeedForward(binder, prefix, layer.feedForward, width);
        one.feedForwardNorm = bindBartNorm(binder, prefix + ".final_layer_norm", spec, width);
        weights.layers.push_back(std::move(one));
    }
    if (binding.finalNorm)
        weights.finalNorm = bindBartNorm(binder, stack + ".layer_norm", spec, width);
    return weights;
}

} // namespace

ArchSpec describeBartLayout(ConfigReader& config, const BartDefaults& defaults)
{
    ArchSpec arch;
    arch.width = config.integer({"d_model", "hidden_size"}, defaults.width, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, defaults.vocabulary);
    arch.encoder = describeBartStack(config, defaults, StackKind::kEncoder, arch.width);
    arch.decoder = describeBartStack(config, defaults, StackKind::kDecoder, arch.width);
    for (LayerSpec& layer : arch.encoder->layers)
        layer.feedForward.width = config.integer({"encoder_ffn_dim"}, defaults.feedForward);
    for (LayerSpec& layer : arch.decoder->layers)
        layer.feedForward.width = config.integer({"decoder_ffn_dim"}, defaults.feedForward);
    arch.head.present = true;
    // In transformers, num_hidden_layers is another name for the encoder's layers.
    config.expect("num_hidden_layers", static_cast<std::int64_t>(arch.encoder->layers.size()));
    return arch;
}

void setPreNorm(ConfigReader& config, ArchSpec& arch)
{
    config.expect("normalize_before", true);
    config.expect("add_final_layer_norm", true);
    config.expect("add_bias_logits", false);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->placement = NormPlacement::kPre;
}

void setLearnedPositions(ConfigReader& config, ArchSpec& arch, int length, int offset)
{
    config.expect("static_position_embeddings", false);
    config.expect("extra_pos_embeddings", offset);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->positions = learnedPositions(config.integer({"max_position_embeddings"}, length), offset);
}

void setSinusoids(ConfigReader& config, ArchSpec& arch, PositionSpec positions)
{
    config.expect("static_position_embeddings", true);
    positions.trained = config.integer({"max_position_embeddings"}, 1024);
    arch.encoder->positions = arch.decoder->positions = positions;
}

ModelWeights bindBartLayout(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                            const BartBinding& binding)
{
    binder.setPrefixes({"model.", ""});
    ModelWeights weights;
    WeightMatrix source, target;
    if (hasOwnTables(binder, arch, binding)) {
        source = binder.weight("encoder.embed_tokens.weight", binding.sourceVocabulary, arch.width);
        target = binder.weight("decoder.embed_tokens.weight", arch.vocabulary, arch.width);
    } else {
        source = target = bindSharedEmbedding(binder, arch);
    }
    weights.encoder = bindBartStack(binder, arch, StackKind::kEncoder, binding, source);
    weights.decoder = bindBartStack(binder, arch, StackKind::kDecoder, binding, target);
    weights.head.projection.weight
        = bindProjection(binder, "lm_head.weight", arch, target, config.flag({"tie_word_embeddings"}, true));
    if (weights.head.projection.present() && binder.has("final_logits_bias"))
        weights.head.projection.bias = binder.matrix("final_logits_bias", 1, arch.vocabulary);
    if (binding.headBias && weights.head.projection.present() && binder.has("lm_head.bias")) {
        const RowVector bias = binder.vector("lm_head.bias", arch.vocabulary);
        RowVector& sum = weights.head.projection.bias;
        sum = sum.size() > 0 && sum.size() == bias.size() ? RowVector(sum + bias) : bias;
    }
    return weights;
}

} // namespace headlight
