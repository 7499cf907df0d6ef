#include "core/analysis/map_comparison.h"

#include "core/base/text_list.h"
#include "core/base/workers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <string_view>

namespace headlight {

namespace {

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
    if (match == TokenMatch::kId)
        return a.id == b.id;
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
    if (a.empty() || b.empty()
        || static_cast<Index>(a.size()) > kMostCombinations / static_cast<Index>(columns))
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

/// The numbers of a map at these rows and columns, both ascending; −1 = none: NaN. All of them are 1 if the
/// map has none of this kind: without a recorded mask, everything is allowed. Reads runs of rows at once.
Matrix gathered(const AttentionMap& map, MapKind kind, const std::vector<Index>& rows,
                const std::vector<Index>& columns)
{
    Matrix found = Matrix::Constant(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()),
                                    std::numeric_limits<float>::quiet_NaN());
    const auto known = [](Index at) { return at >= 0; };
    const auto front = std::ranges::find_if(columns, known);
    if (front == columns.end())
        return found;
    const Index first = *front;
    const Index width = *std::find_if(columns.rbegin(), columns.rend(), known) - first + 1;
    const bool unbroken = front == columns.begin() && width == found.cols();
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        end = begin + 1;
        if (!known(rows[begin]))
            continue;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        const auto top = static_cast<Index>(begin), height = static_cast<Index>(end - begin);
        const Matrix block = map.has(kind) ? map.block(kind, rows[begin], first, height, width)
                                           : Matrix::Ones(height, width);
        if (unbroken) {
            found.middleRows(top, height) = block;
            continue;
        }
        for (Index column = 0; column < found.cols(); ++column)
            if (const Index at = columns[static_cast<std::size_t>(column)]; known(at))
                found.block(top, column, height, 1) = block.col(at - first);
    }
    return found;
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
        const MapKind asked = kind == MapKind::kMask ? MapKind::kMask : m_kind;
        const auto side = [&](const AttentionMap& map, std::int32_t TokenAlignment::Pair::*token) {
            return gathered(map, asked, places(m_queries, query, out.rows(), token),
                            places(m_keys, key, out.cols(), token));
        };
        const Matrix a = side(m_a, &TokenAlignment::Pair::a), b = side(m_b, &TokenAlignment::Pair::b);
        if (kind == MapKind::kMask)
            out = a.cwiseMax(b);
        else
            out = b - a;
    }

private:
    /// Where these aligned tokens are in A or in B.
    static std::vector<Index> places(const TokenAlignment& tokens, Index first, Index count,
                                     std::int32_t TokenAlignment::Pair::*token)
    {
        const auto pairs = std::span(tokens.pairs())
                               .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        return listFrom(pairs, [token](const TokenAlignment::Pair& pair) { return Index{pair.*token}; });
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
        const AttentionMap &a = m_comparison.a(), &b = m_comparison.b();
        // Unknown cells count as shown and allowed.
        const Matrix own = b.has(asked) ? b.block(asked, query, key, out.rows(), out.cols())
                                        : Matrix::Ones(out.rows(), out.cols());
        const Matrix other = gathered(a, asked, partners(m_comparison.queries(), query, out.rows()),
                                      partners(m_comparison.keys(), key, out.cols()));
        if (kind == MapKind::kScores)
            out = own - other; // NaN without a partner
        else
            out = other.array().isNaN().select(own, own.cwiseMax(other));
    }

