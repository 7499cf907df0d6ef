#pragma once

#include "core/trace/attention_map.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

// Two attention maps beside each other: which of their tokens stand for each other, the signed difference of
// the numbers at these tokens, and where it is largest. Used for two inputs, two heads, two models, and for
// before and after an intervention. All of it is pure.

/// What makes two tokens the same.
enum class TokenMatch : unsigned char {
    kExact, ///< the same text, mark of a space included; both special tokens, or neither
    kSpelling, ///< the same letters: marks of spaces and of continued words are passed over
};

/// Which tokens of two lists stand for each other: pairs of positions, ascending on both sides.
class TokenAlignment
{
public:
    struct Pair
    {
        std::int32_t a = 0, b = 0;
        bool operator==(const Pair&) const = default;
    };

    TokenAlignment() = default;
    /// countA, countB: how long the two lists are.
    TokenAlignment(std::vector<Pair> pairs, Index countA, Index countB);

    const std::vector<Pair>& pairs() const { return m_pairs; }
    Index size() const { return static_cast<Index>(m_pairs.size()); }
    /// Tokens without a partner.
    Index leftOutA() const { return m_countA - size(); }
    Index leftOutB() const { return m_countB - size(); }
    bool complete() const { return leftOutA() == 0 && leftOutB() == 0; }
    /// The place of a token of A or B in the list of pairs; -1: it has no partner.
    Index placeOfA(Index token) const;
    Index placeOfB(Index token) const;

private:
    std::vector<Pair> m_pairs;
    Index m_countA = 0, m_countB = 0;
};

/// A longest common subsequence: as many pairs as there can be in order. Very long lists that differ in the
/// middle (more than 2^26 combinations there) keep only what they have in common at both ends.
TokenAlignment alignTokens(std::span<const TokenLabel> a, std::span<const TokenLabel> b, TokenMatch match);
/// Position by position, as far as the shorter one goes: for lists whose tokens are known to correspond.
TokenAlignment alignPositions(Index countA, Index countB);

/// One of the two numbers and their difference.
struct CellDifference
{
    Index query = 0, key = 0; ///< in the difference's map
    Index queryA = 0, keyA = 0; ///< where the number stands in A
    Index queryB = 0, keyB = 0;
    float valueA = 0, valueB = 0;
    float difference() const { return valueB - valueA; }
};

/// B − A at the aligned tokens. A value, cheap to copy; shares the two maps.
class MapComparison
{
public:
    MapComparison() = default;
    /// kind: the numbers that are compared; both maps must have it, else the comparison is null.
    MapComparison(AttentionMap a, AttentionMap b, MapKind kind, TokenAlignment queries, TokenAlignment keys);

    bool isNull() const { return m_difference.isNull(); }
    const AttentionMap& a() const { return m_a; }
    const AttentionMap& b() const { return m_b; }
    MapKind kind() const { return m_kind; }
    const TokenAlignment& queries() const { return m_queries; }
    const TokenAlignment& keys() const { return m_keys; }

    /// B − A [aligned queries × aligned keys], with B's tokens. Its numbers are signed, whatever was
    /// compared, and are read as MapKind::kScores; MapKind::kMask is 1 where the query may attend in A or in
    /// B.
    const AttentionMap& difference() const { return m_difference; }
    /// The cells whose numbers differ most, at most `count`, by falling size; equal numbers are no
    /// difference.
    std::vector<CellDifference> largest(std::size_t count) const;
    /// Largest |B − A| and the mean of |B − A| over the cells that have numbers in both.
    struct Summary
    {
        float largest = 0;
        double mean = 0;
        Index cells = 0;
    };
    Summary summary() const;

private:
    AttentionMap m_a, m_b, m_difference;
    MapKind m_kind = MapKind::kWeights;
    TokenAlignment m_queries, m_keys;
};

/// B − A in the places of B: a map of B's size with B's tokens whose cells without a partner in A are NaN.
/// Its numbers are read as MapKind::kScores, as those of MapComparison::difference(). MapKind::kKept, where
/// one of the two has it, is 1 where either shows the cell. Null where the comparison is.
AttentionMap differenceInPlace(const MapComparison& comparison);
/// The cell of A that a cell of B is compared with; nothing where its query or its key has no partner.
std::optional<std::pair<Index, Index>> partnerInA(const MapComparison& comparison, Index query, Index key);

/// B − A with both axes aligned by their tokens; where a map has no labels, position by position.
MapComparison compareMaps(const AttentionMap& a, const AttentionMap& b, MapKind kind, TokenMatch match);

} // namespace headlight
