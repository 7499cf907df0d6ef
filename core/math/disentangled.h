#pragma once

#include "core/math/matrix.h"

#include <memory>

namespace headlight {

/// Disentangled attention (He et al. 2021, "DeBERTa", section 3.1): besides the content of query and key,
/// the score compares the query with the relative position of the key, and the key with that of the query:
///   score(i, j) = (q_i · k_j + q_i · K[r(i − j)] + k_j · Q[r(i − j)]) · scale
/// K and Q are projections of one table of 2·span rows.
struct DisentangledSpec
{
    int span = 1; ///< distances from −span to span − 1 have rows of their own
    int buckets = 0; ///< > 0: distances beyond half of it share rows on a logarithmic scale
    int maxDistance = 0; ///< where that scale ends; with buckets only
    bool contentToPosition = false; ///< the second term
    bool positionToContent = false; ///< the third
};

/// The row r(distance) for `distance` = query − key, in 0 … 2·span − 1; it never falls as the distance grows.
Index disentangledRow(Index distance, const DisentangledSpec& spec);

/// K and Q for the distances between some queries and keys: rows firstRow … of the whole table, all heads
/// side by side [rows × heads·d_k]; without rows where the term is not there.
struct DisentangledTables
{
    Index firstRow = 0;
    Matrix keys, queries;
};

/// Which of the two terms.
enum class DisentangledTerm : unsigned char { kContentToPosition, kPositionToContent };

/// One head's operands of the two terms.
struct DisentangledTerms
{
    DisentangledSpec spec;
    std::shared_ptr<const DisentangledTables> tables;
    Index firstColumn = 0, width = 0; ///< of this head in the tables
    float scale = 1.0F;
    Matrix query; ///< [queries × d_k]
    Matrix key; ///< [keys × d_k]

    bool has(DisentangledTerm term) const;
    /// Adds the term to the rectangle that starts at (row, column): query `row` stands at position
    /// firstQuery + row, key c at position c.
    void addTo(DisentangledTerm term, MatrixSpan scores, Index firstQuery, Index row, Index column) const;
};

} // namespace headlight
