#include "core/analysis/head_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

// Titles and descriptions are translated where they are shown; lupdate finds them by this name.
#define QT_TRANSLATE_NOOP(context, text) text

namespace headlight {

namespace {

/// Weights read at once, so that they stay in the L2 cache; more of computed ones, which are products.
constexpr Index kRecordedCellsAtOnce = Index{1} << 14;
constexpr Index kComputedCellsAtOnce = Index{1} << 19;

double weightAt(const WeightRow& row, Index key)
{
    const Index place = key - row.firstKey;
    const bool inside = place >= 0 && place < static_cast<Index>(row.weights.size());
    return inside ? static_cast<double>(row.weights[static_cast<std::size_t>(place)]) : 0.0;
}

/// The weight on the key at an offset from the query; empty if there is no such key.
template <Index kStep>
std::optional<double> weightBeside(const WeightRow& row)
{
    const Index key = row.query + kStep;
    if (!row.self || key < 0 || key >= row.keys)
        return std::nullopt;
    return weightAt(row, key);
}

/// Weight on the keys before the query that are `kStep` after earlier occurrences of its token.
template <Index kStep>
std::optional<double> weightOnEarlier(const WeightRow& row)
{
    if (row.earlier.empty() || row.earlier.front() + kStep >= row.query || row.query >= row.keys)
        return std::nullopt;
    double sum = 0;
    for (const Index place : row.earlier)
        if (place + kStep < row.query)
            sum += weightAt(row, place + kStep);
    return sum;
}

/// The weight of each key in a row that spreads evenly.
double evenWeight(const WeightRow& row)
{
    return 1.0 / static_cast<double>(std::max<Index>(row.allowed, 1));
}

/// The same on as many keys as weightOnEarlier() counts.
template <Index kStep>
double evenOnEarlier(const WeightRow& row)
{
    const auto counted
        = std::ranges::count_if(row.earlier, [&](Index place) { return place + kStep < row.query; });
    return static_cast<double>(counted) * evenWeight(row);
}

/// The share of its allowed keys over which a row spreads; empty if there is only one.
std::optional<double> spreadOfRow(const WeightRow& row)
{
    if (row.allowed < 2)
        return std::nullopt;
    return std::exp2(row.sums.entropy) / static_cast<double>(row.allowed);
}

/// Weight on the keys that no other row looks at more: 1 if the head pairs each token of the decoder with one
/// of the encoder. A head that looks at one key from everywhere gets almost 0.
std::optional<double> alignmentOfRow(const WeightRow& row)
{
    if (row.strongest.empty())
        return std::nullopt;
    double sum = 0;
    for (std::size_t key = 0; key < row.strongest.size(); ++key)
        if (row.strongest[key] == row.query)
            sum += weightAt(row, static_cast<Index>(key));
    return sum;
}

// "Duplicate token" and "induction" heads: C. Olsson et al., "In-context Learning and Induction Heads", 2022.
constexpr auto kStatistics = std::to_array<HeadStatistic>({
    {"entropy", "bits", "-Σ w[k] log2 w[k]", QT_TRANSLATE_NOOP("HeadStatistic", "Entropy (bits)"),
     QT_TRANSLATE_NOOP("HeadStatistic", "How widely a row spreads its weight: 0 if it is all on one key."),
     nullptr, [](const WeightRow& row) { return std::optional(row.sums.entropy); },
     [](const WeightRow& row) { return -std::log2(evenWeight(row)); }},
    {"max", "weight", "max w[k]", QT_TRANSLATE_NOOP("HeadStatistic", "Largest weight"),
     QT_TRANSLATE_NOOP("HeadStatistic", "The largest weight of a row, on average."), nullptr,
     [](const WeightRow& row) { return std::optional(static_cast<double>(row.sums.largest)); }, evenWeight},
    {"first", "weight", "w[0]", QT_TRANSLATE_NOOP("HeadStatistic", "First token (sink)"),
     QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the first key, where heads park weight they do not need."),
     QT_TRANSLATE_NOOP("HeadStatistic", "first token"),
     [](const WeightRow& row) { return std::optional(weightAt(row, 0)); }, evenWeight},
    {"diagonal", "weight", "w[q]", QT_TRANSLATE_NOOP("HeadStatistic", "Own position"),
     QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token itself."),
     QT_TRANSLATE_NOOP("HeadStatistic", "same token"), weightBeside<0>, evenWeight},
    {"previous", "weight", "w[q-1]", QT_TRANSLATE_NOOP("HeadStatistic", "Previous token"),
     QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token before it."),
     QT_TRANSLATE_NOOP("HeadStatistic", "previous token"), weightBeside<-1>, evenWeight},
    {"distance", "tokens", "Σ w[k] |q-k|", QT_TRANSLATE_NOOP("HeadStatistic", "Distance (tokens)"),
     QT_TRANSLATE_NOOP("HeadStatistic", "How far away a row looks, on average."), nullptr,
     [](const WeightRow& row) { return row.self ? std::optional(row.sums.distance) : std::nullopt; }},
    {"next", "weight", "w[q+1]", QT_TRANSLATE_NOOP("HeadStatistic", "Next token"),
     QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token after it; always 0 under a causal mask."),
     QT_TRANSLATE_NOOP("HeadStatistic", "next token"), weightBeside<1>},
    {"duplicate", "weight", "Σ w[k], k < q with the token of q",
     QT_TRANSLATE_NOOP("HeadStatistic", "Duplicate token"),
     QT_TRANSLATE_NOOP("HeadStatistic", "Weight on earlier occurrences of the same token, if tokens repeat."),
     QT_TRANSLATE_NOOP("HeadStatistic", "duplicate token"), weightOnEarlier<0>, evenOnEarlier<0>},
    {"induction", "weight", "Σ w[k+1], k + 1 < q, k with the token of q",
     QT_TRANSLATE_NOOP("HeadStatistic", "Induction"),
     QT_TRANSLATE_NOOP("HeadStatistic",
                       "Weight on the token that followed an earlier occurrence of the same token."),
     QT_TRANSLATE_NOOP("HeadStatistic", "induction"), weightOnEarlier<1>, evenOnEarlier<1>},
    {"spread", "share", "2^entropy / keys to which q may attend",
     QT_TRANSLATE_NOOP("HeadStatistic", "Spread"),
     QT_TRANSLATE_NOOP("HeadStatistic",
                       "Share of the keys to which it may attend over which a row spreads its "
                       "weight: 1 if it treats all alike."),
     QT_TRANSLATE_NOOP("HeadStatistic", "spread"), spreadOfRow, [](const WeightRow&) { return 1.0; }},
    {"alignment", "weight", "Σ w[k], k that no other query looks at more",
     QT_TRANSLATE_NOOP("HeadStatistic", "Alignment"),
     QT_TRANSLATE_NOOP("HeadStatistic",
                       "Of cross-attention: weight on keys that no other query looks at more, "
                       "special tokens left out. 1 if each token of the decoder has a token of "
                       "the encoder to itself, as in a word-for-word translation."),
     QT_TRANSLATE_NOOP("HeadStatistic", "alignment"), alignmentOfRow},
});

/// Leaves out the zeros at the ends of a row: half of a causal row, nearly all of a row under a window.
void trim(WeightRow& row)
{
    constexpr std::size_t kStep = 64;
    constexpr std::array<float, kStep> kZeros{};
    const std::span<const float> all = row.weights;
    const auto allZero = [&](std::size_t from) {
        return std::memcmp(all.data() + from, kZeros.data(), sizeof(kZeros)) == 0;
    };
    std::size_t begin = 0;
    std::size_t end = all.size();
    while (end - begin >= kStep && allZero(begin))
        begin += kStep;
    while (begin < end && all[begin] == 0.0F)
        ++begin;
    while (end - begin >= kStep && allZero(end - kStep))
        end -= kStep;
    while (begin < end && all[end - 1] == 0.0F)
        --end;
    row.firstKey += static_cast<Index>(begin);
    row.weights = all.subspan(begin, end - begin);
}

/// Sums over the whole row: the keys outside a trimmed one have weight 0.
RowSums sumsOf(const WeightRow& row, Index allKeys)
{
    RowSums sums = rowSums(row.weights, row.firstKey, row.query);
    if (static_cast<Index>(row.weights.size()) < allKeys) {
        sums.least = std::min(sums.least, 0.0F);
        sums.largest = std::max(sums.largest, 0.0F);
    }
    return sums;
}

/// The same as rowState() of all weights.
RowState stateOf(const WeightRow& row, const RowExpectation& expected)
{
    const auto tolerance = static_cast<double>(expected.tolerance);
    if (row.weights.empty())
        return RowState::kZero;
    if (!std::isfinite(row.sums.sum))
        return RowState::kNotANumber;
    if (static_cast<double>(row.sums.least) < -tolerance)
        return RowState::kNegative;
    const double off = std::abs(row.sums.sum - static_cast<double>(expected.sum));
    return off <= tolerance ? RowState::kSound : RowState::kWrongSum;
}

/// Sums over rows, divided at the end.
struct StatisticSums
{
    HeadStatistics found;
    std::array<double, kStatistics.size()> sums{}, squares{}, chances{};
    std::array<Index, kStatistics.size()> rows{};

