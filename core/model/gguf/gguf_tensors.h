#pragma once

#include "core/io/checkpoint.h"
#include "core/io/gguf.h"
#include "core/model/gguf/gguf_config.h"

#include <memory>

namespace headlight {

/// The tensors of a GGUF file with the names and the order of rows of the family's Hugging Face checkpoint:
/// rows of llama's queries and keys are put back, GPT-NeoX's fused projections regrouped, experts separated.
/// Nothing is copied.
std::shared_ptr<const Checkpoint> ggufCheckpoint(const GgufFile& file, const GgufConfig& config);

} // namespace headlight
