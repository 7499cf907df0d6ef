#pragma once

#include "core/io/checkpoint.h"
#include "core/io/gguf.h"
#include "core/model/gguf/gguf_config.h"

#include <memory>

namespace headlight {

/// The tensors of a GGUF file under the names, and with the rows in the order, that a Hugging Face checkpoint
/// of the family has: rows of llama's queries and keys are put back, GPT-NeoX' fused projections regrouped,
/// experts taken apart. Nothing is copied.
std::shared_ptr<const Checkpoint> ggufCheckpoint(const GgufFile& file, const GgufConfig& config);

} // namespace headlight