    void add(const WeightRow& row, const RowExpectation& expected)
    {
        const RowState state = stateOf(row, expected);
        found.leftOut += state != RowState::kZero && state != RowState::kSound ? 1 : 0;
        if (state != RowState::kSound)
            return;
        ++found.queries;
        for (std::size_t i = 0; i < kStatistics.size(); ++i) {
            if (const std::optional<double> value = kStatistics[i].ofRow(row)) {
                sums[i] += *value;
                squares[i] += *value * *value;
                if (kStatistics[i].ofEvenRow != nullptr)
                    chances[i] += kStatistics[i].ofEvenRow(row);
                ++rows[i];
                if (!found.ofRows.empty())
                    found.ofRows[i].push_back(*value);
            }
        }
    }

    void add(const StatisticSums& other)
    {
        found.leftOut += other.found.leftOut;
        found.queries += other.found.queries;
        for (std::size_t i = 0; i < kStatistics.size(); ++i) {
            sums[i] += other.sums[i];
            squares[i] += other.squares[i];
            chances[i] += other.chances[i];
            rows[i] += other.rows[i];
            if (!found.ofRows.empty())
                found.ofRows[i].insert(found.ofRows[i].end(), other.found.ofRows[i].begin(),
                                       other.found.ofRows[i].end());
        }
    }

