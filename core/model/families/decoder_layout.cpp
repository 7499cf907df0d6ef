#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

NormWeights bindDecoderNorm(Binder& binder, const std::string& prefix, Index width, const DecoderNames& names)
{
    if (names.normGain)
        return binder.norm(prefix, width, names.normBias);
    NormWeights plain;
    plain.gain = RowVector::Ones(width);
    return plain;
}

AttentionWeights bindAttention(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                               Index width, const DecoderNames& names)
{
    const auto linear = [&](const std::string& name, Index out, bool bias) {
        return binder.linear(prefix + name, out, width, Binder::biasIf(bias), names.transposed);
    };
    AttentionWeights weights;
    if (names.fused == DecoderNames::Fused::kGrouped) {
        bindGroupedProjection(binder, prefix + names.query, spec, width, names.inputBias, weights);
    } else if (names.fused == DecoderNames::Fused::kWhole) {
        splitProjection(linear(names.query, 3 * width, names.inputBias), width, width, weights);
    } else {
        weights.query = linear(names.query, width, names.inputBias);
        weights.key = linear(names.key, width, names.inputBias);
        weights.value = linear(names.value, width, names.inputBias);
    }
    weights.output = linear(names.output, width, names.outputBias);
    return weights;
}

LayerWeights bindLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width,
                       const DecoderNames& names)
{
    const Index hidden = spec.feedForward.width;
    const Binder::Bias bias = Binder::biasIf(names.feedForwardBias);
    LayerWeights layer;
    layer.self = bindAttention(binder, prefix, spec.self, width, names);
    layer.selfNorm = bindDecoderNorm(binder, prefix + names.selfNorm, width, names);
    layer.feedForward.up = binder.linear(prefix + names.up, hidden, width, bias, names.transposed);
    layer.feedForward.down = binder.linear(prefix + names.down, width, hidden, bias, names.transposed);
    if (!names.feedForwardNorm.empty())
        layer.feedForwardNorm = bindDecoderNorm(binder, prefix + names.feedForwardNorm, width, names);
    return layer;
}

} // namespace

ArchSpec describeDecoder(ConfigReader& config, const DecoderFields& fields)
{
    ArchSpec arch;
    arch.width = config.integer(fields.width.names, fields.width.fallback, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, fields.vocabulary);
    const int layers = config.integer(fields.layers.names, fields.layers.fallback, 1, 1024);
    const int heads = config.integer(fields.heads.names, fields.heads.fallback, 1, 4096);

    LayerSpec layer;
    layer.self
        = plainAttention(heads, headWidth(config, arch.width, heads, *fields.heads.names.begin()), true);
    if (!fields.activation.empty())
        layer.feedForward.activation = readActivation(config, {fields.activation}, fields.usualActivation);
    layer.feedForward.width = fields.usualFeedForward > 0 ? fields.usualFeedForward : 4 * arch.width;
    if (!fields.feedForward.empty())
        layer.feedForward.width = config.integer({fields.feedForward}, layer.feedForward.width);

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    if (!fields.epsilon.empty())
        stack.epsilon = config.epsilon({fields.epsilon}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    arch.head.present = true;
    return arch;
}

ModelWeights bindDecoder(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                         const DecoderNames& names)
{
    binder.setPrefixes(names.prefixes);
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding
        = binder.weight(names.embedding, arch.vocabulary, names.embedded > 0 ? names.embedded : arch.width);
    if (!names.embeddingNorm.empty())
        stack.embeddingNorm = binder.norm(names.embeddingNorm, arch.width, names.normBias);
    if (spec.positions.scheme == PositionScheme::kLearned)
        stack.positions
            = binder.matrix(names.positions, spec.positions.maximum + spec.positions.offset, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindLayer(binder, concat(names.layers, i), spec.layers[i], arch.width, names));
    if (!names.finalNorm.empty())
        stack.finalNorm = bindDecoderNorm(binder, names.finalNorm, arch.width, names);
    weights.head.projection.weight = bindProjection(binder, names.head, arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, names.tied));
    return weights;
}

} // namespace headlight
