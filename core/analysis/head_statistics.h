#pragma once

#include "core/base/workers.h"
#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace headlight {

/// Results of one pass over a row of weights w.
struct RowSums
{
    double sum = 0;
    double entropy = 0; ///< -Σ w log2 w of the positive weights, to a relative 1e-6
    double distance = 0; ///< Σ w · |query − key|
    float least = 0, largest = 0;
    Index reached = 0; ///< number of keys with a positive weight
};

/// Sums of weights on the keys from `firstKey` on; zeros if there are no weights. If the sum is not finite,
/// some weight is not, and the other numbers are meaningless.
RowSums rowSums(std::span<const float> weights, Index firstKey, Index query);

/// One query's row of weights, as passed to a statistic.
struct WeightRow
{
    Index query = 0;
    Index keys = 0; ///< keys that are words; the padding of a batch is behind them
    Index allowed = 0; ///< keys to which the query may attend
    Index firstKey = 0; ///< key of the first weight
    std::span<const float> weights; ///< weights on the keys from firstKey on; the others are 0. Sums to
                                    ///< 1, or to less if a learned sink takes a share
    RowSums sums;
    bool self = true; ///< self-attention: key i is the token of query i
    std::span<const Index> earlier; ///< earlier positions with the query's token (self-attention)
    /// For cross-attention, unless the query is a special token: for each key, the query that looks at it
    /// most; -1 for special tokens. Special tokens and padding do not count as queries.
    std::span<const Index> strongest;
};

/// A number that describes a head: the mean of `ofRow` over the rows for which it has a value. To add a
/// statistic, extend only this list: the table and the JSON of `headlight metrics`, and the choices, filters
/// and columns of the window are generated from it.
struct HeadStatistic
{
    std::string_view name; ///< "entropy": used in tables, JSON and filters
    std::string_view unit; ///< "bits", "tokens"; "weight" = a share of the row
    std::string_view formula; ///< for a row w over keys k and query q
    const char* title; ///< display name; the window translates it in the context HeadStatistic
    const char* description; ///< explanation; translated likewise
    /// Name of a head for which this statistic is large (core/analysis/head_behaviour.h); translated
    /// likewise. nullptr = none.
    const char* behaviour;
    std::optional<double> (*ofRow)(const WeightRow& row);
    /// What ofRow would be if the row had the same weight on every key that the query may attend to: the
    /// chance level. nullptr = not known.
    double (*ofEvenRow)(const WeightRow& row) = nullptr;
};

/// All statistics, in display order.
std::span<const HeadStatistic> headStatisticList();

/// A head's behaviour in a few numbers: means over the queries that are not padding and whose weights are
/// sound (core/trace/attention_map.h).
struct HeadStatistics
{
    Index queries = 0; ///< rows counted; rows of zeros attend to nothing and are not counted
    bool hasSink = false; ///< a learned sink takes a share of each row; what is left is not scaled up
    bool named = true; ///< false: the model is not trained, or these are deviations; the head gets no name
    Index leftOut = 0; ///< rows that are not sound: they contain NaN or infinity, or do not sum to 1
    Index keys = 0; ///< columns of the map that are words
    /// One per entry of the list; unset if no row has a value.
    std::vector<std::optional<double>> values;
    std::vector<Index> rows; ///< number of rows in each mean
    std::vector<double> squares; ///< means of the squares over the same rows; NaN without rows
    std::vector<double> chances; ///< means of ofEvenRow over the same rows; NaN if it is not known
    std::vector<std::vector<double>> ofRows; ///< the values of these rows, if they are kept

    /// The statistic of this name; empty if there is none.
    std::optional<double> operator[](std::string_view name) const;
};

/// Reads the map a few rows at a time, on all threads of `workers`. A map without weights gives no counted
/// queries; if reading is stopped, too few are counted.
HeadStatistics headStatistics(const AttentionMap& map, const std::stop_token& stop = {},
                              const Workers& workers = Workers(), bool keepRows = false);

} // namespace headlight
