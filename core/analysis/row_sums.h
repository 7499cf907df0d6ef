#pragma once

#include "core/math/matrix.h"

#include <span>

namespace headlight {

/// Results of one pass over a row of weights w.
struct RowSums
{
    double sum = 0;
    double entropy = 0; ///< -Σ w log2 w of the positive weights, to a relative 1e-6
    double distance = 0; ///< Σ w · |query − key|
    float least = 0, largest = 0;
    Index reached = 0; ///< number of keys with a positive weight
};

/// Sums of weights on the keys from `firstKey` on; zeros if there are no weights. If the sum is not finite,
/// some weight is not, and the other numbers are meaningless.
RowSums rowSums(std::span<const float> weights, Index firstKey, Index query);

} // namespace headlight
