#include "core/analysis/head_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace headlight {

namespace {

constexpr Index kCellsAtOnce = Index{1} << 20;

/// Sums over rows; divided at the end.
struct Sums
{
    Index rows = 0;
    Index rowsWithPrevious = 0;
    double entropy = 0, largest = 0, first = 0, diagonal = 0, previous = 0, distance = 0;

    void add(Index query, const float* weights, Index keys);
};

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
        const double weight = static_cast<double>(weights[key]);
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
    for (Index query = 0; query < map.queries(); query += atOnce) {
        const Index rows = std::min(atOnce, map.queries() - query);
        const Matrix weights = map.block(MapKind::kWeights, query, 0, rows, map.keys());
        for (Index row = 0; row < rows; ++row) {
            const auto token = static_cast<std::size_t>(query + row);
            if (token >= tokens.size() || !tokens[token].padding)
                sums.add(query + row, weights.data() + row * weights.cols(), weights.cols());
        }
    }
    statistics.queries = sums.rows;
    if (sums.rows == 0)
        return statistics;
    const auto count = static_cast<double>(sums.rows);
    statistics.entropy = sums.entropy / count;
    statistics.largest = sums.largest / count;
    statistics.first = sums.first / count;
    if (map.head().kind == AttentionKind::kCross)
        return statistics;
    statistics.diagonal = sums.diagonal / count;
    statistics.distance = sums.distance / count;
    if (sums.rowsWithPrevious > 0)
        statistics.previous = sums.previous / static_cast<double>(sums.rowsWithPrevious);
    return statistics;
}

} // namespace headlight
