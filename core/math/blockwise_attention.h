#pragma once

#include "core/math/matrix.h"
#include "core/math/score_rule.h"
#include "core/math/softmax.h"

#include <functional>

namespace headlight {

/// Operands of one head on one lane.
struct HeadOperands
{
    MatrixView query; ///< [queries × d_k]
    MatrixView key; ///< [keys × d_k]
    MatrixView value; ///< [keys × d_v]
};

/// Whether attendBlockwise() can be used: needs a softmax in which masked keys change nothing.
bool canAttendBlockwise(const ScoreRule& rule);

/// softmax(scores)·value without a [queries × keys] matrix: blocks of queries against blocks of keys, each
/// read once; blocks that the mask forbids are skipped. The largest score and the sum of each row are updated
/// block by block (M. Milakov, N. Gimelshein, "Online normalizer calculation for softmax", 2018; M. Rabe, C.
/// Staats, "Self-attention Does Not Need O(n²) Memory", 2021). Matches scoresToWeights() followed by a
/// product to within 1e-6 of the values. context.firstRow is the row of bias and mask for the first query.
/// `stopped` (may be empty) is polled between blocks; when it returns true, the rest of `out` is left
/// unchanged.
void attendBlockwise(const HeadOperands& operands, const ScoreRule& rule, const ScoreContext& context,
                     MatrixSpan out, const std::function<bool()>& stopped = {});

} // namespace headlight
