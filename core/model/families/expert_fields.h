#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// A mixture of as many experts as one of `count` says, of which num_experts_per_tok (or
/// experts_per_token) run for a token; a fault where there are fewer.
ExpertsSpec readExperts(ConfigReader& config, ConfigReader::Names count, int experts, int perToken);

/// Gives experts to the layers that Qwen's configurations say: every decoder_sparse_step-th one that
/// mlp_only_layers does not name. The others keep their feed-forward. `expert` describes one expert.
void setSparseLayers(ConfigReader& config, StackSpec& stack, const ExpertsSpec& experts,
                     const FeedForwardSpec& expert);

/// Qwen's names: mlp.gate, the router, and mlp.experts.E.{gate,up,down}_proj, below `prefix` = "layers.N".
ExpertsWeights bindQwenExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width);

} // namespace headlight
