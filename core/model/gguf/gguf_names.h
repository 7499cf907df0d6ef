#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Tensor names of GGUF files (gguf-py, constants.py) and of the same tensors in a Hugging Face checkpoint of
/// the family. `architecture` is the file's general.architecture.

/// "model.layers.0.self_attn.q_proj.weight" for "blk.0.attn_q.weight"; empty for names without a counterpart.
std::optional<std::string> checkpointName(std::string_view architecture, std::string_view name);

/// The inverse, with or without the checkpoint's prefix; unknown names are returned unchanged.
std::string ggufName(std::string_view architecture, std::string_view name);

} // namespace headlight
