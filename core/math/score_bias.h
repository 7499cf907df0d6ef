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

/// What is added to one head's scores besides the mask [queries × keys]. A bias that depends only on the
/// distance is a rule, not a matrix, so that it costs nothing over 32,000 tokens. Cheap to copy.
///
/// Row r is position firstQuery + r, column c is position c.
class ScoreBias
{
public:
    /// Size and position of a rule's rows and columns.
    struct Extent
    {
        Index firstQuery = 0;
        Index queries = 0, keys = 0;
    };

    ScoreBias() = default;
    /// The numbers themselves [queries × keys], as read from a file.
    ScoreBias(Matrix cells); // NOLINT(google-explicit-constructor): such a bias is its matrix
    /// One column of a table [buckets × heads], indexed by the bucket of the distance.
    ScoreBias(std::shared_ptr<const Matrix> table, int head, const RelativeSpec& spec, const Extent& extent);
    /// The two position terms of disentangled attention.
    ScoreBias(std::shared_ptr<const DisentangledTerms> terms, const Extent& extent);
    /// slope × (key − query) (ALiBi).
    ScoreBias(float slope, const Extent& extent);
    /// scale × (slope × key), slope, key and product each rounded to bfloat16 (Falcon's ALiBi).
    static ScoreBias byRoundedKey(float slope, float scale, const Extent& extent);

    Index rows() const { return m_extent.queries; }
    Index cols() const { return m_extent.keys; }
    /// Adds the rectangle that starts at (row, key), of the size of `scores`.
    void addTo(MatrixSpan scores, Index row, Index key) const;
    Matrix block(Index row, Index key, Index rows, Index columns) const;
    /// Whether the bias contains this term; addTermTo() adds only this term.
    bool has(DisentangledTerm term) const { return m_terms && m_terms->has(term); }
    void addTermTo(DisentangledTerm term, MatrixSpan scores, Index row, Index key) const;
    /// The rule, if the bias is one: ALiBi's slope, or a column of a table.
    std::optional<float> slope() const
    {
        return m_cells || m_table || m_terms || m_keyScale ? std::nullopt : std::optional(m_slope);
    }
    const std::shared_ptr<const Matrix>& table() const { return m_table; }
    int head() const { return m_head; } ///< the table's column
    const RelativeSpec& spec() const { return m_spec; }
    float operator()(Index row, Index key) const { return block(row, key, 1, 1)(0, 0); }

private:
    /// The bias at `count` consecutive distances key − query, starting at `nearest`.
    RowVector byDistance(Index nearest, Index count) const;
    RowVector byKey(Index key, Index count) const;

    Extent m_extent;
    std::shared_ptr<const Matrix> m_cells;
    std::shared_ptr<const Matrix> m_table;
    std::shared_ptr<const DisentangledTerms> m_terms;
    int m_head = 0;
    RelativeSpec m_spec;
    float m_slope = 0.0F;
    std::optional<float> m_keyScale; ///< set if the rule depends on the key only
};

} // namespace headlight
