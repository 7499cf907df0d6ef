#pragma once

#include "core/nn/arch_spec.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Input of a stack: one row of ids per lane, all of the same length (shorter sentences end in padding).
struct TokenBatch
{
    std::vector<std::vector<std::int32_t>> ids; ///< [lanes][n]
    std::vector<std::vector<std::int32_t>> segments; ///< [lanes][n]; empty = all 0

    Index lanes() const { return static_cast<Index>(ids.size()); }
    Index length() const { return ids.empty() ? 0 : static_cast<Index>(ids.front().size()); }
};

/// The model's position scheme after the edits.
PositionSpec editedPositions(const PositionSpec& own, const EditPlan& edits, StackKind stack);

/// The row of the position table for each token of one lane. counted: how many earlier ids have a position,
/// if positions are counted by ids.
std::vector<Index> positionRows(const PositionSpec& spec, const std::vector<std::int32_t>& ids,
                                Index firstRow, Index realLength, std::int64_t padId, Index counted = 0);

/// The table that a scheme computes, from this position on [length × width]. Not for kNone and kLearned.
Matrix sinusoids(PositionScheme scheme, Index first, Index length, Index width);

/// What positions add to one lane [ids × width]; no rows if nothing is added.
Matrix addedPositions(const PositionSpec& spec, const Matrix& learned, const std::vector<Index>& rows,
                      Index width);

/// Zeroes the rows after the end of each lane's sentence.
void blankPadding(const ForwardContext& context, StackKind kind, Matrix& x);

/// Token embeddings × scale + positions + segments, normalised and projected as the spec says: [lanes·n ×
/// d_model]. Ids must be within the table.
Matrix embed(const ForwardContext& context, const ArchSpec& arch, StackKind kind, const StackWeights& weights,
             const TokenBatch& batch);

} // namespace headlight
