// headlight metrics: statistics of each head.

#include "app/commands.h"
#include "app/head_relations.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/over_inputs_options.h"
#include "app/ready_lanes.h"

#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_statistics.h"
#include "core/analysis/head_summary.h"
#include "core/base/text_list.h"
#include "core/run/experiment_inputs.h"
#include "core/run/over_inputs.h"
#include "core/run/references.h"
#include "core/run/repeated_runs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace headlight {

namespace {

struct MetricsOptions
{
    TraceInput input;
    OverInputsOptions over;
    std::optional<std::string> pairs, output;
    bool json = false;
    bool mean = false; ///< over the inputs
    bool rollout = false, similarity = false; ///< instead of statistics
};

const std::size_t kStatistics = headStatisticList().size();
/// Per head: values, rows, squares and chances of its statistics, and HeadStatistics::leftOut.
const std::size_t kNumbers = 4 * kStatistics + 1;
/// Values of single rows that are kept behind these, for quantiles: 32 MB of them.
constexpr std::size_t kMostKept = std::size_t{1} << 22U;

/// How many rows of each input are kept: as many as the longest has, or none if that is too much.
std::size_t rowsKept(std::size_t longest, std::size_t inputs, std::size_t heads)
{
    return longest * inputs * heads * kStatistics <= kMostKept ? longest : 0;
}

std::string tableHead()
{
    std::string head = formatted("%-22s", "head");
    for (const HeadStatistic& statistic : headStatisticList())
        head += formatted("%10s", std::string(statistic.name).c_str());
    return head + "  behaviour";
}

/// none: stands for a number that does not exist.
std::string cellsOf(const std::string& name, const std::vector<std::optional<double>>& values,
                    const char* none)
{
    std::string row = formatted("%-22s", name.c_str());
    for (const std::optional<double>& value : values)
        row += value ? formatted("%10.3f", *value) : formatted("%10s", none);
    return row;
}

std::string leftOutText(Index leftOut)
{
    return leftOut > 0 ? formatted("  %lld invalid rows left out", static_cast<long long>(leftOut))
                       : std::string();
}

std::string tableRow(const std::string& name, const HeadStatistics& statistics)
{
    // A dash means that there is no such number, "nan" that no row is sound.
    const bool lost = statistics.queries == 0 && statistics.leftOut > 0;
    std::string row = cellsOf(name, statistics.values, lost ? "nan" : "-");
    if (const auto behaviour = headBehaviour(statistics); behaviour)
        row += concat("  ", headStatisticList()[behaviour->statistic].behaviour);
    if (statistics.hasSink)
        row += "  of what a learned sink leaves";
    return row + leftOutText(statistics.leftOut);
}

Json jsonRow(const PassOptions& pass, std::size_t item, const std::string& name,
             const HeadStatistics& statistics)
{
    Json row{{"item", item}, {"head", name}, {"queries", statistics.queries}};
    for (std::size_t i = 0; i < statistics.values.size(); ++i)
        row[std::string(headStatisticList()[i].name)]
            = statistics.values[i] ? Json(*statistics.values[i]) : Json();
    const auto behaviour = headBehaviour(statistics);
    row["behaviour"]
        = behaviour ? Json(std::string(headStatisticList()[behaviour->statistic].behaviour)) : Json();
    row["left_out"] = statistics.leftOut;
    if (statistics.hasSink)
        row["sink"] = true;
    if (pass.repeats > 1) {
        row["runs"] = pass.repeats;
        row["measure"] = pass.spread ? "deviation" : "mean";
    }
    return row;
}

/// The statistics of every sentence of the request: of one run, or their mean or deviation over several.
Result<std::vector<HeadsStatistics>> headsOf(const PassOptions& pass, RunRequest request, const Job& job,
                                             bool keepRows = false)
{
    request.plan.sites = {Site::kWeights, Site::kMask};
    std::vector<HeadSummaries> summaries(request.lanes.size());
    RETURN_IF_ERROR(eachRun(request, pass.repeats, job, [&](const std::vector<Trace>& traces) {
        for (std::size_t item = 0; item < traces.size(); ++item)
            summaries[item].add(traces[item], {}, keepRows);
    }));
    return listFrom(summaries, [&](const HeadSummaries& each) { return each.over(pass.spread); });
}

/// Every sentence by itself. edits: as --edit reads them; none = the unedited model.
Result<void> printEach(const MetricsOptions& options, const std::vector<HeadsStatistics>& items,
                       const std::string& edits)
{
    const PassOptions& pass = options.input.pass;
    std::vector<std::string> lines;
    for (std::size_t item = 0; item < items.size(); ++item) {
        if (!options.json && items.size() > 1)
            lines.push_back(pass.input.title(item));
        if (!options.json && pass.repeats > 1)
            lines.push_back(
                concat(pass.spread ? "# standard deviation" : "# mean", " over ", pass.repeats, " runs"));
        if (!options.json)
            lines.push_back(tableHead());
        for (const auto& [head, statistics] : items[item])
            lines.push_back(options.json
                                ? toText(withEdits(jsonRow(pass, item, toString(head), statistics), edits))
                                : tableRow(toString(head), statistics));
    }
    return writeLines(options.output, lines);
}

/// Statistics as a record of over_inputs: kNumbers per head, and behind them the values of so many rows.
std::vector<double> numbersOf(const HeadsStatistics& heads, std::size_t kept)
{
    std::vector<double> numbers;
    const auto append
        = [&numbers](const auto& list) { numbers.insert(numbers.end(), list.begin(), list.end()); };
    for (const auto& [head, statistics] : heads) {
        append(listFrom(statistics.values, [](const auto& value) { return value.value_or(std::nan("")); }));
        append(statistics.rows);
        append(statistics.squares);
        append(statistics.chances);
        numbers.push_back(static_cast<double>(statistics.leftOut));
        for (std::vector<double> values : statistics.ofRows) {
            values.resize(kept, std::nan(""));
            append(values);
        }
    }
    return numbers;
}

/// The numbers of one head over all inputs.
struct HeadNumbers
{
    std::vector<StatisticNumbers> statistics{kStatistics};
    Index leftOut = 0;

