#pragma once

#include "core/nn/non_finite.h"

#include <optional>
#include <string>

namespace headlight {

class Model;

/// "encoder layer 0, output of self-attention"
std::string describe(const NonFinitePlace& place);

/// What a pass found that has numbers that are not finite: where they arise, and the first tensor of the
/// model's files that holds such numbers, if one does. Reads the files' tensors up to that one.
std::string nonFiniteWarning(const Model& model, const NonFinitePlace& place);

} // namespace headlight
