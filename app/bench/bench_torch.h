#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace headlight {

class Model;

/// Compares passes of a model in this program and in PyTorch, alternating within one run, with the same
/// number of threads: {"model", "threads", "torch", "numpy", "product_gflops", "passes": [{"tokens", "steps",
/// "milliseconds", "torch_milliseconds", "ratio" (PyTorch's time over ours), "peak_share", "same_best"}]};
/// times are medians. The model must have Llama's architecture (PyTorch computes it with F32 weights, however
/// they are stored here); if none is given, it has GPT-2's smallest shape with random weights. Both sides
/// keep the attention weights of all heads and compute the logits of the last token. steps > 0: a pass
/// followed by that many decoding steps. product_gflops is the fastest matrix product of the same run on all
/// threads; peak_share does not count the blocks of keys that the causal mask hides, and is given only for
/// passes without steps. `python`: the interpreter. An error names missing packages.
Result<nlohmann::ordered_json> measureAgainstTorch(const std::string& python,
                                                   const std::shared_ptr<const Model>& given);
std::string torchTable(const nlohmann::ordered_json& report);

} // namespace headlight
