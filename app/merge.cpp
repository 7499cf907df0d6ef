// headlight merge: joins the results of the shards of one sweep, or of one metrics --mean.

#include "app/command_line.h"
#include "app/commands.h"
#include "app/experiment_output.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMaxResult = std::size_t{4} << 30U;

struct MergeOptions
{
    std::vector<std::string> files;
    std::optional<std::string> output;
    PlotOptions plot;
    bool json = false;
};

constexpr const char* kExpected = "expected the JSON of headlight sweep or metrics --mean";

Result<Json> parsed(std::string_view text, const std::string& file)
{
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_discarded())
        return json;
    const auto fault = parseJson(text, file, {.bytes = kMaxResult, .values = kMaxResult});
    return fault ? badFile(file, "", "found something else, ", kExpected) : fault.error();
}

/// The lines of metrics --mean --json: one object per head.
struct HeadLines
{
    std::vector<Json> heads;
    Shard shard;
};

Result<HeadLines> headLines(std::string_view text, const std::string& file)
{
    HeadLines lines;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++number;
        if (line.empty())
            continue;
        ASSIGN_OR_RETURN(Json head, parsed(line, concat(file, ", line ", number)));
        if (!head.is_object() || !head.contains("head") || !head.value("inputs", Json()).is_number_unsigned())
            return badFile(file, "", "found something else, ", kExpected);
        ASSIGN_OR_RETURN(lines.shard, shardFromJson(head, file));
        lines.heads.push_back(std::move(head));
    }
    return lines;
}

/// Adds what another shard says of a head: its numbers stand behind those that are known.
Result<void> append(Json& head, const Json& next, const std::string& file)
{
    for (auto& [name, value] : head.items()) {
        const Json other = next.value(name, Json());
        if (value.is_object() && value.contains("each")) {
            StatisticNumbers all = statisticFromJson(value);
            const StatisticNumbers more = statisticFromJson(other.is_object() ? other : Json::object());
            for (const auto list :
                 {&StatisticNumbers::means, &StatisticNumbers::rows, &StatisticNumbers::squares,
                  &StatisticNumbers::chances, &StatisticNumbers::values})
                (all.*list).insert((all.*list).end(), (more.*list).begin(), (more.*list).end());
            value = statisticJson(all, true);
        } else if ((name == "inputs" || name == "left_out") && value.is_number_integer()
                   && other.is_number_integer()) {
            value = value.get<std::int64_t>() + other.get<std::int64_t>();
        } else if (name != "shard" && value != other) {
            return badFile(file, name, "found ", other.dump(), ", expected ", value.dump(),
                           " as in the others");
        }
    }
    return {};
}

Result<void> mergeHeads(const MergeOptions& options, const std::vector<std::string_view>& texts)
{
    RETURN_IF_ERROR(checkEnding(options.output, {{jsonFormat()}}));
    std::vector<HeadLines> files;
    std::vector<Shard> shards;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ASSIGN_OR_RETURN(files.emplace_back(), headLines(texts[i], options.files[i]));
        shards.push_back(files.back().shard);
    }
    ASSIGN_OR_RETURN(const auto order, orderOf(shards, options.files));
    std::vector<Json> all = files[order.front()].heads;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto& heads = files[order[i]].heads;
        const std::string& file = options.files[order[i]];
        if (heads.size() != all.size())
            return badFile(file, "", "found ", heads.size(), " heads, expected ", all.size(), " as in ",
                           options.files[order.front()]);
        for (std::size_t k = 0; k < all.size(); ++k)
            RETURN_IF_ERROR(append(all[k], heads[k], file));
    }
    const bool parted = shards.front().parts > 1; // else it is the result already
    std::vector<std::string> lines;
    for (Json& head : all) {
        head.erase("shard");
        for (auto& [name, value] : head.items())
            if (parted && value.is_object() && value.contains("each"))
                value = statisticJson(statisticFromJson(value), false);
        lines.push_back(toText(head));
    }
    return writeLines(options.output, lines);
}

Result<void> merge(const MergeOptions& options)
{
    if (options.files.empty())
        return usageError({}, "no files. Give the results of all shards");
    RETURN_IF_ERROR(options.plot.check(options.output, ModelOptions().job()));
    std::vector<MappedFile> mapped;
    std::vector<std::string_view> texts;
    for (const std::string& file : options.files) {
        ASSIGN_OR_RETURN(auto one, MappedFile::open(file, kMaxResult));
        if (one.text().empty())
            return badFile(file, "", "found an empty file, ", kExpected);
        if (one.text().starts_with(R"({"item":0,"head":)"))
            return badFile(file, "", "found the JSON of metrics without --mean, ", kExpected);
        texts.push_back(one.text());
        mapped.push_back(std::move(one));
    }
    if (texts.front().starts_with(R"({"head":)"))
        return mergeHeads(options, texts);
    std::vector<ExperimentNumbers> shards;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ASSIGN_OR_RETURN(const Json json, parsed(texts[i], options.files[i]));
        ASSIGN_OR_RETURN(shards.emplace_back(), experimentFromJson(json, options.files[i]));
    }
    ASSIGN_OR_RETURN(const auto all, joinShards(std::move(shards), options.files));
    const bool hasDistributions
        = !all.edits.empty() && all.edits.front().divergence && all.edits.front().logProbability;
    if (!options.json && endingOf(options.output) == ".csv" && hasDistributions)
        return writeLines(options.output, csvOfDistributions(all));
    return writeNumbers(options.output, all, options.json, options.plot);
}

} // namespace

int runMerge(int argc, char** argv)
{
    MergeOptions options;
    CommandLine line(
        "merge",
        "Joins the JSON results of all shards of one sweep (headlight sweep --shard I/N --json) or of one "
        "headlight metrics --mean. "
        "The result is the same as that of one run over all inputs.");
    line.positional("FILES", options.files, "results of the shards, in any order");
    line.result(options.output, options.json, "print one JSON object; for metrics, one per head in any case",
                experimentFormats());
    line.choice(
        "--sort", options.plot.sort, {"address", "change"},
        "order of the dots of a plot: as in the files, or by the size of the change (default address)");
    options.plot.addEditsTo(line);
    options.plot.takeRecipe(argc, argv);
    return line.run(argc, argv, [&] { return merge(options); });
}

} // namespace headlight