    HeadStatistics means()
    {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < kStatistics.size(); ++i) {
            const auto count = static_cast<double>(rows[i]);
            found.values.push_back(rows[i] > 0 ? std::optional(sums[i] / count) : std::nullopt);
            found.squares.push_back(rows[i] > 0 ? squares[i] / count : kNone);
            found.chances.push_back(rows[i] > 0 && kStatistics[i].ofEvenRow != nullptr ? chances[i] / count
                                                                                       : kNone);
        }
        found.rows.assign(rows.begin(), rows.end());
        return std::move(found);
    }
};

/// For each position, the earlier positions of the same token, excluding special tokens and padding. The
/// positions are sorted by token, so that those of a token are next to each other and in order.
class EarlierPositions
{
public:
    explicit EarlierPositions(const std::vector<TokenLabel>& tokens)
        : m_earlier(tokens.size())
    {
        std::vector<std::pair<std::int64_t, Index>> sorted;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (!tokens[i].special && !tokens[i].padding)
                sorted.emplace_back(tokens[i].id, static_cast<Index>(i));
        std::ranges::sort(sorted);
        m_positions.reserve(sorted.size());
        std::size_t first = 0; // of the token
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (sorted[i].first != sorted[first].first)
                first = i;
            m_positions.push_back(sorted[i].second);
            m_earlier[static_cast<std::size_t>(sorted[i].second)] = {first, i - first};
        }
    }

