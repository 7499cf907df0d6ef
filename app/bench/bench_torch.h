#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace headlight {

/// Passes of a model of GPT-2's smallest shape with random weights in F32, by this program and by PyTorch, in
/// turns within one run, with as many threads each: {"threads", "torch", "numpy", "product_gflops", "passes":
/// [{"tokens", "milliseconds", "torch_milliseconds", "ratio" (PyTorch's time over ours), "peak_share",
/// "same_best"}]}, times being medians. Both keep the attention weights of all heads and compute the logits
/// of the last token. product_gflops is the fastest matrix product of the same run on all threads; peak_share
/// leaves out the blocks of keys that the causal mask hides. `python`: the interpreter. An error names the
/// packages that are missing.
Result<nlohmann::ordered_json> measureAgainstTorch(const std::string& python);
std::string torchTable(const nlohmann::ordered_json& report);

} // namespace headlight
