#include "core/analysis/head_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <unordered_map>
#include <utility>

// The titles and descriptions are translated where they are shown: lupdate finds them by this name.
#define QT_TRANSLATE_NOOP(context, text) text

namespace headlight {

namespace {

constexpr Index kStatisticsCellsAtOnce = Index{1} << 20;

double weightAt(const WeightRow& row, Index key)
{
    return static_cast<double>(row.weights[static_cast<std::size_t>(key)]);
}

/// The weight on a key at a place relative to the query; nothing if there is no such key.
std::optional<double> weightBeside(const WeightRow& row, Index step)
{
    const Index key = row.query + step;
    if (!row.self || key < 0 || key >= static_cast<Index>(row.weights.size()))
        return std::nullopt;
    return weightAt(row, key);
}

std::optional<double> entropyOfRow(const WeightRow& row)
{
    double entropy = 0;
    for (const float weight : row.weights)
        if (weight > 0)
            entropy -= static_cast<double>(weight) * std::log2(static_cast<double>(weight));
    return entropy;
}

std::optional<double> largestOfRow(const WeightRow& row)
{
    return static_cast<double>(*std::max_element(row.weights.begin(), row.weights.end()));
}

std::optional<double> distanceOfRow(const WeightRow& row)
{
    if (!row.self)
        return std::nullopt;
    double distance = 0;
    for (Index key = 0; key < static_cast<Index>(row.weights.size()); ++key)
        distance += weightAt(row, key) * static_cast<double>(std::abs(row.query - key));
    return distance;
}

/// Weight on the keys that stand `step` after the earlier ones of the query's token.
std::optional<double> weightOnEarlier(const WeightRow& row, Index step)
{
    if (row.earlier.empty() || row.query >= static_cast<Index>(row.weights.size()))
        return std::nullopt;
    double sum = 0;
    for (const Index place : row.earlier)
        sum += weightAt(row, place + step);
    return sum;
}

/// Over how many of the keys that it reaches a row spreads; nothing if it reaches one only.
std::optional<double> spreadOfRow(const WeightRow& row)
{
    const auto reached = std::count_if(row.weights.begin(), row.weights.end(), [](float w) { return w > 0; });
    if (reached < 2)
        return std::nullopt;
    return std::exp2(entropyOfRow(row).value_or(0)) / static_cast<double>(reached);
}

/// Weight on the keys that no other row looks at more: 1 where the head pairs each token of the decoder with
/// one of the encoder. A head that looks at one key from everywhere gets next to nothing.
std::optional<double> alignmentOfRow(const WeightRow& row)
{
    if (row.strongest.empty())
        return std::nullopt;
    double sum = 0;
    for (std::size_t key = 0; key < row.strongest.size(); ++key)
        if (row.strongest[key] == row.query)
            sum += static_cast<double>(row.weights[key]);
    return sum;
}

// "Duplicate token" and "induction" heads: C. Olsson et al., "In-context Learning and Induction Heads", 2022.
constexpr std::array kStatistics{
    HeadStatistic{
        "entropy", "bits", "-Σ w[k] log2 w[k]", QT_TRANSLATE_NOOP("HeadStatistic", "Entropy (bits)"),
        QT_TRANSLATE_NOOP("HeadStatistic", "How widely a row spreads its weight: 0 if it is all on one key."),
        nullptr, entropyOfRow},
    HeadStatistic{"max", "weight", "max w[k]", QT_TRANSLATE_NOOP("HeadStatistic", "Largest weight"),
                  QT_TRANSLATE_NOOP("HeadStatistic", "The largest weight of a row, on average."), nullptr,
                  largestOfRow},
    HeadStatistic{"first", "weight", "w[0]", QT_TRANSLATE_NOOP("HeadStatistic", "First token (sink)"),
                  QT_TRANSLATE_NOOP("HeadStatistic",
                                    "Weight on the first key, where heads park weight they do not need."),
                  QT_TRANSLATE_NOOP("HeadStatistic", "first token"),
                  [](const WeightRow& row) { return std::optional(weightAt(row, 0)); }},
    HeadStatistic{"diagonal", "weight", "w[q]", QT_TRANSLATE_NOOP("HeadStatistic", "Own position"),
                  QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token itself."),
                  QT_TRANSLATE_NOOP("HeadStatistic", "same token"),
                  [](const WeightRow& row) { return weightBeside(row, 0); }},
    HeadStatistic{"previous", "weight", "w[q-1]", QT_TRANSLATE_NOOP("HeadStatistic", "Previous token"),
                  QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token before it."),
                  QT_TRANSLATE_NOOP("HeadStatistic", "previous token"),
                  [](const WeightRow& row) { return weightBeside(row, -1); }},
    HeadStatistic{
        "distance", "tokens", "Σ w[k] |q-k|", QT_TRANSLATE_NOOP("HeadStatistic", "Distance (tokens)"),
        QT_TRANSLATE_NOOP("HeadStatistic", "How far away a row looks, on average."), nullptr, distanceOfRow},
    HeadStatistic{
        "next", "weight", "w[q+1]", QT_TRANSLATE_NOOP("HeadStatistic", "Next token"),
        QT_TRANSLATE_NOOP("HeadStatistic", "Weight on the token after it; always 0 under a causal mask."),
        QT_TRANSLATE_NOOP("HeadStatistic", "next token"),
        [](const WeightRow& row) { return weightBeside(row, 1); }},
    HeadStatistic{"duplicate", "weight", "Σ w[k], k < q with the token of q",
                  QT_TRANSLATE_NOOP("HeadStatistic", "Duplicate token"),
                  QT_TRANSLATE_NOOP("HeadStatistic",
                                    "Weight on earlier occurrences of the same token, if tokens repeat."),
                  QT_TRANSLATE_NOOP("HeadStatistic", "duplicate token"),
                  [](const WeightRow& row) { return weightOnEarlier(row, 0); }},
    HeadStatistic{
        "induction", "weight", "Σ w[k+1], k < q with the token of q",
        QT_TRANSLATE_NOOP("HeadStatistic", "Induction"),
        QT_TRANSLATE_NOOP("HeadStatistic",
                          "Weight on the token that followed an earlier occurrence of the same token."),
        QT_TRANSLATE_NOOP("HeadStatistic", "induction"),
        [](const WeightRow& row) { return weightOnEarlier(row, 1); }},
    HeadStatistic{
        "spread", "share", "2^entropy / keys with w[k] > 0", QT_TRANSLATE_NOOP("HeadStatistic", "Spread"),
        QT_TRANSLATE_NOOP("HeadStatistic",
                          "Share of the keys it can reach over which a row spreads its weight: 1 if "
                          "it treats all alike."),
        QT_TRANSLATE_NOOP("HeadStatistic", "spread"), spreadOfRow},
    HeadStatistic{"alignment", "weight", "Σ w[k], k that no other query looks at more",
                  QT_TRANSLATE_NOOP("HeadStatistic", "Alignment"),
                  QT_TRANSLATE_NOOP("HeadStatistic",
                                    "Of cross-attention: weight on keys that no other query looks at more, "
                                    "special tokens left out. 1 if each token of the decoder has a token of "
                                    "the encoder to itself, as in a word-for-word translation."),
                  QT_TRANSLATE_NOOP("HeadStatistic", "alignment"), alignmentOfRow},
};

/// Sums over rows; divided at the end.
struct StatisticSums
{
    HeadStatistics found;
    std::array<double, kStatistics.size()> sums{};
    std::array<Index, kStatistics.size()> rows{};

