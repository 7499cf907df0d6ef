#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"
#include "core/text/tokenizer.h"
#include "core/tracefile/layout.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The file in a model folder that holds a reference implementation's results for one input. Its tensors have
/// the names and shapes of a trace file (core/tracefile/trace_file.h) of one input, plus `segment_ids` [seq]
/// I64 for families with segments; `input_ids` is required. Metadata: `format` = `headlight-probe`, `version`
/// = `1`, `reference`: what created it. Written by resources/exporters/headlight_probe.py, never by
/// Headlight.
inline constexpr const char* kProbeFile = "headlight-probe.safetensors";

struct Probe
{
    std::filesystem::path path;
    std::string reference; ///< "transformers 4.50, PyTorch 2.6"; may be empty
    std::vector<TokenId> ids; ///< input of the encoder or of the only stack
    std::vector<TokenId> targetIds; ///< input of the decoder; encoder–decoder only
    std::vector<std::int32_t> segments; ///< empty = all 0
    std::vector<TensorView> tensors; ///< tensors to compare: at least one
    std::vector<std::string> leftOut; ///< tensors without a counterpart in a trace
};

/// The folder's probe; empty if it has none. A broken link counts as one, so that reading it reports the
/// error.
std::filesystem::path probeOf(const std::filesystem::path& folder);

/// Reads a probe and checks everything that does not need the model. kBadFile names the tensor, what was
/// found and what was expected.
Result<Probe> readProbe(const std::filesystem::path& path);

/// The place of a probe's tensor if it is a result to compare; for logits, only the site is set. Masks,
/// biases and chosen experts are not compared: their effects show in the weights and the stream.
std::optional<TensorPlace> resultPlace(std::string_view name);

} // namespace headlight
