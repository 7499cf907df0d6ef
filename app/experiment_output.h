#pragma once

#include "app/figure_options.h"
#include "app/output.h"
#include "core/run/experiment_numbers.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Parses --shard.
Result<Shard> parseShard(const std::string& text);
/// The order of shards of which each has to be there once. Errors name the file.
Result<std::vector<std::size_t>> orderOf(const std::vector<Shard>& shards,
                                         const std::vector<std::string>& files);
/// Joins all shards of one experiment, in any order. Errors name the file that does not fit.
Result<ExperimentNumbers> joinShards(std::vector<ExperimentNumbers> shards,
                                     const std::vector<std::string>& files);

/// A statistic of one head: its numbers of each input. NaN = none.
struct StatisticNumbers
{
    std::vector<double> means; ///< over the input's rows
    std::vector<double> rows; ///< how many these are
    std::vector<double> squares; ///< means of the squares
    std::vector<double> chances; ///< means of the chance level
    std::vector<double> values; ///< of all rows of all inputs; too few = they are not kept
};
/// The same of the rows of all inputs together. Without rows, nothing but their number is one.
struct PooledRows
{
    double count, mean, deviation, chance;
};
PooledRows pooled(const StatisticNumbers& numbers);
/// The mean of the inputs' means with its error, mean, deviation and, if they are kept, quantiles of all rows
/// pooled, and the chance level.
/// parted: with all that is needed to join it with the other shards' numbers.
Json statisticJson(const StatisticNumbers& numbers, bool parted);
/// Reads what statisticJson() wrote for a shard.
StatisticNumbers statisticFromJson(const Json& json);

/// The formats of writeNumbers() besides JSON and the table.
std::vector<ResultFormat> experimentFormats();
/// Writes the JSON object, a CSV file, NumPy arrays, a plot, or the table.
Result<void> writeNumbers(const std::optional<std::string>& output, const ExperimentNumbers& numbers,
                          bool json, const PlotOptions& plot);

} // namespace headlight
