#pragma once

#include "core/math/matrix.h"

#include <limits>

namespace headlight {

/// How many queries are compared with the keys at once.
inline constexpr Index kLanes = 64;
/// One number per query.
using LaneRow = Eigen::Array<float, 1, kLanes>;
/// Rows of such numbers: queries [width × lanes] or scores [keys × lanes]. With the queries side by side,
/// every step of a softmax works on whole vectors, and keys are read in the order in which they are stored.
using LaneBlock = Eigen::Matrix<float, Eigen::Dynamic, kLanes, Eigen::RowMajor>;

/// The score of a key that the query may not attend to.
inline constexpr float kMaskedScore = -std::numeric_limits<float>::infinity();

/// Fills the first n rows of `scores` with the dot products of the keys [n × width] and the queries.
void scoreLanes(const LaneBlock& queries, const MatrixView& keys, LaneBlock& scores);

/// Updates `largest`, or `least`, with rows [first, first + count).
void joinLargest(const LaneBlock& scores, Index first, Index count, LaneRow& largest);
void joinLeast(const LaneBlock& scores, Index first, Index count, LaneRow& least);

/// Sums exp(score − largest) over the first `count` rows, per query. No score may exceed `largest`. −∞ adds a
/// negligible number; NaN gives NaN.
LaneRow sumExponentials(const LaneBlock& scores, Index count, const LaneRow& largest);

} // namespace headlight