    /// width: numbers of a head in a record.
    static Result<HeadNumbers> read(const InputRecords& records, std::size_t head, std::size_t width)
    {
        HeadNumbers all;
        std::vector<double> numbers(width);
        const std::size_t kept = (width - kNumbers) / kStatistics;
        for (std::size_t input = 0; input < records.count(); ++input) {
            RETURN_IF_ERROR(records.read(input, head * width, numbers));
            for (std::size_t i = 0; i < kStatistics; ++i) {
                StatisticNumbers& one = all.statistics[i];
                one.means.push_back(numbers[i]);
                one.rows.push_back(numbers[kStatistics + i]);
                one.squares.push_back(numbers[2 * kStatistics + i]);
                one.chances.push_back(numbers[3 * kStatistics + i]);
                std::ranges::copy_if(std::span(numbers).subspan(kNumbers + i * kept, kept),
                                     std::back_inserter(one.values),
                                     [](double value) { return !std::isnan(value); });
            }
            all.leftOut += static_cast<Index>(numbers[4 * kStatistics]);
        }
        return all;
    }
};

/// The statistics of one head: mean, standard error, n, and the number of each input.
Json jsonMean(const HeadRef& head, const HeadNumbers& numbers, const Json& origin, const Shard& shard)
{
    Json row{{"head", toString(head)}, {"inputs", numbers.statistics.front().means.size()}};
    for (std::size_t i = 0; i < kStatistics; ++i)
        row[std::string(headStatisticList()[i].name)] = statisticJson(numbers.statistics[i], shard.parts > 1);
    row["left_out"] = numbers.leftOut;
    row.update(origin);
    if (shard.parts > 1)
        row["shard"] = shardJson(shard);
    return row;
}

/// A line of means, and under it the standard errors.
std::string tableMean(const std::string& name, const HeadNumbers& numbers)
{
    const auto means
        = listFrom(numbers.statistics, [](const StatisticNumbers& each) { return meanOf(each.means, {}); });
    return cellsOf(name, listFrom(means, &InputMean::mean), "-") + leftOutText(numbers.leftOut) + '\n'
        + cellsOf("  ±", listFrom(means, &InputMean::error), "-");
}

/// The chance level of each statistic, for heads of one kind.
std::string tableChance(const HeadRef& head, const HeadNumbers& numbers)
{
    const auto chances = listFrom(numbers.statistics, [](const StatisticNumbers& each) {
        const double chance = pooled(each).chance;
        return std::isfinite(chance) ? std::optional(chance) : std::nullopt;
    });
    return cellsOf(concat("chance ", stackName(head.stack), '.', kindName(head.kind)), chances, "-");
}

/// origin: model and edits.
Result<void> printMean(const MetricsOptions& options, const OverInputs& over,
                       const std::vector<HeadRef>& heads, const Json& origin)
{
    ASSIGN_OR_RETURN(const auto records, overInputs(over, OverInputsOptions::job(options.input.pass.model)));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    if (!options.json) {
        RETURN_IF_ERROR(
            output.line(concat("# mean over ", records.count(), options.pairs ? " pair" : " input",
                               records.count() == 1 ? "" : "s", "; ± standard error of the mean")));
        RETURN_IF_ERROR(output.line(tableHead()));
    }
    std::map<std::pair<StackKind, AttentionKind>, std::string> chances;
    for (std::size_t place = 0; place < heads.size(); ++place) {
        const HeadRef& head = heads[place];
        ASSIGN_OR_RETURN(const auto numbers,
                         HeadNumbers::read(records, place, records.width() / heads.size()));
        RETURN_IF_ERROR(output.line(options.json ? toText(jsonMean(head, numbers, origin, options.over.shard))
                                                 : tableMean(toString(head), numbers)));
        if (std::string& line = chances[{head.stack, head.kind}]; line.empty())
            line = tableChance(head, numbers);
    }
    for (const auto& [kind, line] : chances)
        if (!options.json)
            RETURN_IF_ERROR(output.line(line));
    return output.finish();
}

/// What --mean is over: sentences, or pairs of sentences. The same two sentences are one input, in whatever
/// order.
Result<ExperimentSource> sourceOf(const MetricsOptions& options, const std::shared_ptr<const Model>& model)
{
    ASSIGN_OR_RETURN(auto source, options.input.pass.source(model, options.pairs));
    if (options.pairs) {
        std::ranges::stable_sort(source.pairs, {}, &InputPair::cluster);
        const auto isSame = [](const auto& one, const auto& other) { return one.cluster == other.cluster; };
        source.pairs.erase(std::unique(source.pairs.begin(), source.pairs.end(), isSame), source.pairs.end());
        source.digest = ExperimentSource::of(source.pairs).digest;
    }
    return source;
}

/// The record of the rows of both, without the values of single rows.
std::vector<double> ofBoth(std::vector<double> one, const std::vector<double>& other)
{
    for (std::size_t head = 0; head < one.size(); head += kNumbers) {
        one[head + 4 * kStatistics] += other[head + 4 * kStatistics];
        for (std::size_t i = head; i < head + kStatistics; ++i) {
            double& rows = one[i + kStatistics];
            const double more = other[i + kStatistics];
            if (more == 0)
                continue;
            const double share = more / (rows + more);
            for (const std::size_t k : {i, i + 2 * kStatistics, i + 3 * kStatistics})
                one[k] = rows == 0 ? other[k] : (1 - share) * one[k] + share * other[k];
            rows += more;
        }
    }
    return one;
}

/// Passes over one input after the other.
Result<void> meanOfPasses(const MetricsOptions& options, const std::shared_ptr<const Model>& model)
{
    constexpr std::size_t kFillsTheCores = 1024; // tokens
    const PassOptions& pass = options.input.pass;
    ASSIGN_OR_RETURN(const auto source, sourceOf(options, model));
    bool parallel = true;
    std::size_t longest = 0; // rows of an input; 0 = not known, or there are no single rows
    for (std::size_t i = 0; i < source.count; ++i) { // none is kept: there may be many
        ASSIGN_OR_RETURN(const auto lane, source.lane(i));
        longest = std::max({longest, lane.source.size(), lane.target.size()});
        parallel = parallel && lane.source.size() + lane.target.size() < kFillsTheCores;
    }
    if (longest > 0 && model->isEncoderDecoder() && !source.hasTargets) // counts what the model writes
        longest = std::max(longest, 1 + static_cast<std::size_t>(pass.maxNewTokens));

    const std::vector<HeadRef> all = model->traceInfo().headsOf(kEveryHead);
    ASSIGN_OR_RETURN(auto origin, originOf(pass, *model, source.interventions));
    if (options.pairs)
        origin["pairs"] = *options.pairs;
    std::string about = concat("of: ", toText(origin), "\ninputs: ", source.digest,
                               "\nlongest output: ", pass.maxNewTokens, "\nstatistics:");
    for (const HeadStatistic& statistic : headStatisticList())
        about += concat(" ", statistic.name, " = ", statistic.formula);
    about += "; mean, rows, mean square, chance";
    origin["inputs_digest"] = source.digest; // of all, also in a shard; merge joins only what agrees in it
    const std::size_t count = options.pairs ? source.pairs.size() : source.count;
    const std::size_t kept = pass.repeats > 1 ? 0 : rowsKept(longest, count, all.size());
    if (kept > 0)
        about += concat("; values of ", kept, " rows");
    ReadyLanes ready(pass, model, source);
    ReferenceCache references;
    OverInputs over = options.over.over(count, about);
    over.width = all.size() * (kNumbers + kStatistics * kept);
    over.numbers = [&](std::size_t input, const Job& job) -> Result<std::vector<double>> {
        ASSIGN_OR_RETURN(auto lanes, ready.of(input, job));
        std::vector<double> found;
        for (LaneInput& lane : lanes) {
            ASSIGN_OR_RETURN(const auto heads,
                             headsOf(pass, {model, {std::move(lane)}, source.interventions, {}, &references},
                                     job, kept > 0));
            auto record = numbersOf(heads.front(), kept);
            found = found.empty() ? std::move(record) : ofBoth(std::move(found), record);
        }
        return found;
    };
    over.parallel = parallel;
    if (ready.writes())
        over.prepare = std::bind_front(&ReadyLanes::write, &ready);
    return printMean(options, over, all, origin);
}

Result<void> metricsOfTraces(const MetricsOptions& options)
{
    ASSIGN_OR_RETURN(const auto traces, options.input.traces({}));
    std::size_t longest = 0, heads = 0;
    for (const Trace& trace : traces) {
        heads = trace.info().headsOf(kEveryHead).size();
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
            longest = std::max(longest, trace.tokens(stack).size());
    }
    const std::size_t kept = options.mean ? rowsKept(longest, traces.size(), heads) : 0;
    const auto items
        = listFrom(traces, [&](const Trace& trace) { return headsStatistics(trace, {}, kept > 0); });
    if (std::ranges::all_of(items, &HeadsStatistics::empty) || (options.mean && items.front().empty()))
        return badFile(*options.input.file, {},
                       "found no weights in the trace, expected weights, or q and k to compute them from");
    if (!options.mean)
        return printEach(options, items, traces.front().info().editsJson);
    const auto all = listFrom(items.front(), [](const auto& each) { return each.first; });
    const OverInputs over{items.size(), all.size() * (kNumbers + kStatistics * kept),
                          [&](std::size_t input, const Job&) { return numbersOf(items[input], kept); }};
    return printMean(options, over, all, {{"trace", *options.input.file}});
}

/// Which options exclude each other.
Result<void> checkTogether(const MetricsOptions& options)
{
    const InputOptions& input = options.input.pass.input;
    if (options.pairs && (!options.mean || options.input.file || !input.empty() || input.hasTargets()))
        return usageError(
            "--pairs", options.mean ? "excludes texts, ids and --trace. Give one of them" : "needs --mean");
    const bool relates = options.rollout || options.similarity;
    if (relates
        && (options.mean || options.over.resume || options.input.pass.repeats > 1
            || (options.rollout && options.similarity)))
        return usageError(options.rollout ? "--rollout" : "--similarity",
                          "excludes --mean, --resume, --repeats and the other of the two");
    if (options.mean && options.input.pass.spread)
        return usageError("--spread", "excludes --mean, which is of means over the runs");
    if (!relates && (!options.mean || options.input.file)
        && (options.over.resume || options.over.shard.parts > 1))
        return usageError(options.over.resume ? "--resume" : "--shard",
                          options.mean ? "needs a model to run, not a trace" : "needs --mean");
    return {};
}

Result<void> metrics(const MetricsOptions& options)
{
    RETURN_IF_ERROR(options.over.check(options.output));
    RETURN_IF_ERROR(options.input.settle());
    RETURN_IF_ERROR(checkTogether(options));
    if (options.rollout || options.similarity)
        return headRelations(options.input, options.rollout, options.output, options.json);
    if (options.input.file)
        return metricsOfTraces(options);
    const PassOptions& pass = options.input.pass;
    ASSIGN_OR_RETURN(const auto model, options.pairs ? pass.model.load() : pass.load());
    if (options.mean)
        return meanOfPasses(options, model);
    ASSIGN_OR_RETURN(auto request, pass.prepare(model));
    const std::string edits = toJson(request.interventions);
    ASSIGN_OR_RETURN(const auto items, headsOf(pass, std::move(request), pass.model.job()));
    return printEach(options, items, edits);
}

} // namespace

