#include "core/model/families/bert_layout.h"

#include <utility>

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
        config.fault("position_embedding_type",
                     "found \"" + positions + "\", expected absolute; relative positions are not supported");

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "num_attention_heads"), false);
    layer.feedForward.activation = readActivation(config, {"hidden_act"}, "gelu");
    layer.feedForward.width = config.integer({"intermediate_size"}, defaults.feedForward);

    StackSpec& stack = arch.encoder.emplace();
    stack.kind = StackKind::kEncoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_eps"}, 1e-12F);
    stack.segments = config.integer({"type_vocab_size"}, 2, 1, 1 << 16);
    arch.head.present = arch.head.transform = true;
    return arch;
}

StackWeights bindBertStack(Binder& binder, const ArchSpec& arch, const BertLayerNames& names, Index embedding)
{
    const StackSpec& spec = *arch.encoder;
    const Index width = arch.width;
    const auto dense = [&](const std::string& name, Index out, Index in) {
        return binder.linear(name, out, in, Binder::Bias::kRequired);
    };
    StackWeights stack;
    stack.embedding = binder.weight("embeddings.word_embeddings.weight", arch.vocabulary, embedding);
    stack.positions = binder.matrix("embeddings.position_embeddings.weight",
                                    spec.positions.maximum + spec.positions.offset, embedding);
    if (spec.segments > 0)
        stack.segments = binder.matrix("embeddings.token_type_embeddings.weight", spec.segments, embedding);
    stack.embeddingNorm = binder.norm("embeddings.LayerNorm", embedding, true);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i) {
        const std::string prefix = names.layers + std::to_string(i);
        const Index hidden = spec.layers[i].feedForward.width;
        LayerWeights layer;
        layer.self.query = dense(prefix + names.query, width, width);
        layer.self.key = dense(prefix + names.key, width, width);
        layer.self.value = dense(prefix + names.value, width, width);
        layer.self.output = dense(prefix + names.output, width, width);
        layer.selfNorm = binder.norm(prefix + names.selfNorm, width, true);
        layer.feedForward.up = dense(prefix + names.up, hidden, width);
        layer.feedForward.down = dense(prefix + names.down, width, hidden);
        layer.feedForwardNorm = binder.norm(prefix + names.feedForwardNorm, width, true);
        stack.layers.push_back(std::move(layer));
    }
    return stack;
}

HeadWeights bindMaskedHead(Binder& binder, const ArchSpec& arch, const MaskedHeadNames& names,
                           const WeightMatrix& embedding, bool tied)
{
    HeadWeights head;
    if (!binder.has(names.dense + ".weight")) {
        // Only some of it is left: nothing to be used, and nothing to warn of.
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
