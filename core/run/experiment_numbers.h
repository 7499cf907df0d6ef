#pragma once

#include "core/analysis/experiment_table.h"
#include "core/analysis/measure.h"
#include "core/edit/interventions.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A contiguous part of many inputs: "2/5" is the second of five.
struct Shard
{
    std::size_t part = 1, parts = 1;

    std::size_t first(std::size_t inputs) const { return (part - 1) * inputs / parts; }
    std::size_t count(std::size_t inputs) const { return part * inputs / parts - first(inputs); }
};
OrderedJson shardJson(const Shard& shard);
/// Reads member "shard"; a result without it is the only one.
Result<Shard> shardFromJson(const OrderedJson& json, const std::string& file);

/// The numbers of an experiment, as they are printed, and merged from its shards. NaN = no number.
struct ExperimentNumbers
{
    struct Edit
    {
        std::string name;
        OrderedJson edits; ///< as --edit reads them
        std::vector<double> changes; ///< of the measure, one per input; for kl the measure itself
        std::vector<double> runs = {}; ///< changes by runs, where `changes` are estimates to be checked
        // Of an only input, as in ExperimentTable::Row:
        std::string token = {}, best = {};
        std::optional<double> divergence = {}, logProbability = {};
    };
    OrderedJson origin; ///< what was run: the same for all shards
    Shard shard;
    std::vector<double> base; ///< the measure of each input without the edits
    std::vector<double> other; ///< of the other input of a pair
    std::vector<std::size_t> clusters; ///< pairs that belong together; empty = every input by itself
    std::vector<Edit> edits;

    bool recovers() const { return origin["metric"] == wordOf(Metric::kRecovery); }
    /// Whether `changes` are estimates that runs have checked.
    bool isChecked() const { return !edits.empty() && !edits.front().runs.empty(); }
    /// Distances between the runs of the two inputs of a pair, of which a recovery is a share.
    std::vector<double> distances() const;
    /// Whether inputs have another one.
    bool paired() const
    {
        return std::ranges::any_of(other, [](double number) { return !std::isnan(number); });
    }
    /// The number of each input, from changes or runs: for a recovery its share, none if the distance is
    /// too small.
    std::vector<double> each(std::vector<double> changes) const;
    InputMean mean(const Edit& edit) const { return mean(edit.changes); }
    /// Of changes, or of runs: as the measure is averaged.
    InputMean mean(const std::vector<double>& changes) const;
    /// Pearson correlation of the estimated mean changes with those by runs; nothing without both.
    std::optional<double> correlation() const;
};

/// The quantiles 5, 50 and 95 % of the numbers but NaN.
nlohmann::ordered_json quantilesJson(const std::vector<double>& each);
/// A mean with its error and the numbers, as members "mean", "se", "n",
/// "quantiles" (5, 50 and 95 % of the numbers) and "each".
OrderedJson meanJson(const InputMean& mean, const std::vector<double>& each);
/// A list of numbers; null = NaN.
OrderedJson listJson(const std::vector<double>& numbers);
/// The numbers of such a member; NaN = null.
std::vector<double> numbersIn(const OrderedJson& object, const char* name);

/// The lines of the JSON object: one per edit, between two others.
std::vector<std::string> jsonLines(const ExperimentNumbers& numbers);
/// Columns stack, layer, kind, head, position, token, value, se, n, and run, run_se where runs have checked
/// estimates. What has no such place, a group or a
/// path, has its name in the place of the token.
std::vector<std::string> csvLines(const ExperimentNumbers& numbers);
/// Of an only input: columns stack, layer, kind, head, position, logprob, change, kl, best.
std::vector<std::string> csvOfDistributions(const ExperimentNumbers& numbers);
/// An archive for NumPy: "names" and "edits" [edits] (texts; edits as --edit reads them), "mean", "se", "n"
/// [edits], "each" [edits, inputs]; where estimates were checked, "runs" [edits, inputs]; "base" [inputs]; of
/// pairs "other" and "clusters" [inputs]; and "about" [1], the JSON of what was run, with "metric" and
/// "reference" [1] in words. NaN = none. Empty if it would exceed 4 GB.
std::string npzOf(const ExperimentNumbers& numbers);
/// Reads what jsonLines() wrote. Errors name the file.
Result<ExperimentNumbers> experimentFromJson(const OrderedJson& json, const std::string& file);
/// The same for showing it, from its text or from the numbers.
Result<ExperimentTable> experimentTable(const std::string& json, const std::string& file);
Result<ExperimentTable> tableOf(const ExperimentNumbers& numbers);
/// npzOf() of the numbers in such a text.
Result<std::string> experimentNpz(const std::string& json, const std::string& file);

} // namespace headlight
