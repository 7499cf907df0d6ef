#pragma once

#include "core/math/matrix.h"
#include "core/math/score_rule.h"
#include "core/math/softmax.h"

#include <functional>

namespace headlight {

/// One head's operands on one lane.
struct HeadOperands
{
    MatrixView query; ///< [queries × d_k]
    MatrixView key; ///< [keys × d_k]
    MatrixView value; ///< [keys × d_v]
};

/// Whether attendBlockwise can do it: a softmax whose masked keys change nothing.
bool canAttendBlockwise(const ScoreRule& rule);

/// softmax(scores)·value without a matrix [queries × keys]: blocks of queries against blocks of keys, each
/// read once; blocks that the mask forbids are left out. The largest score and the sum of a row are kept
/// while the blocks go by (M. Milakov, N. Gimelshein, "Online normalizer calculation for softmax", 2018;
/// M. Rabe, C. Staats, "Self-attention Does Not Need O(n²) Memory", 2021). Equal to scoresToWeights() and a
/// product to 1e-6 of the values. context.firstRow is the row of bias and mask for the first query;
/// `stopped` (may be empty) is asked between blocks and leaves the rest of out as it is.
void attendBlockwise(const HeadOperands& operands, const ScoreRule& rule, const ScoreContext& context,
                     MatrixSpan out, const std::function<bool()>& stopped = {});

} // namespace headlight