int runMetrics(int argc, char** argv)
{
    MetricsOptions options;
    std::string about = "Prints statistics of each head, averaged over its queries with valid weights "
                        "(spread: queries with two keys or more):";
    for (const HeadStatistic& statistic : headStatisticList())
        about += concat(" ", statistic.name, " = ", statistic.formula, " (", statistic.unit, ");");
    about.back() = '.';
    about += " Where a learned sink takes a share of each row, the weights that are left are not scaled up "
             "to the sum 1 (\"sink\"). Heads of an untrained model get no behaviour.";
    CommandLine line("metrics", about);
    options.input.addTo(line);
    line.flag(
        "--mean", options.mean,
        "mean of each statistic over all inputs, with its standard error; each input is run by itself. "
        "Below: the chance level, of a head that spreads evenly over the keys that it may attend to. With "
        "--json also n, the quantiles 5, 50 and 95 % of the inputs' numbers, the number of each, and mean, "
        "deviation and the same quantiles of all rows pooled (null with --pairs, with --repeats, and if the "
        "rows would take more than 32 MB were all inputs as long as the longest; an output that is still to "
        "be written counts as --max-new-tokens)");
    line.text(
        "--pairs", options.pairs,
        "with --mean: pairs of inputs as in headlight sweep. The two of a pair count as one input, whose "
        "numbers are those of all rows of both, so the standard error is that over pairs",
        "FILE");
    line.flag("--rollout", options.rollout,
              "instead of statistics: attention rollout, which multiplies the layers' weights. It says where "
              "information could come from, not what it does");
    line.flag("--similarity", options.similarity,
              "instead of statistics: how different the maps of every two heads are, over all inputs "
              "(Jensen-Shannon divergence, in bits). Heads with the same map can move different things");
    options.over.addTo(line);
    line.result(options.output, options.json, "print one JSON object per head");
    return line.run(argc, argv, [&] { return metrics(options); });
}

} // namespace headlight
