#pragma once

#include "core/trace/trace_file_layout.h"

#include <optional>
#include <string_view>

namespace headlight {

/// What a tensor of a probe is, if it is a result that is compared; of the logits the site alone. Masks,
/// biases and chosen experts are none: what they do is in the weights and the stream.
std::optional<TensorPlace> resultPlace(std::string_view name);

} // namespace headlight
