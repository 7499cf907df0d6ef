#pragma once

#include "core/math/matrix.h"

#include <memory>

namespace headlight {

/// Disentangled attention (He et al. 2021, "DeBERTa", section 3.1): besides the content of query and key, the
/// score compares the query with the relative position of the key, and the key with that of the query:
///  score(i, j) = (q_i · k_j + q_i · K[r(i − j)] + k_j · Q[r(i − j)]) · scale
/// K and Q are projections of one table of 2·span rows.
struct DisentangledSpec
{
    int span = 1; ///< distances from −span to span − 1 have their own rows
    int buckets = 0; ///< > 0: distances beyond half of it share rows on a logarithmic scale
    int maxDistance = 0; ///< end of that scale; used with buckets only
    bool contentToPosition = false; ///< the second term
    bool positionToContent = false; ///< the third term
};

/// The row r(distance) for `distance` = query − key, in 0 … 2·span − 1; non-decreasing in the distance.
Index disentangledRow(Index distance, const DisentangledSpec& spec);

/// K and Q for the distances between some queries and keys: rows from firstRow of the whole table, all heads
/// side by side [rows × heads·d_k]; no rows if the term is absent.
struct DisentangledTables
{
    Index firstRow = 0;
    Matrix keys, queries;
};

/// The two position terms.
enum class DisentangledTerm : unsigned char { kContentToPosition, kPositionToContent };

/// One head's operands for the two terms.
struct DisentangledTerms
{
    DisentangledSpec spec;
    std::shared_ptr<const DisentangledTables> tables;
    Index firstColumn = 0, width = 0; ///< this head's columns in the tables
    float scale = 1.0F;
    Matrix query; ///< [queries × d_k]
    Matrix key; ///< [keys × d_k]

    bool has(DisentangledTerm term) const;
    /// Adds the term to the rectangle that starts at (row, column): row r is the query at position firstQuery
    /// + r, column c the key at position c.
    void addTo(DisentangledTerm term, MatrixSpan scores, Index firstQuery, Index row, Index column) const;
};

} // namespace headlight
