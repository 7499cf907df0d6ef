// GPT-NeoX (Pythia): rotary positions on part of each head, attention and feed-forward in parallel, query,
// key and value fused head by head.
#include "core/model/families/family.h"
#include "core/model/families/rotary_fields.h"

#include <utility>

namespace headlight {

namespace {

ArchSpec describeGptNeoX(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"hidden_size"}, 6144, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50432);
    const int layers = config.integer({"num_hidden_layers"}, 44, 1, 1024);
    const int heads = config.integer({"num_attention_heads"}, 64, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "num_attention_heads"), true);
    const RotaryFields rotary = readRotary(config, {layer.self.headWidth, 10000.0F, 0.25F, 2048, 0});
    layer.self.rotary = rotary.spec;
    layer.feedForward.activation = readActivation(config, {"hidden_act"}, "gelu");
    layer.feedForward.width = config.integer({"intermediate_size"}, 24576);

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_eps"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.parallelResidual = config.flag({"use_parallel_residual"}, true);
    stack.positions.trained = rotary.trained;
    stack.positions.maximum = rotary.longest;
    arch.head.present = true;
    return arch;
}

/// Rows of the fused projection for queries (0), keys (1) or values (2); its layout is [head, which,
/// headWidth].
std::vector<Index> fusedRows(const AttentionSpec& spec, Index which)
{
    std::vector<Index> rows;
    for (Index head = 0; head < spec.heads; ++head)
        for (Index i = 0; i < spec.headWidth; ++i)
            rows.push_back((3 * head + which) * spec.headWidth + i);
    return rows;
}

LayerWeights bindGptNeoxLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width,
                              Binder::Bias attentionBias)
{
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    const Linear fused
        = binder.linear(prefix + ".attention.query_key_value", 3 * width, width, attentionBias);
    layer.self.query = Binder::gather(fused, fusedRows(spec.self, 0));
    layer.self.key = Binder::gather(fused, fusedRows(spec.self, 1));
    layer.self.value = Binder::gather(fused, fusedRows(spec.self, 2));
    layer.self.output = binder.linear(prefix + ".attention.dense", width, width, attentionBias);
    layer.selfNorm = binder.norm(prefix + ".input_layernorm", width, true);
    layer.feedForward.up
        = binder.linear(prefix + ".mlp.dense_h_to_4h", hidden, width, Binder::Bias::kRequired);
    layer.feedForward.down
        = binder.linear(prefix + ".mlp.dense_4h_to_h", width, hidden, Binder::Bias::kRequired);
    layer.feedForwardNorm = binder.norm(prefix + ".post_attention_layernorm", width, true);
    return layer;
}

ModelWeights bindGptNeoX(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"gpt_neox.", ""});
    const StackSpec& spec = *arch.decoder;
    const Binder::Bias bias
        = config.flag({"attention_bias"}, true) ? Binder::Bias::kRequired : Binder::Bias::kNone;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("embed_in.weight", arch.vocabulary, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindGptNeoxLayer(binder, "layers." + std::to_string(i), spec.layers[i], arch.width, bias));
    stack.finalNorm = binder.norm("final_layer_norm", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "embed_out.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, false));
    return weights;
}

} // namespace

const Family families::kGptNeoX{"gpt_neox", describeGptNeoX, bindGptNeoX, {.begin = 0, .end = 2}};

} // namespace headlight
