#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// A mixture with the number of experts given by a field of `count`, of which num_experts_per_tok (or
/// experts_per_token) run per token; a fault if there are fewer.
ExpertsSpec readExperts(ConfigReader& config, ConfigReader::Names count, int experts, int perToken);

/// Gives experts to the layers selected by Qwen's configuration: every decoder_sparse_step-th layer that
/// mlp_only_layers does not list. The others keep their feed-forward. `expert` describes one expert.
void setSparseLayers(ConfigReader& config, StackSpec& stack, const ExpertsSpec& experts,
                     const FeedForwardSpec& expert);

/// Qwen's names below `prefix` = "layers.N": mlp.gate (the router) and mlp.experts.E.{gate,up,down}_proj.
ExpertsWeights bindQwenExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width);

} // namespace headlight
