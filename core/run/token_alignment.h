#pragma once

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <vector>

namespace headlight {

/// For each token of one sequence, the position of its counterpart in another; −1 = none. Equal tokens belong
/// together in the order of both (a longest common subsequence); what stands between them does if both sides
/// have the same number of tokens there. An error if the sequences differ too much to be compared.
Result<std::vector<Index>> alignedPositions(const std::vector<TokenLabel>& from,
                                            const std::vector<TokenLabel>& to);

} // namespace headlight
