#include "core/analysis/head_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace headlight {

namespace {

constexpr Index kCellsAtOnce = Index{1} << 20;

/// Sums over rows; divided at the end.
struct Sums
{
    Index rows = 0;
    Index rowsWithPrevious = 0;
    Index rowsWithNext = 0;
    Index repeats = 0;
    double entropy = 0, largest = 0, first = 0, diagonal = 0, previous = 0, next = 0, distance = 0;
    double duplicate = 0, induction = 0;

    void add(Index query, const float* weights, Index keys);
    /// earlier: positions before the query that hold its token.
    void addRepeats(const std::vector<Index>& earlier, Index query, const float* weights, Index keys);
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

void Sums::add(Index query, const float* weights, Index keys)
{
    double total = 0;
    for (Index key = 0; key < keys; ++key)
        total += static_cast<double>(weights[key]);
    if (!(total > 0)) // a row of zeros, or of no numbers
        return;
    ++rows;
    float most = 0;
    for (Index key = 0; key < keys; ++key) {
        const auto weight = static_cast<double>(weights[key]);
        if (weight > 0)
            entropy -= weight * std::log2(weight);
        most = std::max(most, weights[key]);
        distance += weight * static_cast<double>(std::abs(query - key));
    }
    largest += static_cast<double>(most);
    first += static_cast<double>(weights[0]);
    if (query < keys)
        diagonal += static_cast<double>(weights[query]);
    if (query > 0 && query - 1 < keys) {
        ++rowsWithPrevious;
        previous += static_cast<double>(weights[query - 1]);
    }
    if (query + 1 < keys) {
        ++rowsWithNext;
        next += static_cast<double>(weights[query + 1]);
    }
}

void Sums::addRepeats(const std::vector<Index>& earlier, Index query, const float* weights, Index keys)
{
    if (earlier.empty() || query >= keys)
        return;
    ++repeats;
    for (const Index place : earlier) {
        duplicate += static_cast<double>(weights[place]);
        induction += static_cast<double>(weights[place + 1]);
    }
}

} // namespace

HeadStatistics headStatistics(const AttentionMap& map)
{
    HeadStatistics statistics;
    if (!map.has(MapKind::kWeights) || map.keys() == 0)
        return statistics;
    Sums sums;
    const Index atOnce = std::max<Index>(1, kCellsAtOnce / map.keys());
    const auto& tokens = map.queryTokens();
    const bool self = map.head().kind == AttentionKind::kSelf;
    const auto earlier = self ? earlierPositions(tokens) : std::vector<std::vector<Index>>();
    for (Index query = 0; query < map.queries(); query += atOnce) {
        const Index rows = std::min(atOnce, map.queries() - query);
        const Matrix weights = map.block(MapKind::kWeights, query, 0, rows, map.keys());
        for (Index row = 0; row < rows; ++row) {
            const auto token = static_cast<std::size_t>(query + row);
            if (token < tokens.size() && tokens[token].padding)
                continue;
            const float* const line = weights.data() + row * weights.cols();
            sums.add(query + row, line, weights.cols());
            if (token < earlier.size())
                sums.addRepeats(earlier[token], query + row, line, weights.cols());
        }
    }
    statistics.queries = sums.rows;
    if (sums.rows == 0)
        return statistics;
    const auto count = static_cast<double>(sums.rows);
    statistics.entropy = sums.entropy / count;
    statistics.largest = sums.largest / count;
    statistics.first = sums.first / count;
    if (!self)
        return statistics;
    statistics.diagonal = sums.diagonal / count;
    statistics.distance = sums.distance / count;
    const auto mean = [](double sum, Index rows) {
        return rows > 0 ? std::optional(sum / static_cast<double>(rows)) : std::nullopt;
    };
    statistics.previous = mean(sums.previous, sums.rowsWithPrevious);
    statistics.next = mean(sums.next, sums.rowsWithNext);
    statistics.duplicate = mean(sums.duplicate, sums.repeats);
    statistics.induction = mean(sums.induction, sums.repeats);
    return statistics;
}

} // namespace headlight
