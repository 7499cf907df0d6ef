#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace headlight {

class Model;

/// Passes of a model by this program and by PyTorch, in turns within one run, with as many threads each:
/// {"model", "threads", "torch", "numpy", "product_gflops", "passes": [{"tokens", "steps", "milliseconds",
/// "torch_milliseconds", "ratio" (PyTorch's time over ours), "peak_share", "same_best"}]}, times being
/// medians. The model is one of Llama's architecture, which PyTorch computes with its weights in F32,
/// whatever they are held in here, or, where none is given, one of GPT-2's smallest shape with random
/// weights. Both keep the attention weights of all heads and compute the logits of the last token. steps > 0:
/// a pass and so many steps of decoding after it. product_gflops is the fastest matrix product of the same
/// run on all threads; peak_share leaves out the blocks of keys that the causal mask hides, and stands at
/// passes alone. `python`: the interpreter. An error names the packages that are missing.
Result<nlohmann::ordered_json> measureAgainstTorch(const std::string& python,
                                                   const std::shared_ptr<const Model>& given);
std::string torchTable(const nlohmann::ordered_json& report);

} // namespace headlight
