#pragma once

#include "core/math/matrix.h"

#include <limits>

namespace headlight {

/// Queries that are compared with keys at once.
inline constexpr Index kLanes = 64;
/// A number for each of these queries.
using LaneRow = Eigen::Array<float, 1, kLanes>;
/// Rows of such numbers: of queries [width × lanes], of scores [keys × lanes]. With the queries side by side
/// all that a softmax does to a row works on whole vectors, and keys are read as they lie.
using LaneBlock = Eigen::Matrix<float, Eigen::Dynamic, kLanes, Eigen::RowMajor>;

/// Of a key that a query may not attend to.
inline constexpr float kMaskedScore = -std::numeric_limits<float>::infinity();

/// The first rows of `scores`: dot products of keys [n × width] with the queries.
void scoreLanes(const LaneBlock& queries, const MatrixView& keys, LaneBlock& scores);

/// Raises `largest`, or lowers `least`, to what rows [first, first + count) hold.
void joinLargest(const LaneBlock& scores, Index first, Index count, LaneRow& largest);
void joinLeast(const LaneBlock& scores, Index first, Index count, LaneRow& least);

/// exp(score − largest) of each query, summed over the first `count` rows. The scores are at most the
/// largest; of −∞ it makes a number too small to count, of NaN a NaN.
LaneRow sumExponentials(const LaneBlock& scores, Index count, const LaneRow& largest);

} // namespace headlight
