#pragma once

#include "core/math/matrix.h"

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace headlight {

/// Which keys a query may attend to: a rule, not a matrix, so that a mask over 32,000 tokens costs nothing. A
/// pair (query, key) is allowed if the causal rule, the window, the key limit (padding) and the edits all
/// allow it; edits apply last, and later ones win. Edits that are windows or blocks can only forbid.
///
/// Queries are rows of a pass that may start in the middle of a sequence: row r is position firstQuery + r,
/// and the causal rule compares positions.
class Mask
{
public:
    /// A rectangle of cells, half-open in both directions, in positions of the sequence.
    struct Edit
    {
        Index queryBegin = 0, queryEnd = 0;
        Index keyBegin = 0, keyEnd = 0;
        bool allow = false;
        bool operator==(const Edit&) const = default;
    };
    /// Forbids keys outside the query's own block. starts holds the first positions of the blocks, ascending
    /// (0 is implied); otherwise `size` is the width of every block.
    struct Blocks
    {
        Index size = 1;
        std::vector<Index> starts;
        bool operator==(const Blocks&) const = default;
    };
    /// Forbids keys that are `width` or more positions away from the query, on either side.
    struct Window
    {
        Index width = 1;
        bool operator==(const Window&) const = default;
    };
    using Change = std::variant<Edit, Blocks, Window>;

    Mask() = default;
    /// Allows everything.
    Mask(Index queries, Index keys, Index firstQuery = 0);

    /// A query sees keys up to its own position ("Attention Is All You Need", 3.2.3).
    Mask& causal();
    /// A query at p sees keys p-width+1 … p (and, where not causal, up to p+width-1).
    Mask& window(Index width);
    /// Keys at and after `length` are padding.
    Mask& keyLimit(Index length);
    /// Changes apply in order, after all the rules above.
    Mask& edit(const Edit& edit) { return change(edit); }
    Mask& change(Change change);
    /// An explicit matrix, 1 = may attend, with the same rows and columns as the mask.
    Mask& explicitCells(ByteMatrix cells);

    Index queries() const { return m_queries; }
    Index keys() const { return m_keys; }
    Index firstQuery() const { return m_firstQuery; }
    bool isCausal() const { return m_causal; }
    /// The three rules that need no matrix.
    struct Rule
    {
        bool causal = false;
        std::optional<Index> window, keyLimit;
        bool operator==(const Rule&) const = default;
    };
    /// Empty if the mask also has changes or explicit cells.
    std::optional<Rule> rule() const
    {
        if (m_cells || !m_changes.empty())
            return std::nullopt;
        return Rule{m_causal, m_window, m_keyLimit};
    }
    /// Whether nothing is forbidden.
    bool allowsAll() const;
    /// row: 0 … queries()-1.
    bool allows(Index row, Index key) const;
    /// Half-open range of keys; empty if end <= begin.
    struct KeyRange
    {
        Index begin = 0, end = 0;
        bool operator==(const KeyRange&) const = default;
    };
    /// The allowed keys of a row if the rules alone decide; empty if the mask has changes or cells.
    std::optional<KeyRange> range(Index row) const;
    /// A range of keys outside of which none of the rows [row, row + rows) may attend. With changes or cells
    /// the range may include forbidden keys.
    KeyRange reach(Index row, Index rows) const;
    /// How much of a rectangle is allowed. With changes or cells, kSome may also be returned for a rectangle
    /// that is entirely allowed or forbidden.
    enum class Cover : unsigned char { kNone, kSome, kAll };
    Cover cover(Index row, Index rows, const KeyRange& keys) const;
    /// Writes 1 (may attend) or 0 for the keys keyBegin … keyBegin + out.size().
    void fillRow(Index row, Index keyBegin, std::span<std::uint8_t> out) const;
    ByteMatrix toMatrix() const;

    bool operator==(const Mask& other) const;

private:
    /// Keys allowed by the causal rule, the window and the key limit; neither end decreases from one position
    /// to the next.
    KeyRange ruleRange(Index position) const;

    Index m_queries = 0, m_keys = 0, m_firstQuery = 0;
    bool m_causal = false;
    std::optional<Index> m_window;
    std::optional<Index> m_keyLimit;
    std::vector<Change> m_changes;
    std::optional<ByteMatrix> m_cells;
};

} // namespace headlight
