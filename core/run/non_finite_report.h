#pragma once

#include "core/nn/non_finite.h"

#include <string>

namespace headlight {

class Model;

/// "encoder layer 0, output of self-attention"
std::string describe(const NonFinitePlace& place);

/// Describes non-finite numbers found by a pass: where they arise, and the first tensor in the model's files
/// that contains any. Reads the files' tensors up to that one.
std::string nonFiniteWarning(const Model& model, const NonFinitePlace& place);

} // namespace headlight