    void add(const WeightRow& row, const RowExpectation& expected)
    {
        const RowState state = rowState(row.weights, expected);
        if (state == RowState::kZero)
            return;
        if (state != RowState::kSound) {
            ++found.leftOut;
            return;
        }
        ++found.queries;
        for (std::size_t i = 0; i < kStatistics.size(); ++i) {
            if (const std::optional<double> value = kStatistics[i].ofRow(row)) {
                sums[i] += *value;
                ++rows[i];
            }
        }
    }

    HeadStatistics means()
    {
        for (std::size_t i = 0; i < kStatistics.size(); ++i)
            found.values.push_back(rows[i] > 0 ? std::optional(sums[i] / static_cast<double>(rows[i]))
                                               : std::nullopt);
        found.rows.assign(rows.begin(), rows.end());
        return std::move(found);
    }
};

/// For each position the earlier ones of the same token; special tokens and padding do not count.
std::vector<std::vector<Index>> earlierPositions(const std::vector<TokenLabel>& tokens)
{
    std::vector<std::vector<Index>> earlier(tokens.size());
    std::unordered_map<std::int64_t, std::vector<Index>> seen;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].special || tokens[i].padding)
            continue;
        std::vector<Index>& places = seen[tokens[i].id];
        earlier[i] = places;
        places.push_back(static_cast<Index>(i));
    }
    return earlier;
}

