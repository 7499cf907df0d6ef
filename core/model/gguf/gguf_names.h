#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// The tensor names of GGUF files (gguf-py, constants.py) and those that the same tensors have in a Hugging
/// Face checkpoint of the family. `architecture` is the file's general.architecture.

/// "model.layers.0.self_attn.q_proj.weight" for "blk.0.attn_q.weight"; nothing for names without a place
/// there.
std::optional<std::string> checkpointName(std::string_view architecture, std::string_view name);

/// The other way, with or without the checkpoint's prefix; the name itself where it is not known.
std::string ggufName(std::string_view architecture, std::string_view name);

} // namespace headlight
