#include "core/model/families/family.h"

#include "core/model/families/llama_layout.h"

#include <cmath>
#include <set>

namespace headlight {

Activation activationNamed(ConfigReader& config, std::string_view field, const std::string& name)
{
    if (name == "relu")
        return Activation::kRelu;
    if (name == "gelu" || name == "gelu_python")
        return Activation::kGelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast" || name == "gelu_accurate")
        return Activation::kGeluTanh;
    if (name == "silu" || name == "swish")
        return Activation::kSilu;
    if (name == "quick_gelu")
        return Activation::kQuickGelu;
    if (name == "tanh")
        return Activation::kTanh;
    config.fault(field, "found \"", name,
                 "\", expected relu, gelu, gelu_new, gelu_pytorch_tanh, silu or quick_gelu");
    return Activation::kRelu;
}

Activation readActivation(ConfigReader& config, ConfigReader::Names names, const std::string& fallback)
{
    return activationNamed(config, *names.begin(), config.text(names, fallback));
}

int headWidth(ConfigReader& config, int width, int heads, std::string_view headsField)
{
    if (width % heads != 0)
        config.fault(headsField, "found ", heads,
                     " heads, expected a divisor of the model's width (d_model), ", width);
    return width / heads > 0 ? width / heads : 1;
}

AttentionSpec plainAttention(int heads, int headWidth, bool causal)
{
    AttentionSpec spec;
    spec.heads = spec.kvHeads = heads;
    spec.headWidth = spec.valueWidth = headWidth;
    spec.scale = 1.0F / std::sqrt(static_cast<float>(headWidth));
    spec.causal = causal;
    return spec;
}

PositionSpec learnedPositions(int length, int offset)
{
    PositionSpec spec;
    spec.scheme = PositionScheme::kLearned;
    spec.offset = offset;
    spec.maximum = spec.trained = length;
    return spec;
}

void refuseFlag(ConfigReader& config, std::string_view field)
{
    if (config.flag({field}, false))
        config.fault(field, "found true, expected false: this form of the model is not supported");
}

WeightMatrix bindSharedEmbedding(Binder& binder, const ArchSpec& arch)
{
    const bool copy = !binder.has("shared.weight") && binder.has("encoder.embed_tokens.weight");
    return binder.weight(copy ? "encoder.embed_tokens.weight" : "shared.weight", arch.vocabulary, arch.width);
}

WeightMatrix bindProjection(Binder& binder, std::string_view name, const ArchSpec& arch,
                            const WeightMatrix& embedding, bool tied)
{
    if (tied) {
        binder.ignoreCopy(name, embedding);
        return binder.adapted(name, embedding);
    }
    const Index width = embedding.empty() ? Index{arch.width} : embedding.columns();
    return binder.has(name) ? binder.weight(name, arch.vocabulary, width) : WeightMatrix{};
}

ExpertsSpec readExperts(ConfigReader& config, ConfigReader::Names count, int experts, int perToken)
{
    ExpertsSpec spec;
    spec.count = config.integer(count, experts, 1, 1 << 14);
    spec.perToken = config.integer({"num_experts_per_tok", "experts_per_token"}, perToken, 1, 1 << 14);
    if (spec.perToken > spec.count) {
        config.fault("num_experts_per_tok", "found ", spec.perToken,
                     ", expected at most the number of experts, ", spec.count);
        spec.perToken = spec.count;
    }
    return spec;
}

void setSparseLayers(ConfigReader& config, StackSpec& stack, const ExpertsSpec& experts,
                     const FeedForwardSpec& expert)
{
    const auto step = static_cast<std::size_t>(config.integer({"decoder_sparse_step"}, 1, 1, 1 << 20));
    std::set<std::size_t> dense;
    for (const float layer : config.reals("mlp_only_layers"))
        if (layer >= 0.0F && layer < 65536.0F)
            dense.insert(static_cast<std::size_t>(layer));
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        if (dense.contains(i) || (i + 1) % step != 0)
            continue;
        stack.layers[i].experts = experts;
        stack.layers[i].feedForward = expert;
    }
}

ExpertsWeights bindQwenExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    ExpertsWeights weights;
    weights.router = binder.linear(prefix + ".mlp.gate", spec.experts->count, width, Binder::Bias::kNone);
    for (int i = 0; i < spec.experts->count && !binder.stopped(); ++i)
        weights.experts.push_back(
            bindGatedFeedForward(binder, concat(prefix, ".mlp.experts.", i), spec.feedForward.width, width));
    if (spec.experts->shared) {
        weights.shared
            = bindGatedFeedForward(binder, prefix + ".mlp.shared_expert", spec.experts->shared->width, width);
        weights.sharedGate = binder.linear(prefix + ".mlp.shared_expert_gate", 1, width, Binder::Bias::kNone);
    }
    return weights;
}

void splitProjection(const Linear& fused, Index queries, Index keys, AttentionWeights& weights)
{
    weights.query = Binder::part(fused, 0, queries);
    weights.key = Binder::part(fused, queries, keys);
    weights.value = Binder::part(fused, queries + keys, keys);
}

void bindGroupedProjection(Binder& binder, const std::string& name, const AttentionSpec& spec, Index width,
                           bool bias, AttentionWeights& weights)
{
    const Index each = spec.headWidth;
    const Index groups = spec.kvHeads;
    const Index perGroup = spec.heads / groups;
    const Linear fused = binder.linear(name, (spec.heads + 2 * groups) * each, width, Binder::biasIf(bias));
    if (groups == 1) { // contiguous
        splitProjection(fused, spec.heads * each, each, weights);
        return;
    }
    const auto rows = [&](Index first, Index count) {
        std::vector<Index> all;
        for (Index group = 0; group < groups; ++group)
            for (Index i = 0; i < count * each; ++i)
                all.push_back((group * (perGroup + 2) + first) * each + i);
        return all;
    };
    weights.query = Binder::gather(fused, rows(0, perGroup));
    weights.key = Binder::gather(fused, rows(perGroup, 1));
    weights.value = Binder::gather(fused, rows(perGroup + 1, 1));
}

} // namespace headlight
