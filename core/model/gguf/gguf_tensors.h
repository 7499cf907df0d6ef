#pragma once

#include "core/io/checkpoint.h"
#include "core/io/gguf.h"
#include "core/model/gguf/gguf_config.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// The tensors of a GGUF file with the names and the order of rows of the family's Hugging Face checkpoint:
/// rows of llama's queries and keys are put back, GPT-NeoX's fused projections regrouped, experts separated.
/// Nothing is copied.
std::shared_ptr<const Checkpoint> ggufCheckpoint(const GgufFile& file, const GgufConfig& config);

/// Tensor names of GGUF files (gguf-py, constants.py) and of the same tensors in a Hugging Face checkpoint of
/// the family. `architecture` is the file's general.architecture.

/// "model.layers.0.self_attn.q_proj.weight" for "blk.0.attn_q.weight"; empty for names without a counterpart.
std::optional<std::string> checkpointName(std::string_view architecture, std::string_view name);

/// The inverse, with or without the checkpoint's prefix; unknown names are returned unchanged.
std::string ggufName(std::string_view architecture, std::string_view name);

} // namespace headlight
