#pragma once

#include "core/tracefile/layout.h"

#include <optional>
#include <string_view>

namespace headlight {

/// The place of a probe's tensor if it is a result to compare; for logits, only the site is set. Masks,
/// biases and chosen experts are not compared: their effects show in the weights and the stream.
std::optional<TensorPlace> resultPlace(std::string_view name);

} // namespace headlight
