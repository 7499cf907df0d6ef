#include "app/experiment_output.h"

#include "app/command_line.h"
#include "app/output.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

Result<Shard> parseShard(const std::string& text)
{
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto part = parseNumber<std::size_t>(std::string_view(text).substr(0, slash));
    const auto parts
        = parseNumber<std::size_t>(std::string_view(text).substr(std::min(slash + 1, text.size())));
    if (!part || !parts || *part < 1 || *part > *parts || *parts > std::size_t{1} << 20U)
        return usageError("--shard", "found \"", text, "\", expected I/N with I from 1 to N, such as 2/5");
    return Shard{*part, *parts};
}

Result<std::vector<std::size_t>> orderOf(const std::vector<Shard>& shards,
                                         const std::vector<std::string>& files)
{
    std::vector<std::size_t> order(shards.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return shards[a].part < shards[b].part; });
    const std::string parts = std::to_string(shards[order.front()].parts);
    const auto whole = std::ranges::find(shards, std::size_t{1}, &Shard::parts);
    if (shards.size() > 1 && whole != shards.end())
        return badFile(files[static_cast<std::size_t>(whole - shards.begin())], "shard",
                       "found a whole result, expected one that --shard made");
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Shard& shard = shards[order[i]];
        const std::string found = concat(shard.part, "/", shard.parts);
        if (shard.parts != shards[order.front()].parts || shard.part != i + 1)
            return badFile(files[order[i]], "shard", "found ", found, ", expected ", i + 1, "/", parts,
                           ". Give each shard once");
    }
    if (order.size() == shards[order.front()].parts)
        return order;
    const std::size_t next = order.size() + 1;
    return badFile(files[order.back()], "shard", "found the last of ", order.size(),
                   order.size() == 1 ? " file" : " files", ", expected all ", parts, " shards; ", next, "/",
                   parts, " is missing");
}

Result<ExperimentNumbers> joinShards(std::vector<ExperimentNumbers> shards,
                                     const std::vector<std::string>& files)
{
    ASSIGN_OR_RETURN(const auto order, orderOf(listFrom(shards, &ExperimentNumbers::shard), files));
    ExperimentNumbers all = std::move(shards[order.front()]);
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (std::size_t i = 1; i < order.size(); ++i) {
        const ExperimentNumbers& next = shards[order[i]];
        const std::string& file = files[order[i]];
        for (const auto& [name, value] : all.origin.items())
            if (!next.origin.contains(name) || next.origin[name] != value)
                return badFile(file, name, "found ",
                               next.origin.contains(name) ? next.origin[name].dump() : "nothing",
                               ", expected ", value.dump(), " as in ", files[order.front()]);
        if (next.edits.size() != all.edits.size())
            return badFile(file, "points", "found ", next.edits.size(), " edits, expected ", all.edits.size(),
                           " as in ", files[order.front()]);
        for (std::size_t k = 0; k < all.edits.size(); ++k) {
            if (next.edits[k].edits != all.edits[k].edits)
                return badFile(file, "points", "found ", next.edits[k].name, ", expected ", all.edits[k].name,
                               " as in ", files[order.front()]);
            append(all.edits[k].changes, next.edits[k].changes);
            append(all.edits[k].runs, next.edits[k].runs);
        }
        append(all.base, next.base);
        append(all.other, next.other);
        append(all.clusters, next.clusters);
    }
    all.shard = {};
    return all;
}

namespace {

std::string numberText(const std::optional<double>& value, const char* format)
{
    return value ? formatted(format, *value) : formatted("%10s", "-");
}

/// What the table's heading says of its numbers.
struct MeasureWords
{
    std::string metric; ///< of a recovery, what it is a share of
    std::string recovered; ///< the same; empty if nothing is recovered, or in results of earlier versions
    std::string token; ///< ", default token: following", or empty
    std::size_t width = 20; ///< of the edits' names

    explicit MeasureWords(const ExperimentNumbers& numbers)
        : metric(numbers.origin["metric"].get<std::string>())
        , recovered(numbers.origin.value("recovery_of", ""))
    {
        if (metric != "kl") // which is of all tokens
            token = numbers.origin.value("default_token", "");
        if (!token.empty())
            token.insert(0, ", default token: ");
        if (numbers.recovers())
            metric = recovered.empty() ? "measure" : recovered;
        for (const ExperimentNumbers::Edit& edit : numbers.edits)
            width = std::max(width, edit.name.size());
    }
};

/// The table of an only input.
std::vector<std::string> linesOfOne(const ExperimentNumbers& numbers, const std::string& text)
{
    const MeasureWords words(numbers);
    std::vector<std::string> lines{
        concat("# ", text, ": ", words.metric == "logprob" ? "log-probability" : words.metric)
            + formatted(" %.4f without these edits", numbers.base.front()) + words.token,
        cell("edit", words.width + 2) + (numbers.recovers() ? "  recovery" : "    change")
            + "        KL  best"};
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        const std::optional<double> change = numbers.mean(edit).mean;
        lines.push_back(cell(edit.name, words.width + 2) + numberText(change, "%+10.4f")
                        + numberText(change ? edit.divergence : change, "%10.4f") + "  " + edit.best);
    }
    return lines;
}

