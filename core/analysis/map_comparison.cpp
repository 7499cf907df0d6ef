#include "core/analysis/map_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMostCombinations = std::size_t{1} << 26;

/// The text without the marks that tokenizers put before a word or a continued piece.
std::string_view spelling(std::string_view text)
{
    static constexpr std::array<std::string_view, 4> kMarks{"␣", "▁", "Ġ", "##"};
    for (const std::string_view mark : kMarks)
        if (text.size() > mark.size() && text.starts_with(mark))
            return text.substr(mark.size());
    return text;
}

bool same(const TokenLabel& a, const TokenLabel& b, TokenMatch match)
{
    if (a.special != b.special || a.padding != b.padding)
        return false;
    return match == TokenMatch::kExact ? a.text == b.text : spelling(a.text) == spelling(b.text);
}

using Tokens = std::span<const TokenLabel>;
using Pairs = std::vector<TokenAlignment::Pair>;

/// The classic table of lengths, stored as one direction bit per cell: [a × b] bytes.
void alignMiddle(Tokens a, Tokens b, TokenMatch match, TokenAlignment::Pair offset, Pairs& pairs)
{
    enum Step : std::uint8_t { kBoth, kSkipA, kSkipB };
    const std::size_t columns = b.size();
    if (a.empty() || b.empty() || a.size() > kMostCombinations / columns)
        return;
    std::vector<Step> steps(a.size() * columns);
    std::vector<std::int32_t> below(columns + 1, 0), row(columns + 1, 0);
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            Step& step = steps[i * columns + j];
            if (same(a[i], b[j], match)) {
                step = kBoth;
                row[j] = below[j + 1] + 1;
            } else {
                step = below[j] >= row[j + 1] ? kSkipA : kSkipB;
                row[j] = std::max(below[j], row[j + 1]);
            }
        }
        std::swap(below, row);
    }
    for (std::size_t i = 0, j = 0; i < a.size() && j < columns;) {
        const Step step = steps[i * columns + j];
        if (step == kBoth)
            pairs.push_back(
                {offset.a + static_cast<std::int32_t>(i), offset.b + static_cast<std::int32_t>(j)});
        i += step != kSkipB ? 1 : 0;
        j += step != kSkipA ? 1 : 0;
    }
}

/// B − A of the aligned cells, computed on demand.
class Difference : public AttentionSource
{
public:
    Difference(AttentionMap a, AttentionMap b, MapKind kind, TokenAlignment queries, TokenAlignment keys)
        : m_a(std::move(a))
        , m_b(std::move(b))
        , m_kind(kind)
        , m_queries(std::move(queries))
        , m_keys(std::move(keys))
    { }

    Index queries() const override { return m_queries.size(); }
    Index keys() const override { return m_keys.size(); }
    bool has(MapKind kind) const override
    {
        return kind == MapKind::kScores
            || (kind == MapKind::kMask && (m_a.has(MapKind::kMask) || m_b.has(MapKind::kMask)));
    }
    int effort(MapKind kind) const override { return 2 + m_a.effort(kind) + m_b.effort(kind); }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        for (Index row = 0; row < out.rows(); ++row) {
            const TokenAlignment::Pair& at = m_queries.pairs()[static_cast<std::size_t>(query + row)];
            const MapKind asked = kind == MapKind::kMask ? MapKind::kMask : m_kind;
            const RowVector a = rowOf(m_a, asked, at.a), b = rowOf(m_b, asked, at.b);
            for (Index column = 0; column < out.cols(); ++column) {
                const TokenAlignment::Pair& pair = m_keys.pairs()[static_cast<std::size_t>(key + column)];
                out(row, column)
                    = kind == MapKind::kMask ? std::max(a[pair.a], b[pair.b]) : b[pair.b] - a[pair.a];
            }
        }
    }

private:
    static RowVector rowOf(const AttentionMap& map, MapKind kind, Index query)
    {
        if (!map.has(kind)) // without a recorded mask, everything is allowed
            return RowVector::Ones(map.keys());
        return map.block(kind, query, 0, 1, map.keys()).row(0);
    }

    AttentionMap m_a, m_b;
    MapKind m_kind;
    TokenAlignment m_queries, m_keys;
};

/// The same, in the layout of B.
class DifferenceInPlace : public AttentionSource
{
public:
    explicit DifferenceInPlace(MapComparison comparison)
        : m_comparison(std::move(comparison))
    { }