private:
    /// The tokens of A that belong to these tokens of B; −1 = none.
    static std::vector<Index> partners(const TokenAlignment& tokens, Index first, Index count)
    {
        std::vector<Index> found;
        found.reserve(static_cast<std::size_t>(count));
        for (Index i = first; i < first + count; ++i) {
            const Index place = tokens.placeOfB(i);
            found.push_back(place < 0 ? -1 : tokens.pairs()[static_cast<std::size_t>(place)].a);
        }
        return found;
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

/// A place in the difference's map and the size of its number.
struct Found
{
    float size;
    Index query, key;
    bool operator>(const Found& other) const
    {
        return size > other.size
            || (size == other.size && std::pair(query, key) < std::pair(other.query, other.key));
    }
};

/// The differences of some rows.
class DifferenceSum
{
public:
    explicit DifferenceSum(std::size_t places)
        : m_places(places)
    { }
    void add(const Matrix& rows, Index firstQuery)
    {
        for (Index row = 0; row < rows.rows(); ++row) {
            const RowVector sizes = rows.row(row).cwiseAbs();
            if (sizes.allFinite()) {
                count(sizes.maxCoeff(), sizes.cast<double>().sum(), sizes.size());
                if (m_found.size() < m_places || (m_places > 0 && sizes.maxCoeff() > m_found.front().size))
                    addPlaces(sizes, firstQuery + row);
                continue;
            }
            for (const float size : sizes)
                if (std::isfinite(size))
                    count(size, static_cast<double>(size), 1);
            addPlaces(sizes, firstQuery + row);
        }
    }
    void add(const DifferenceSum& other)
    {
        count(other.m_largest, other.m_sum, other.m_cells);
        for (const Found& each : other.m_found)
            keep(each);
    }
    float largest() const { return m_largest; }
    double mean() const { return m_cells > 0 ? m_sum / static_cast<double>(m_cells) : 0; }
    Index cells() const { return m_cells; }
    /// Largest first.
    std::vector<Found> sorted() const
    {
        std::vector<Found> found = m_found;
        std::ranges::sort(found, std::greater<>());
        return found;
    }

private:
    void count(float largest, double sum, Index cells)
    {
        m_largest = std::max(m_largest, largest);
        m_sum += sum;
        m_cells += cells;
    }
    void addPlaces(const RowVector& sizes, Index query)
    {
        for (Index key = 0; key < sizes.size(); ++key)
            if (sizes[key] > 0 && std::isfinite(sizes[key]))
                keep({sizes[key], query, key});
    }
    void keep(const Found& each)
    {
        if (m_found.size() == m_places) {
            if (m_places == 0 || !(each > m_found.front()))
                return;
            std::pop_heap(m_found.begin(), m_found.end(), std::greater<>());
            m_found.pop_back();
        }
        m_found.push_back(each);
        std::push_heap(m_found.begin(), m_found.end(), std::greater<>());
    }

    std::size_t m_places;
    float m_largest = 0;
    double m_sum = 0;
    Index m_cells = 0;
    std::vector<Found> m_found; ///< a heap whose top is the smallest one kept
};

} // namespace

TokenAlignment::TokenAlignment(std::vector<Pair> pairs, Index countA, Index countB)
    : m_pairs(std::move(pairs))
    , m_countA(countA)
    , m_countB(countB)
{ }

Index TokenAlignment::placeOf(Index token, std::int32_t Pair::*side) const
{
    const auto found = std::ranges::lower_bound(m_pairs, token, std::less(), side);
    return found != m_pairs.end() && (*found).*side == token ? found - m_pairs.begin() : -1;
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

CellDifference MapComparison::placed(Index query, Index key) const
{
    const TokenAlignment::Pair& row = m_queries.pairs()[static_cast<std::size_t>(query)];
    const TokenAlignment::Pair& column = m_keys.pairs()[static_cast<std::size_t>(key)];
    return {query,
            key,
            row.a,
            column.a,
            row.b,
            column.b,
            m_a.at(m_kind, row.a, column.a),
            m_b.at(m_kind, row.b, column.b)};
}

MapComparison::Summary MapComparison::summary(std::size_t places, const std::stop_token& stop,
                                              const Progress& progress) const
{
    const Index queries = m_difference.queries(), keys = m_difference.keys();
    if (queries == 0 || keys == 0)
        return {};
    constexpr Index kBandRows = 64; ///< for one thread at a time
    constexpr Index kCellsAtOnce = Index{1} << 20;
    const Index rowsAtOnce = std::clamp<Index>(kCellsAtOnce / keys, 1, kBandRows);
    std::vector<DifferenceSum> bands(static_cast<std::size_t>((queries + kBandRows - 1) / kBandRows),
                                     DifferenceSum(places));
    std::mutex mutex;
    std::size_t done = 0;
    const auto sayDone = [&] {
        const std::scoped_lock lock(mutex);
        ++done;
        if (progress)
            progress(static_cast<int>(100 * done / bands.size()));
    };
    Workers(queries * keys > kCellsAtOnce ? 0 : 1).forEach(bands.size(), [&](std::size_t band) {
        const Index begin = static_cast<Index>(band) * kBandRows, end = std::min(begin + kBandRows, queries);
        for (Index query = begin; query < end && !stop.stop_requested(); query += rowsAtOnce)
            bands[band].add(
                m_difference.block(MapKind::kScores, query, 0, std::min(rowsAtOnce, end - query), keys),
                query);
        sayDone();
    });
    if (stop.stop_requested())
        return {};
    DifferenceSum all(places);
    for (const DifferenceSum& band : bands) // always in this order: sums depend on it
        all.add(band);
    Summary summary{all.largest(), all.mean(), all.cells(), {}};
    for (const Found& each : all.sorted())
        summary.places.push_back(placed(each.query, each.key));
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
