#include "core/model/families/expert_fields.h"

#include "core/model/families/llama_layout.h"

#include <set>
#include <string>

namespace headlight {

ExpertsSpec readExperts(ConfigReader& config, ConfigReader::Names count, int experts, int perToken)
{
    ExpertsSpec spec;
    spec.count = config.integer(count, experts, 1, 1 << 14);
    spec.perToken = config.integer({"num_experts_per_tok", "experts_per_token"}, perToken, 1, 1 << 14);
    if (spec.perToken > spec.count) {
        config.fault("num_experts_per_tok",
                     "found " + std::to_string(spec.perToken) + ", expected at most the number of experts, "
                         + std::to_string(spec.count));
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
        weights.experts.push_back(bindGatedFeedForward(binder, prefix + ".mlp.experts." + std::to_string(i),
                                                       spec.feedForward.width, width));
    if (spec.experts->shared) {
        weights.shared
            = bindGatedFeedForward(binder, prefix + ".mlp.shared_expert", spec.experts->shared->width, width);
        weights.sharedGate = binder.linear(prefix + ".mlp.shared_expert_gate", 1, width, Binder::Bias::kNone);
    }
    return weights;
}

} // namespace headlight