/// Whether it is a special token, or padding.
bool isSpecial(const std::vector<TokenLabel>& tokens, Index place)
{
    const auto at = static_cast<std::size_t>(place);
    return at < tokens.size() && (tokens[at].special || tokens[at].padding);
}

/// Calls `take` with every query that is not padding and its weights; reads some rows at a time.
template <typename Take>
void forEachRow(const AttentionMap& map, const Take& take)
{
    const Index atOnce = std::max<Index>(1, kStatisticsCellsAtOnce / map.keys());
    const auto& tokens = map.queryTokens();
    for (Index first = 0; first < map.queries(); first += atOnce) {
        const Index rows = std::min(atOnce, map.queries() - first);
        const Matrix weights = map.block(MapKind::kWeights, first, 0, rows, map.keys());
        for (Index row = 0; row < rows; ++row) {
            const auto token = static_cast<std::size_t>(first + row);
            if (token < tokens.size() && tokens[token].padding)
                continue;
            take(first + row,
                 std::span<const float>(weights.data() + row * weights.cols(),
                                        static_cast<std::size_t>(weights.cols())));
        }
    }
}

/// For each key the query that looks at it most, as WeightRow::strongest says.
std::vector<Index> strongestQueries(const AttentionMap& map)
{
    std::vector<Index> strongest(static_cast<std::size_t>(map.keys()), -1);
    std::vector<float> most(strongest.size(), 0.0F);
    forEachRow(map, [&](Index query, std::span<const float> weights) {
        if (isSpecial(map.queryTokens(), query)
            || rowState(weights, map.expectedRow(query)) != RowState::kSound)
            return;
        for (std::size_t key = 0; key < weights.size(); ++key) {
            if (weights[key] > most[key] && !isSpecial(map.keyTokens(), static_cast<Index>(key))) {
                most[key] = weights[key];
                strongest[key] = query;
            }
        }
    });
    return strongest;
}

} // namespace

std::span<const HeadStatistic> headStatisticList()
{
    return kStatistics;
}

std::optional<double> HeadStatistics::operator[](std::string_view name) const
{
    for (std::size_t i = 0; i < std::min(kStatistics.size(), values.size()); ++i)
        if (kStatistics[i].name == name)
            return values[i];
    return std::nullopt;
}

HeadStatistics headStatistics(const AttentionMap& map)
{
    StatisticSums sums;
    if (!map.has(MapKind::kWeights) || map.keys() == 0)
        return sums.means();
    sums.found.keys = map.keys();
    const bool self = map.head().kind == AttentionKind::kSelf;
    const auto earlier = self ? earlierPositions(map.queryTokens()) : std::vector<std::vector<Index>>();
    const std::vector<Index> strongest = self ? std::vector<Index>() : strongestQueries(map);
    forEachRow(map, [&](Index query, std::span<const float> weights) {
        const auto place = static_cast<std::size_t>(query);
        WeightRow row{query, weights, self, {}, {}};
        if (place < earlier.size())
            row.earlier = earlier[place];
        if (!isSpecial(map.queryTokens(), query))
            row.strongest = strongest;
        sums.add(row, map.expectedRow(query));
    });
    return sums.means();
}

} // namespace headlight
