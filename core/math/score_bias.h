#pragma once

#include "core/math/disentangled.h"
#include "core/math/matrix.h"

#include <memory>
#include <optional>

namespace headlight {

/// T5's relative position buckets: a learned bias per bucket and head, added to the scores.
struct RelativeSpec
{
    int buckets = 32;
    int maxDistance = 128;
    bool bidirectional = true;
};

/// What is added to one head's scores besides the mask [queries × keys]: where it depends on the distance
/// alone a rule, not a matrix, so that a bias over 32,000 tokens costs nothing. Cheap to copy.
///
/// Row r stands at position firstQuery + r, column c at position c.
class ScoreBias
{
public:
    /// Where the rows and columns of a rule stand.
    struct Extent
    {
        Index firstQuery = 0;
        Index queries = 0, keys = 0;
    };

    ScoreBias() = default;
    /// The numbers themselves [queries × keys], as a file has them.
    ScoreBias(Matrix cells); // NOLINT(google-explicit-constructor): such a bias is its matrix
    /// One column of a table [buckets × heads], by the bucket of the distance.
    ScoreBias(std::shared_ptr<const Matrix> table, int head, const RelativeSpec& spec, const Extent& extent);
    /// The two position terms of disentangled attention.
    ScoreBias(std::shared_ptr<const DisentangledTerms> terms, const Extent& extent);
    /// slope × (key − query) (ALiBi).
    ScoreBias(float slope, const Extent& extent);
    /// scale × (slope × key), slope, key and product each rounded to bfloat16 (Falcon's ALiBi).
    static ScoreBias byRoundedKey(float slope, float scale, const Extent& extent);

    Index rows() const { return m_extent.queries; }
    Index cols() const { return m_extent.keys; }
    /// Adds the rectangle that starts at (row, key) and has the size of `scores`.
    void addTo(MatrixSpan scores, Index row, Index key) const;
    Matrix block(Index row, Index key, Index rows, Index columns) const;
    /// Whether it is a sum that has this term, and that term alone.
    bool has(DisentangledTerm term) const;
    void addTermTo(DisentangledTerm term, MatrixSpan scores, Index row, Index key) const;
    /// What the rule is, where it is one: the slope of ALiBi, or a column of a table.
    std::optional<float> slope() const
    {
        return m_cells || m_table || m_terms || m_keyScale ? std::nullopt : std::optional(m_slope);
    }
    const std::shared_ptr<const Matrix>& table() const { return m_table; }
    int head() const { return m_head; } ///< the column
    const RelativeSpec& spec() const { return m_spec; }
    float operator()(Index row, Index key) const { return block(row, key, 1, 1)(0, 0); }

private:
    /// Of `count` distances key − query from `nearest` up.
    RowVector byDistance(Index nearest, Index count) const;
    RowVector byKey(Index key, Index count) const;

    Extent m_extent;
    std::shared_ptr<const Matrix> m_cells;
    std::shared_ptr<const Matrix> m_table;
    std::shared_ptr<const DisentangledTerms> m_terms;
    int m_head = 0;
    RelativeSpec m_spec;
    float m_slope = 0.0F;
    std::optional<float> m_keyScale; ///< a rule by the key alone
};

} // namespace headlight
