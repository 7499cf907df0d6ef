#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"
#include "core/text/tokenizer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

class Model;

/// The file of a model folder that holds what a reference implementation gave for one input. Its tensors have
/// the names and shapes of a trace file (core/trace/trace_file.h) of one input, and `segment_ids` [seq] I64
/// for families with segments; `input_ids` must be there. Metadata: `format` = `headlight-probe`, `version` =
/// `1`, `reference`: what made it. resources/exporters/headlight_probe.py writes it, Headlight never does.
inline constexpr const char* kProbeFile = "headlight-probe.safetensors";

struct Probe
{
    std::filesystem::path path;
    std::string reference; ///< "transformers 4.50, PyTorch 2.6"; may be empty
    std::vector<TokenId> ids; ///< the encoder's input, or the only stack's
    std::vector<TokenId> targetIds; ///< the decoder's; encoder–decoder only
    std::vector<std::int32_t> segments; ///< empty: all 0
    std::vector<TensorView> tensors; ///< what there is to compare: at least one
    std::vector<std::string> leftOut; ///< tensors that have no counterpart in a trace
};

/// The folder's probe; empty where it has none. A link that leads nowhere counts, so that reading it says so.
std::filesystem::path probeOf(const std::filesystem::path& folder);

/// Reads and checks all but what only the model knows. kBadFile names the tensor, what was found and what was
/// expected.
Result<Probe> readProbe(const std::filesystem::path& path);

} // namespace headlight
