#include "core/model/families/bert_layout.h"

#include <string>

namespace headlight {

ArchSpec describeBertLayout(ConfigReader& config, const BertDefaults& defaults)
{
    ArchSpec arch;
    arch.width = config.integer({"hidden_size"}, defaults.width, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, defaults.vocabulary);
    const int layers = config.integer({"num_hidden_layers"}, defaults.layers, 1, 1024);
    const int heads = config.integer({"num_attention_heads"}, defaults.heads, 1, 4096);
    refuseFlag(config, "is_decoder");
    refuseFlag(config, "add_cross_attention");
    const std::string positions = config.text({"position_embedding_type"}, "absolute");
    if (positions != "absolute")
        config.fault("position_embedding_type", "found \"", positions,
                     "\", expected absolute; relative positions are not supported");

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "num_attention_heads"), false);
    layer.feedForward.activation = readActivation(config, {"hidden_act"}, defaults.activation);
    layer.feedForward.width = config.integer({"intermediate_size"}, defaults.feedForward);

    StackSpec& stack = arch.encoder.emplace();
    stack.kind = StackKind::kEncoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_eps"}, defaults.epsilon);
    stack.segments
        = config.integer({"type_vocab_size"}, defaults.segments, defaults.segments > 0 ? 1 : 0, 1 << 16);
    arch.head.present = arch.head.transform = true;
    return arch;
}

void setRobertaPositions(ConfigReader& config, ArchSpec& arch)
{
    const int rows = config.integer({"max_position_embeddings"}, 512);
    const int pad = config.integer({"pad_token_id"}, 1, 0, 1 << 24);
    arch.padId = pad;
    if (rows > pad + 1)
        arch.encoder->positions = learnedPositions(rows - pad - 1, pad + 1);
    else
        config.fault("max_position_embeddings", "found ", rows,
                     ", expected more than pad_token_id + 1, which is ", pad + 1,
                     ": positions are counted from there");
    arch.encoder->positions.counting = PositionCounting::kNonPadIds;
}

StackWeights bindBertEmbeddings(Binder& binder, const ArchSpec& arch, Index embedding)
{
    const StackSpec& spec = *arch.encoder;
    StackWeights stack;
    stack.embedding = binder.weight("embeddings.word_embeddings.weight", arch.vocabulary, embedding);
    if (spec.positions.scheme == PositionScheme::kLearned)
        stack.positions = binder.matrix("embeddings.position_embeddings.weight",
                                        spec.positions.maximum + spec.positions.offset, embedding);
    if (spec.segments > 0)
        stack.segments = binder.matrix("embeddings.token_type_embeddings.weight", spec.segments, embedding);
    const bool projected = spec.projection == EmbeddingProjection::kBeforeNorm;
    stack.embeddingNorm
        = binder.norm("embeddings.LayerNorm", projected ? Index{arch.width} : embedding, true);
    return stack;
}

LayerWeights bindBertLayer(Binder& binder, const ArchSpec& arch, const BertLayerNames& names,
                           const std::string& prefix)
{
    const Index width = arch.width;
    const Index hidden = arch.encoder->layers.front().feedForward.width;
    const auto dense = [&](const std::string& name, Index out, Index in) {
        return binder.linear(prefix + name, out, in, Binder::Bias::kRequired);
    };
    LayerWeights layer;
    layer.self.query = dense(names.query, width, width);
    layer.self.key = dense(names.key, width, width);
    layer.self.value = dense(names.value, width, width);
    layer.self.output = dense(names.output, width, width);
    layer.selfNorm = binder.norm(prefix + names.selfNorm, width, true);
    layer.feedForward.up = dense(names.up, hidden, width);
    layer.feedForward.down = dense(names.down, width, hidden);
    layer.feedForwardNorm = binder.norm(prefix + names.feedForwardNorm, width, true);
    return layer;
}

StackWeights bindBertStack(Binder& binder, const ArchSpec& arch, const BertLayerNames& names, Index embedding)
{
    StackWeights stack = bindBertEmbeddings(binder, arch, embedding);
    for (std::size_t i = 0; i < arch.encoder->layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindBertLayer(binder, arch, names, concat(names.layers, i)));
    return stack;
}

HeadWeights bindMaskedHead(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                           const MaskedHeadNames& names, const WeightMatrix& embedding)
{
    HeadWeights head;
    const bool tied = config.flag({"tie_word_embeddings"}, true);
    if (!binder.has(names.dense + ".weight")) {
        // Incomplete: not used, and no warning.
        binder.ignore(names.projection);
        for (const std::string& bias : names.biases)
            binder.ignore(bias);
        return head;
    }
    const Index width = embedding.empty() ? Index{arch.width} : embedding.columns();
    head.transform = binder.linear(names.dense, width, arch.width, Binder::Bias::kRequired);
    head.transformNorm = binder.norm(names.norm, width, true);
    head.projection.weight = bindProjection(binder, names.projection, arch, embedding, tied);
    for (const std::string& bias : names.biases) {
        if (head.projection.bias.size() == 0 && binder.has(bias))
            head.projection.bias = binder.vector(bias, arch.vocabulary);
        else
            binder.ignoreCopy(bias, head.projection.bias);
    }
    return head;
}

} // namespace headlight