    std::span<const Index> operator[](Index position) const
    {
        const auto at = static_cast<std::size_t>(position);
        if (at >= m_earlier.size())
            return {};
        return std::span(m_positions).subspan(m_earlier[at].first, m_earlier[at].second);
    }

private:
    std::vector<Index> m_positions;
    std::vector<std::pair<std::size_t, std::size_t>> m_earlier; ///< begin and count among them
};

/// Keys that are words: all before the padding at the end.
Index wordsOf(const AttentionMap& map)
{
    Index words = map.keys();
    const std::vector<TokenLabel>& tokens = map.keyTokens();
    while (words > 0 && static_cast<std::size_t>(words) <= tokens.size()
           && tokens[static_cast<std::size_t>(words) - 1].padding)
        --words;
    return words;
}

/// Counts the keys to which a query may attend: those that the mask allows, or without one all words, up to
/// the query's own if the first rows of self-attention look at no later one. Weights that are 0 say little:
/// small ones are, in half precision.
class AllowedKeys
{
public:
    explicit AllowedKeys(const AttentionMap& map)
        : m_map(map)
        , m_words(wordsOf(map))
        , m_masked(map.has(MapKind::kMask))
    {
        constexpr Index kRows = 8;
        const Index rows = std::min({kRows, map.queries(), m_words - 1});
        if (m_masked || map.head().kind != AttentionKind::kSelf || rows < 1)
            return;
        const Matrix first = map.block(MapKind::kWeights, 0, 0, rows, m_words);
        m_causal = true;
        for (Index row = 0; row < rows; ++row)
            m_causal = m_causal && (first.row(row).tail(m_words - row - 1).array() == 0.0F).all();
    }

    Index words() const { return m_words; }

    /// Of `rows` queries from `first` on; all allowed keys are among `keys`.
    std::vector<Index> of(Index first, Index rows, const Mask::KeyRange& keys) const
    {
        std::vector<Index> counts;
        ByteMatrix mask(m_masked ? rows : 0, std::min(keys.end, m_words) - std::min(keys.begin, m_words));
        m_map.readTruth(MapKind::kMask, first, keys.begin, mask);
        for (Index row = 0; row < rows; ++row)
            counts.push_back(m_masked       ? mask.row(row).cast<Index>().sum()
                                 : m_causal ? std::min(first + row + 1, m_words)
                                            : m_words);
        return counts;
    }

private:
    const AttentionMap& m_map;
    Index m_words;
    bool m_masked;
    bool m_causal = false;
};

/// Whether it is a special token, or padding.
bool isSpecial(const std::vector<TokenLabel>& tokens, Index place)
{
    const auto at = static_cast<std::size_t>(place);
    return at < tokens.size() && (tokens[at].special || tokens[at].padding);
}

/// Rows of a map read at once: of computed weights, enough for an efficient product, but never a large part
/// of a long map.
Index rowsAtOnce(const AttentionMap& map)
{
    constexpr Index kLeastComputed = 32;
    constexpr Index kMost = 256;
    if (map.effort(MapKind::kWeights) > 1)
        return std::clamp(kComputedCellsAtOnce / map.keys(), kLeastComputed, kMost);
    return std::clamp<Index>(kRecordedCellsAtOnce / map.keys(), 1, kMost);
}

/// Calls `take` with every query of [first, first + rows) that is not padding, the first key that any of them
/// reaches, and its weights on the keys from there to the last.
void forEachRow(const AttentionMap& map, Index first, Index rows, const auto& take)
{
    const auto& tokens = map.queryTokens();
    const Mask::KeyRange keys = map.reach(first, rows);
    const Matrix weights = map.block(MapKind::kWeights, first, keys.begin, rows, keys.end - keys.begin);
    for (Index row = 0; row < rows; ++row) {
        const auto token = static_cast<std::size_t>(first + row);
        if (token < tokens.size() && tokens[token].padding)
            continue;
        take(first + row, keys.begin,
             std::span<const float>(weights.data() + row * weights.cols(),
                                    static_cast<std::size_t>(weights.cols())));
    }
}

