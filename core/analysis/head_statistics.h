#pragma once

#include "core/analysis/row_sums.h"
#include "core/trace/attention_map.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace headlight {

/// One query's row of weights, as a statistic sees it.
struct WeightRow
{
    Index query = 0;
    Index keys = 0; ///< all columns
    Index firstKey = 0; ///< of the first weight
    std::span<const float> weights; ///< of the keys from firstKey on; the others' are 0. Sums to 1
    RowSums sums;
    bool self = true; ///< self-attention: key i is the token of query i
    std::span<const Index> earlier; ///< positions before the query that hold its token (self-attention)
    /// Of cross-attention, and unless the query is a special token: for each key the query that looks at it
    /// most; -1 for special tokens. Special tokens and padding do not count as queries either.
    std::span<const Index> strongest;
};

/// One number that says what a head does: the mean of `ofRow` over the rows that it has a value for. This
/// list is the only place to add one: the table and the JSON of `headlight metrics`, the choices, filters
/// and columns of the window are made from it.
struct HeadStatistic
{
    std::string_view name; ///< "entropy": in tables, JSON and filters
    std::string_view unit; ///< "bits", "tokens"; "weight": a share of the row
    std::string_view formula; ///< of a row w over the keys k, for the query q
    const char* title; ///< for people; the window translates it in the context HeadStatistic
    const char* description; ///< what it says of a head; likewise
    /// What a head is called whose statistic is large (core/analysis/head_behaviour.h); likewise. nullptr:
    /// nothing.
    const char* behaviour;
    std::optional<double> (*ofRow)(const WeightRow& row);
};

/// All of them, in the order in which they are shown.
std::span<const HeadStatistic> headStatisticList();

/// What a head does, in a few numbers: means over the queries that are no padding and whose weights are
/// sound (core/trace/row_check.h).
struct HeadStatistics
{
    Index queries = 0; ///< rows that were counted; rows of zeros attend to nothing and are not
    Index leftOut = 0; ///< rows that are not sound: they hold no numbers, or do not sum to 1
    Index keys = 0; ///< columns of the map
    /// One for each entry of the list; nothing where no row has a value.
    std::vector<std::optional<double>> values;
    std::vector<Index> rows; ///< how many each of them is the mean of

    /// By the statistic's name; nothing where there is none of that name.
    std::optional<double> operator[](std::string_view name) const;
};

/// Reads the map some rows at a time, on all threads; a map without weights gives no counted queries, and one
/// whose reading is stopped too few.
HeadStatistics headStatistics(const AttentionMap& map, const std::stop_token& stop = {});

} // namespace headlight
