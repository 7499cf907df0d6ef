#pragma once

#include "core/math/matrix.h"

#include <span>

namespace headlight {

/// What one pass over a row of weights w finds.
struct RowSums
{
    double sum = 0;
    double entropy = 0; ///< -Σ w log2 w of the weights above 0, to 1e-6 of it
    double distance = 0; ///< Σ w · |query − key|
    float least = 0, largest = 0;
    Index reached = 0; ///< keys with a weight above 0
};

/// Of weights on the keys from `firstKey` on; no weights: zeros. A sum that is not finite says that some
/// weight is not; the other numbers then mean nothing.
RowSums rowSums(std::span<const float> weights, Index firstKey, Index query);

} // namespace headlight