    Index queries() const override { return m_comparison.b().queries(); }
    Index keys() const override { return m_comparison.b().keys(); }
    bool has(MapKind kind) const override
    {
        const AttentionMap &a = m_comparison.a(), &b = m_comparison.b();
        return kind == MapKind::kScores
            || ((kind == MapKind::kMask || kind == MapKind::kKept) && (a.has(kind) || b.has(kind)));
    }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        const MapKind asked = kind == MapKind::kScores ? m_comparison.kind() : kind;
        for (Index row = 0; row < out.rows(); ++row) {
            const RowVector b = rowOf(m_comparison.b(), asked, query + row);
            const Index place = m_comparison.queries().placeOfB(query + row);
            const bool paired = place >= 0;
            const RowVector a = paired
                ? rowOf(m_comparison.a(), asked,
                        m_comparison.queries().pairs()[static_cast<std::size_t>(place)].a)
                : RowVector();
            for (Index column = 0; column < out.cols(); ++column) {
                const Index at = paired ? m_comparison.keys().placeOfB(key + column) : -1;
                const float own = b[key + column];
                if (at < 0) {
                    out(row, column)
                        = kind == MapKind::kScores ? std::numeric_limits<float>::quiet_NaN() : own;
                    continue;
                }
                const float other = a[m_comparison.keys().pairs()[static_cast<std::size_t>(at)].a];
                out(row, column) = kind == MapKind::kScores ? own - other : std::max(own, other);
            }
        }
    }

private:
    /// Unknown cells count as shown and allowed.
    static RowVector rowOf(const AttentionMap& map, MapKind kind, Index query)
    {
        if (!map.has(kind))
            return RowVector::Ones(map.keys());
        return map.block(kind, query, 0, 1, map.keys()).row(0);
    }

    MapComparison m_comparison;
};

TokenAxis alignedLabels(const std::vector<TokenLabel>& tokens, const TokenAlignment& alignment)
{
    auto labels = std::make_shared<std::vector<TokenLabel>>();
    for (const TokenAlignment::Pair& pair : alignment.pairs()) {
        const auto index = static_cast<std::size_t>(pair.b);
        labels->push_back(index < tokens.size() ? tokens[index] : TokenLabel{});
    }
    return labels;
}

} // namespace

TokenAlignment::TokenAlignment(std::vector<Pair> pairs, Index countA, Index countB)
    : m_pairs(std::move(pairs))
    , m_countA(countA)
    , m_countB(countB)
{ }

Index TokenAlignment::placeOfA(Index token) const
{
    const auto found = std::partition_point(m_pairs.begin(), m_pairs.end(),
                                            [&](const Pair& pair) { return pair.a < token; });
    return found != m_pairs.end() && found->a == token ? found - m_pairs.begin() : -1;
}

Index TokenAlignment::placeOfB(Index token) const
{
    const auto found = std::partition_point(m_pairs.begin(), m_pairs.end(),
                                            [&](const Pair& pair) { return pair.b < token; });
    return found != m_pairs.end() && found->b == token ? found - m_pairs.begin() : -1;
}

TokenAlignment alignTokens(Tokens a, Tokens b, TokenMatch match)
{
    // The common beginning and end belong to some longest common subsequence.
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && same(a[head], b[head], match))
        ++head;
    while (head + tail < shorter && same(a[a.size() - 1 - tail], b[b.size() - 1 - tail], match))
        ++tail;
    Pairs pairs;
    for (std::size_t i = 0; i < head; ++i)
        pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(i)});
    alignMiddle(a.subspan(head, a.size() - head - tail), b.subspan(head, b.size() - head - tail), match,
                {static_cast<std::int32_t>(head), static_cast<std::int32_t>(head)}, pairs);
    for (std::size_t i = tail; i > 0; --i)
        pairs.push_back({static_cast<std::int32_t>(a.size() - i), static_cast<std::int32_t>(b.size() - i)});
    return {std::move(pairs), static_cast<Index>(a.size()), static_cast<Index>(b.size())};
}

TokenAlignment alignPositions(Index countA, Index countB)
{
    Pairs pairs;
    for (std::int32_t i = 0; i < std::min(countA, countB); ++i)
        pairs.push_back({i, i});
    return {std::move(pairs), countA, countB};
}