/// For each key, the query that looks at it most, as defined by WeightRow::strongest.
std::vector<Index> strongestQueries(const AttentionMap& map, const std::stop_token& stop)
{
    std::vector<Index> strongest(static_cast<std::size_t>(map.keys()), -1);
    std::vector<float> most(strongest.size(), 0.0F);
    const auto take = [&](Index query, Index firstKey, std::span<const float> weights) {
        if (isSpecial(map.queryTokens(), query)
            || rowState(weights, map.expectedRow(query)) != RowState::kSound)
            return;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::size_t key = static_cast<std::size_t>(firstKey) + i;
            if (weights[i] > most[key] && !isSpecial(map.keyTokens(), static_cast<Index>(key))) {
                most[key] = weights[i];
                strongest[key] = query;
            }
        }
    };
    const Index atOnce = rowsAtOnce(map);
    for (Index first = 0; first < map.queries() && !stop.stop_requested(); first += atOnce)
        forEachRow(map, first, std::min(atOnce, map.queries() - first), take);
    return strongest;
}

} // namespace

std::span<const HeadStatistic> headStatisticList()
{
    return kStatistics;
}

std::optional<double> HeadStatistics::operator[](std::string_view name) const
{
    const auto at = static_cast<std::size_t>(std::ranges::find(kStatistics, name, &HeadStatistic::name)
                                             - kStatistics.begin());
    return at < values.size() ? values[at] : std::nullopt;
}

HeadStatistics headStatistics(const AttentionMap& map, const std::stop_token& stop, const Workers& workers,
                              bool keepRows)
{
    StatisticSums sums;
    sums.found.ofRows.resize(keepRows ? kStatistics.size() : 0);
    if (!map.has(MapKind::kWeights) || map.keys() == 0)
        return sums.means();
    const AllowedKeys allowed(map);
    sums.found.keys = allowed.words();
    sums.found.hasSink = map.hasSink();
    sums.found.named = map.isTrained();
    const bool self = map.head().kind == AttentionKind::kSelf;
    const EarlierPositions earlier(self ? map.queryTokens() : std::vector<TokenLabel>());
    const std::vector<Index> strongest = self ? std::vector<Index>() : strongestQueries(map, stop);
    // Blocks of rows run on all threads; their sums are added in order, so that the result is deterministic.
    const Index atOnce = rowsAtOnce(map);
    std::vector<StatisticSums> blocks(static_cast<std::size_t>((map.queries() + atOnce - 1) / atOnce), sums);
    workers.forEach(blocks.size(), [&](std::size_t block) {
        if (stop.stop_requested())
            return;
        const Index first = static_cast<Index>(block) * atOnce;
        const Index rows = std::min(atOnce, map.queries() - first);
        const std::vector<Index> counts = allowed.of(first, rows, map.reach(first, rows));
        forEachRow(map, first, rows, [&](Index query, Index firstKey, std::span<const float> weights) {
            WeightRow row{.query = query,
                          .keys = allowed.words(),
                          .allowed = counts[static_cast<std::size_t>(query - first)],
                          .firstKey = firstKey,
                          .weights = weights,
                          .sums = {},
                          .self = self,
                          .earlier = earlier[query],
                          .strongest
                          = isSpecial(map.queryTokens(), query) ? std::span<const Index>() : strongest};
            trim(row);
            row.sums = sumsOf(row, map.keys());
            blocks[block].add(row, map.expectedRow(query));
        });
    });
    for (const StatisticSums& block : blocks)
        sums.add(block);
    return sums.means();
}

} // namespace headlight