std::vector<std::string> tableLines(const ExperimentNumbers& numbers)
{
    if (const auto text = numbers.origin.find("text"); text != numbers.origin.end())
        return linesOfOne(numbers, text->get<std::string>());
    const MeasureWords words(numbers);
    const InputMean base = meanOf(numbers.base, numbers.clusters);
    std::string about
        = concat("# ", words.metric, " without edits: ", numberText(base.mean, "%.4f"),
                 base.error ? " ± " + formatted("%.4f", *base.error) : "", ", inputs: ", numbers.base.size());
    if (!words.recovered.empty())
        about += ", recovery of " + words.recovered;
    if (const auto correlation = numbers.correlation())
        about += formatted(", correlation of estimates and runs: %.3f", *correlation);
    std::vector<std::string> lines{about + words.token};
    if (numbers.edits.empty())
        return lines;
    const bool checked = numbers.isChecked();
    lines.push_back(cell("edit", words.width + 2)
                    + cell(numbers.origin.contains("estimate") ? "  estimate"
                               : numbers.recovers()            ? "  recovery"
                               : words.metric == "kl"          ? "  kl"
                                                               : "    change",
                           16)
                    + "se       n" + (checked ? "       run        se" : ""));
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        const InputMean mean = numbers.mean(edit), run = numbers.mean(edit.runs);
        lines.push_back(cell(edit.name, words.width + 2) + numberText(mean.mean, "%+10.4f")
                        + numberText(mean.error, "%10.4f") + formatted("%8td", mean.count)
                        + (checked ? numberText(run.mean, "%+10.4f") + numberText(run.error, "%10.4f") : ""));
    }
    return lines;
}

} // namespace

PooledRows pooled(const StatisticNumbers& numbers)
{
    double rows = 0, sum = 0, squares = 0, chance = 0;
    for (std::size_t i = 0; i < numbers.means.size(); ++i) {
        if (!(numbers.rows[i] > 0))
            continue;
        rows += numbers.rows[i];
        sum += numbers.rows[i] * numbers.means[i];
        squares += numbers.rows[i] * numbers.squares[i];
        chance += numbers.rows[i] * numbers.chances[i];
    }
    return {rows, sum / rows, std::sqrt(std::max(0.0, squares - sum * sum / rows) / (rows - 1)),
            chance / rows};
}

Json statisticJson(const StatisticNumbers& numbers, bool parted)
{
    const PooledRows rows = pooled(numbers);
    const auto number
        = [](bool known, double value) { return known && std::isfinite(value) ? Json(value) : Json(); };
    Json json = meanJson(meanOf(numbers.means, {}), numbers.means);
    json["pooled"] = {{"mean", number(rows.count > 0, rows.mean)},
                      {"sd", number(rows.count > 1, rows.deviation)},
                      {"rows", static_cast<std::int64_t>(rows.count)}};
    const bool kept = rows.count > 0 && static_cast<double>(numbers.values.size()) == rows.count;
    json["pooled"]["quantiles"] = kept ? quantilesJson(numbers.values) : nlohmann::ordered_json();
    json["chance"] = number(rows.count > 0, rows.chance);
    if (parted) {
        json["rows_of_each"] = listJson(numbers.rows);
        json["squares_of_each"] = listJson(numbers.squares);
        json["chances_of_each"] = listJson(numbers.chances);
        json["values_of_rows"] = listJson(numbers.values);
    }
    return json;
}

StatisticNumbers statisticFromJson(const Json& json)
{
    StatisticNumbers numbers{numbersIn(json, "each"), numbersIn(json, "rows_of_each"),
                             numbersIn(json, "squares_of_each"), numbersIn(json, "chances_of_each"),
                             numbersIn(json, "values_of_rows")};
    for (auto* const list : {&numbers.rows, &numbers.squares, &numbers.chances})
        list->resize(numbers.means.size(), std::nan(""));
    return numbers;
}

std::vector<ResultFormat> experimentFormats()
{
    return {{{".csv"},
             "the columns stack, layer, kind, head, position, token, value, se, n (with --check also run, "
             "run_se; for one input without --metric: stack, layer, kind, head, position, logprob, change, "
             "kl, best)"},
            {{".npz"}, "NumPy arrays with each input's numbers"},
            PlotOptions::format()};
}

Result<void> writeNumbers(const std::optional<std::string>& output, const ExperimentNumbers& numbers,
                          bool json, const PlotOptions& plot)
{
    if (!json && PlotOptions::draws(output)) {
        ASSIGN_OR_RETURN(const auto table, tableOf(numbers));
        return plot.draw(table, *output);
    }
    if (!json && endingOf(output) == ".npz") {
        const std::string archive = npzOf(numbers);
        if (archive.empty())
            return badFile(*output, {}, "found more than 4 GB of numbers. Give --shard, or FILE.csv");
        return writeFileAtomically(*output, archive);
    }
    return writeLines(output,
                      json                             ? jsonLines(numbers)
                          : endingOf(output) == ".csv" ? csvLines(numbers)
                                                       : tableLines(numbers));
}

} // namespace headlight
