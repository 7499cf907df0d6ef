#pragma once

#include "core/nn/weights.h"

namespace headlight {

/// The same weights without the low-rank additions; all numbers are shared.
ModelWeights withoutAdditions(ModelWeights weights);

} // namespace headlight
