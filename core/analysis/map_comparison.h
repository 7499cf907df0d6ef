#pragma once

#include "core/trace/attention_map.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

// Compares two attention maps: which of their tokens correspond, the signed difference of the numbers at
// these tokens, and where it is largest. Used for two inputs, two heads, two models, and before and after an
// edit. All functions are pure.

/// When two tokens count as the same.
enum class TokenMatch : unsigned char {
    kExact, ///< the same text, including the mark of a space; both special tokens, or neither
    kSpelling, ///< the same letters: marks of spaces and of continued words are ignored
    kId, ///< the same id
};

/// Which tokens of two lists correspond: pairs of positions, ascending on both sides.
class TokenAlignment
{
public:
    struct Pair
    {
        std::int32_t a = 0, b = 0;
        bool operator==(const Pair&) const = default;
    };

    TokenAlignment() = default;
    /// countA, countB: lengths of the two lists.
    TokenAlignment(std::vector<Pair> pairs, Index countA, Index countB);

    const std::vector<Pair>& pairs() const { return m_pairs; }
    Index size() const { return static_cast<Index>(m_pairs.size()); }
    /// Tokens without a partner.
    Index leftOutA() const { return m_countA - size(); }
    Index leftOutB() const { return m_countB - size(); }
    bool complete() const { return leftOutA() == 0 && leftOutB() == 0; }
    /// Index of a token of A or B in the list of pairs; -1 = no partner.
    Index placeOfA(Index token) const { return placeOf(token, &Pair::a); }
    Index placeOfB(Index token) const { return placeOf(token, &Pair::b); }

private:
    Index placeOf(Index token, std::int32_t Pair::*side) const;
    std::vector<Pair> m_pairs;
    Index m_countA = 0, m_countB = 0;
};

/// A longest common subsequence: the largest possible number of pairs in order. Very long lists that differ
/// in the middle (more than kMostCombinations there) keep only their common beginning and end.
inline constexpr Index kMostCombinations = Index{1} << 26;
TokenAlignment alignTokens(std::span<const TokenLabel> a, std::span<const TokenLabel> b, TokenMatch match);
/// Position by position, up to the shorter length: for lists whose tokens are known to correspond.
TokenAlignment alignPositions(Index countA, Index countB);

/// One of the two numbers and their difference.
struct CellDifference
{
    Index query = 0, key = 0; ///< in the difference's map
    Index queryA = 0, keyA = 0; ///< place of the number in A
    Index queryB = 0, keyB = 0;
    float valueA = 0, valueB = 0;
    float difference() const { return valueB - valueA; }
};

/// B − A at the aligned tokens. A value type, cheap to copy; shares the two maps.
class MapComparison
{
public:
    MapComparison() = default;
    /// kind: the numbers to compare. The comparison is null unless both maps have them.
    MapComparison(AttentionMap a, AttentionMap b, MapKind kind, TokenAlignment queries, TokenAlignment keys);

    bool isNull() const { return m_difference.isNull(); }
    const AttentionMap& a() const { return m_a; }
    const AttentionMap& b() const { return m_b; }
    MapKind kind() const { return m_kind; }
    const TokenAlignment& queries() const { return m_queries; }
    const TokenAlignment& keys() const { return m_keys; }

    /// B − A [aligned queries × aligned keys], with B's tokens. The numbers are signed, whatever is compared,
    /// and are read as MapKind::kScores; MapKind::kMask is 1 if the query may attend in A or in B.
    const AttentionMap& difference() const { return m_difference; }
    /// Maximum and mean of |B − A| over the cells that have numbers in both, and where they differ most.
    struct Summary
    {
        float largest = 0;
        double mean = 0;
        Index cells = 0;
        std::vector<CellDifference> places; ///< largest difference first; equal cells are left out
    };
    /// Called from any thread, one call at a time, every few milliseconds.
    using Progress = std::function<void(int percent)>;
    /// Reads every cell once, on all cores; at most `places` places. Empty if stopped.
    Summary summary(std::size_t places = 0, const std::stop_token& stop = {},
                    const Progress& progress = {}) const;

private:
    CellDifference placed(Index query, Index key) const;

    AttentionMap m_a, m_b, m_difference;
    MapKind m_kind = MapKind::kWeights;
    TokenAlignment m_queries, m_keys;
};

/// B − A in the layout of B: a map of B's size with B's tokens, NaN in cells without a partner in A. The
/// numbers are read as MapKind::kScores, like those of MapComparison::difference(). MapKind::kKept, if either
/// map has it, is 1 where either shows the cell. Null if the comparison is null.
AttentionMap differenceInPlace(const MapComparison& comparison);
/// The cell of A that a cell of B is compared with; empty if its query or its key has no partner.
std::optional<std::pair<Index, Index>> partnerInA(const MapComparison& comparison, Index query, Index key);

/// B − A with both axes aligned by their tokens, or by position if a map has no labels.
MapComparison compareMaps(const AttentionMap& a, const AttentionMap& b, MapKind kind, TokenMatch match);

} // namespace headlight