MapComparison::MapComparison(AttentionMap a, AttentionMap b, MapKind kind, TokenAlignment queries,
                             TokenAlignment keys)
    : m_a(std::move(a))
    , m_b(std::move(b))
    , m_kind(kind)
    , m_queries(std::move(queries))
    , m_keys(std::move(keys))
{
    if (!m_a.has(kind) || !m_b.has(kind))
        return;
    m_difference = {m_b.head(), std::make_shared<const Difference>(m_a, m_b, kind, m_queries, m_keys),
                    alignedLabels(m_b.queryTokens(), m_queries), alignedLabels(m_b.keyTokens(), m_keys)};
}

std::vector<CellDifference> MapComparison::largest(std::size_t count) const
{
    struct Found
    {
        float size;
        Index query, key;
    };
    const auto larger = [](const Found& a, const Found& b) {
        return a.size > b.size || (a.size == b.size && std::pair(a.query, a.key) < std::pair(b.query, b.key));
    };
    std::vector<Found> found; // a heap whose top is the smallest entry kept
    for (Index query = 0; count > 0 && query < m_difference.queries(); ++query) {
        const Matrix row = m_difference.block(MapKind::kScores, query, 0, 1, m_difference.keys());
        for (Index key = 0; key < row.cols(); ++key) {
            const Found each{std::abs(row(0, key)), query, key};
            if (!(each.size > 0) || (found.size() == count && !larger(each, found.front())))
                continue;
            if (found.size() == count) {
                std::pop_heap(found.begin(), found.end(), larger);
                found.pop_back();
            }
            found.push_back(each);
            std::push_heap(found.begin(), found.end(), larger);
        }
    }
    std::sort(found.begin(), found.end(), larger);
    std::vector<CellDifference> cells;
    for (const Found& each : found) {
        const TokenAlignment::Pair& query = m_queries.pairs()[static_cast<std::size_t>(each.query)];
        const TokenAlignment::Pair& key = m_keys.pairs()[static_cast<std::size_t>(each.key)];
        cells.push_back({each.query, each.key, query.a, key.a, query.b, key.b, m_a.at(m_kind, query.a, key.a),
                         m_b.at(m_kind, query.b, key.b)});
    }
    return cells;
}

MapComparison::Summary MapComparison::summary() const
{
    Summary summary;
    for (Index query = 0; query < m_difference.queries(); ++query) {
        const Matrix row = m_difference.block(MapKind::kScores, query, 0, 1, m_difference.keys());
        for (const float value : row.reshaped()) {
            if (!std::isfinite(value))
                continue;
            summary.largest = std::max(summary.largest, std::abs(value));
            summary.mean += static_cast<double>(std::abs(value));
            ++summary.cells;
        }
    }
    if (summary.cells > 0)
        summary.mean /= static_cast<double>(summary.cells);
    return summary;
}

AttentionMap differenceInPlace(const MapComparison& comparison)
{
    if (comparison.isNull())
        return {};
    const AttentionMap& b = comparison.b();
    return {b.head(), std::make_shared<const DifferenceInPlace>(comparison), b.queryAxis(), b.keyAxis()};
}

std::optional<std::pair<Index, Index>> partnerInA(const MapComparison& comparison, Index query, Index key)
{
    const Index row = comparison.queries().placeOfB(query), column = comparison.keys().placeOfB(key);
    if (row < 0 || column < 0)
        return std::nullopt;
    return std::pair<Index, Index>{comparison.queries().pairs()[static_cast<std::size_t>(row)].a,
                                   comparison.keys().pairs()[static_cast<std::size_t>(column)].a};
}

MapComparison compareMaps(const AttentionMap& a, const AttentionMap& b, MapKind kind, TokenMatch match)
{
    const auto aligned = [match](const std::vector<TokenLabel>& tokensA, Index countA,
                                 const std::vector<TokenLabel>& tokensB, Index countB) {
        // A decoding in progress has fewer rows than tokens.
        if (static_cast<Index>(tokensA.size()) < countA || static_cast<Index>(tokensB.size()) < countB)
            return alignPositions(countA, countB);
        return alignTokens(Tokens(tokensA).first(static_cast<std::size_t>(countA)),
                           Tokens(tokensB).first(static_cast<std::size_t>(countB)), match);
    };
    return {a, b, kind, aligned(a.queryTokens(), a.queries(), b.queryTokens(), b.queries()),
            aligned(a.keyTokens(), a.keys(), b.keyTokens(), b.keys())};
}

} // namespace headlight
