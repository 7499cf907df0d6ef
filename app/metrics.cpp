// headlight metrics: statistics of each head.

#include "app/commands.h"
#include "app/head_relations.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/over_inputs_options.h"
#include "app/trace_input.h"

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
#include <memory>
#include <numeric>
#include <set>
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

Json jsonRow(std::size_t item, const std::string& name, const HeadStatistics& statistics)
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

Error noWeights(const MetricsOptions& options)
{
    return badFile(options.input.file.value_or(""), {},
                   "found no weights in the trace, expected weights, or q and k to compute them from");
}

/// Every sentence by itself.
Result<void> printEach(const MetricsOptions& options, const std::vector<HeadsStatistics>& items)
{
    const PassOptions& pass = options.input.pass;
    if (std::ranges::all_of(items, [](const HeadsStatistics& heads) { return heads.empty(); }))
        return noWeights(options);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    for (std::size_t item = 0; item < items.size(); ++item) {
        if (!options.json && items.size() > 1)
            RETURN_IF_ERROR(output.line(concat(item > 0 ? "\n# input " : "# input ", item)));
        if (!options.json && pass.repeats > 1)
            RETURN_IF_ERROR(output.line(
                concat(pass.spread ? "# standard deviation" : "# mean", " over ", pass.repeats, " runs")));
        if (!options.json)
            RETURN_IF_ERROR(output.line(tableHead()));
        for (const auto& [head, statistics] : items[item]) {
            if (!options.json) {
                RETURN_IF_ERROR(output.line(tableRow(toString(head), statistics)));
                continue;
            }
            Json row = jsonRow(item, toString(head), statistics);
            if (pass.repeats > 1) {
                row["runs"] = pass.repeats;
                row["measure"] = pass.spread ? "deviation" : "mean";
            }
            RETURN_IF_ERROR(output.line(toText(row)));
        }
    }
    return output.finish();
}

/// Statistics as a record of over_inputs: kNumbers per head, and behind them the values of so many rows.
std::vector<double> numbersOf(const HeadsStatistics& heads, std::size_t kept)
{
    std::vector<double> numbers;
    for (const auto& [head, statistics] : heads) {
        for (const std::optional<double>& value : statistics.values)
            numbers.push_back(value.value_or(std::nan("")));
        numbers.insert(numbers.end(), statistics.rows.begin(), statistics.rows.end());
        for (const auto* const list : {&statistics.squares, &statistics.chances})
            numbers.insert(numbers.end(), list->begin(), list->end());
        numbers.push_back(static_cast<double>(statistics.leftOut));
        for (std::vector<double> values : statistics.ofRows) {
            values.resize(kept, std::nan(""));
            numbers.insert(numbers.end(), values.begin(), values.end());
        }
    }
    return numbers;
}

/// What is computed over the inputs, and for which heads.
struct Overview
{
    OverInputs over;
    std::vector<HeadRef> heads;
    Json origin; ///< model and edits
    Shard shard;
};

/// The numbers of one head, one list for each place in its part of a record.
struct HeadNumbers
{
    std::vector<std::vector<double>> each{kNumbers};
    std::vector<std::vector<double>> ofRows{kStatistics}; ///< of all inputs

    /// width: numbers of a head in a record.
    static Result<HeadNumbers> read(const InputRecords& records, std::size_t head, std::size_t width)
    {
        HeadNumbers all;
        std::vector<double> numbers(width);
        const std::size_t kept = (width - kNumbers) / kStatistics;
        for (std::size_t input = 0; input < records.count(); ++input) {
            RETURN_IF_ERROR(records.read(input, head * width, numbers));
            for (std::size_t i = 0; i < kNumbers; ++i)
                all.each[i].push_back(numbers[i]);
            for (std::size_t i = kNumbers; i < width; ++i)
                if (!std::isnan(numbers[i]))
                    all.ofRows[(i - kNumbers) / kept].push_back(numbers[i]);
        }
        return all;
    }
    StatisticNumbers statistic(std::size_t i) const
    {
        return {each[i], each[kStatistics + i], each[2 * kStatistics + i], each[3 * kStatistics + i],
                ofRows[i]};
    }
    Index leftOut() const
    {
        return static_cast<Index>(std::accumulate(each.back().begin(), each.back().end(), 0.0));
    }
};

/// The statistics of one head: mean, standard error, n, and the number of each input.
Json jsonMean(const Overview& overview, std::size_t head, const HeadNumbers& numbers)
{
    Json row{{"head", toString(overview.heads[head])}, {"inputs", numbers.each.front().size()}};
    for (std::size_t i = 0; i < kStatistics; ++i)
        row[std::string(headStatisticList()[i].name)]
            = statisticJson(numbers.statistic(i), overview.shard.parts > 1);
    row["left_out"] = numbers.leftOut();
    row.update(overview.origin);
    if (overview.shard.parts > 1)
        row["shard"] = shardJson(overview.shard);
    return row;
}

/// A line of means, and under it the standard errors.
std::string tableMean(const std::string& name, const HeadNumbers& numbers)
{
    std::vector<std::optional<double>> means, errors;
    for (std::size_t i = 0; i < kStatistics; ++i) {
        const InputMean mean = meanOf(numbers.each[i], {});
        means.push_back(mean.mean);
        errors.push_back(mean.error);
    }
    return cellsOf(name, means, "-") + leftOutText(numbers.leftOut()) + '\n' + cellsOf("  ±", errors, "-");
}

/// The chance level of each statistic, for heads of one kind.
std::string tableChance(const HeadRef& head, const HeadNumbers& numbers)
{
    std::vector<std::optional<double>> chances;
    for (std::size_t i = 0; i < kStatistics; ++i) {
        const double chance = pooled(numbers.statistic(i)).chance;
        chances.push_back(std::isfinite(chance) ? std::optional(chance) : std::nullopt);
    }
    return cellsOf(concat("chance ", stackName(head.stack), '.', kindName(head.kind)), chances, "-");
}

Result<void> printMean(const MetricsOptions& options, const Overview& overview)
{
    ASSIGN_OR_RETURN(const auto records,
                     overInputs(overview.over, OverInputsOptions::job(options.input.pass.model)));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    if (!options.json) {
        RETURN_IF_ERROR(output.line(concat("# mean over ", records.count(),
                                           records.count() == 1 ? (options.pairs ? " pair" : " input")
                                                                : (options.pairs ? " pairs" : " inputs"),
                                           "; ± standard error of the mean")));
        RETURN_IF_ERROR(output.line(tableHead()));
    }
    std::set<std::pair<StackKind, AttentionKind>> kinds;
    std::vector<std::string> chances;
    for (std::size_t place = 0; place < overview.heads.size(); ++place) {
        const HeadRef& head = overview.heads[place];
        ASSIGN_OR_RETURN(const auto numbers,
                         HeadNumbers::read(records, place, records.width() / overview.heads.size()));
        RETURN_IF_ERROR(output.line(options.json ? toText(jsonMean(overview, place, numbers))
                                                 : tableMean(toString(head), numbers)));
        if (!options.json && kinds.emplace(head.stack, head.kind).second)
            chances.push_back(tableChance(head, numbers));
    }
    for (const std::string& line : chances)
        RETURN_IF_ERROR(output.line(line));
    return output.finish();
}

/// What --mean is over: sentences, or pairs of sentences.
struct MetricInputs
{
    std::size_t count = 0;
    Interventions interventions;
    std::string digest;
    bool parallel = true;
    std::size_t longest = 0; ///< rows of an input; 0 = not known, or there are no single rows
    std::function<Result<std::vector<LaneInput>>(std::size_t input, const Job& job)> lanes;
};

Result<MetricInputs> sentencesOf(const PassOptions& pass, const std::shared_ptr<const Model>& model)
{
    constexpr std::size_t kFillsTheCores = 1024; // tokens
    RETURN_IF_ERROR(pass.settleRepeats());
    RETURN_IF_ERROR(pass.settleTarget());
    MetricInputs inputs;
    ASSIGN_OR_RETURN(inputs.interventions,
                     pass.edits.interventions(model, [&] { return pass.knownLanes(model); }));
    ASSIGN_OR_RETURN(inputs.count, pass.input.count(*model));
    inputs.digest = pass.input.digest();
    for (std::size_t i = 0; i < inputs.count; ++i) { // none is kept: there may be many
        ASSIGN_OR_RETURN(const auto lane, pass.input.lane(*model, i));
        inputs.longest = std::max({inputs.longest, lane.source.size(), lane.target.size()});
        if (lane.source.size() + lane.target.size() >= kFillsTheCores)
            inputs.parallel = false;
    }
    if (model->isEncoderDecoder() && !pass.input.hasTargets()) // the start, and what the model writes
        inputs.longest = std::max(inputs.longest, 1 + static_cast<std::size_t>(pass.maxNewTokens));
    if (pass.repeats > 1)
        inputs.longest = 0;
    inputs.lanes = [&pass, model, interventions = inputs.interventions](
                       std::size_t input, const Job& job) -> Result<std::vector<LaneInput>> {
        RunRequest one{model, {}, interventions, {}};
        ASSIGN_OR_RETURN(one.lanes.emplace_back(), pass.input.lane(*model, input));
        RETURN_IF_ERROR(pass.addTargets(one, job));
        return std::move(one.lanes);
    };
    return inputs;
}

Result<MetricInputs> pairsOf(const MetricsOptions& options, const std::shared_ptr<const Model>& model)
{
    const PassOptions& pass = options.input.pass;
    ASSIGN_OR_RETURN(auto all, readPairs(*options.pairs));
    // The same two sentences are one input, in whatever order.
    std::vector<InputPair> pairs;
    for (InputPair& pair : all)
        if (pair.cluster == pairs.size())
            pairs.push_back(std::move(pair));
    MetricInputs inputs{pairs.size(), {}, ExperimentSource::of(pairs).digest, true, 0, {}};
    ASSIGN_OR_RETURN(inputs.interventions, pass.edits.interventions(model, [] {
        return Result<std::vector<LaneInput>>(std::vector<LaneInput>());
    }));
    inputs.lanes = [model, pairs = std::make_shared<const std::vector<InputPair>>(std::move(pairs))](
                       std::size_t input, const Job& job) -> Result<std::vector<LaneInput>> {
        ASSIGN_OR_RETURN(auto lanes, referenceLanes(model, (*pairs)[input].clean, job));
        ASSIGN_OR_RETURN(auto other, referenceLanes(model, (*pairs)[input].corrupted, job));
        lanes.push_back(std::move(other.front()));
        return lanes;
    };
    return inputs;
}

/// The statistics over the rows of both.
HeadsStatistics ofBoth(HeadsStatistics one, const HeadsStatistics& other)
{
    for (std::size_t head = 0; head < one.size(); ++head) {
        HeadStatistics& both = one[head].second;
        const HeadStatistics& more = other[head].second;
        both.leftOut += more.leftOut;
        for (std::size_t i = 0; i < both.values.size(); ++i) {
            if (!more.values[i])
                continue;
            const Index rows = more.rows[i] + (both.values[i] ? both.rows[i] : 0);
            const double share = static_cast<double>(more.rows[i]) / static_cast<double>(rows);
            const auto mixed = [&](double mine, double theirs) {
                return both.values[i] ? (1 - share) * mine + share * theirs : theirs;
            };
            both.squares[i] = mixed(both.squares[i], more.squares[i]);
            both.chances[i] = mixed(both.chances[i], more.chances[i]);
            both.values[i] = mixed(both.values[i].value_or(0), *more.values[i]);
            both.rows[i] = rows;
        }
    }
    return one;
}

/// Passes over one input after the other.
Result<Overview> overPasses(const MetricsOptions& options, const std::shared_ptr<const Model>& model,
                            MetricInputs inputs)
{
    const PassOptions& pass = options.input.pass;
    Overview overview;
    overview.heads = model->traceInfo().headsOf(kEveryHead);
    ASSIGN_OR_RETURN(overview.origin, originOf(pass, *model, inputs.interventions));
    if (options.pairs)
        overview.origin["pairs"] = *options.pairs;
    std::string about = "of: " + toText(overview.origin) + "\ninputs: " + inputs.digest
        + "\nlongest output: " + std::to_string(pass.maxNewTokens) + "\nstatistics:";
    for (const HeadStatistic& statistic : headStatisticList())
        about += std::string(" ").append(statistic.name).append(" = ").append(statistic.formula);
    about += "; mean, rows, mean square, chance";
    const std::size_t count = inputs.count;
    const std::size_t kept = rowsKept(inputs.longest, count, overview.heads.size());
    if (kept > 0)
        about += concat("; values of ", kept, " rows");
    const bool parallel = inputs.parallel;
    const auto numbers
        = [&pass, model, kept, inputs = std::move(inputs), references = std::make_shared<ReferenceCache>()](
              std::size_t input, const Job& job) -> Result<std::vector<double>> {
        ASSIGN_OR_RETURN(auto lanes, inputs.lanes(input, job));
        std::optional<HeadsStatistics> found;
        for (LaneInput& lane : lanes) {
            ASSIGN_OR_RETURN(const auto heads,
                             headsOf(pass,
                                     {model, {std::move(lane)}, inputs.interventions, {}, references.get()},
                                     job, kept > 0));
            found = found ? ofBoth(std::move(*found), heads.front()) : heads.front();
        }
        return numbersOf(*found, kept);
    };
    overview.shard = options.over.shard;
    overview.over
        = options.over.over(count, overview.heads.size() * (kNumbers + kStatistics * kept), numbers, about);
    overview.over.parallel = parallel;
    return overview;
}

Result<void> metricsOfTraces(const MetricsOptions& options)
{
    if (options.over.resume || options.over.shard.parts > 1)
        return usageError(options.over.resume ? "--resume" : "--shard", "needs a model to run, not a trace");
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
    if (!options.mean)
        return printEach(options, items);
    if (items.front().empty())
        return noWeights(options);
    Overview overview;
    overview.heads = listFrom(items.front(), [](const auto& each) { return each.first; });
    overview.origin["trace"] = *options.input.file;
    overview.over = {items.size(), overview.heads.size() * (kNumbers + kStatistics * kept),
                     [&](std::size_t input, const Job&) { return numbersOf(items[input], kept); }};
    return printMean(options, overview);
}

/// What relates whole maps, of a trace file or of a pass.
Result<void> relations(const MetricsOptions& options)
{
    const PassOptions& pass = options.input.pass;
    if (options.mean || options.over.resume || pass.repeats > 1 || (options.rollout && options.similarity))
        return usageError(options.rollout ? "--rollout" : "--similarity",
                          "excludes --mean, --resume, --repeats and the other of the two");
    const auto print = options.rollout ? printRollout : printSimilarity;
    if (options.input.file) {
        ASSIGN_OR_RETURN(const auto traces, options.input.traces({}));
        return print(traces, options.output, options.json, {{"trace", *options.input.file}});
    }
    ASSIGN_OR_RETURN(const auto model, pass.load());
    ASSIGN_OR_RETURN(auto request, pass.prepare(model));
    ASSIGN_OR_RETURN(const auto origin, originOf(pass, *model, request.interventions));
    request.plan.sites = {Site::kWeights, Site::kMask};
    ASSIGN_OR_RETURN(const auto result, execute(request, pass.model.job()));
    return print(result.traces, options.output, options.json, origin);
}

Result<void> metrics(const MetricsOptions& options)
{
    RETURN_IF_ERROR(checkFormat(options.output, ""));
    RETURN_IF_ERROR(options.over.check(options.output));
    RETURN_IF_ERROR(options.input.settle());
    const InputOptions& input = options.input.pass.input;
    if (options.pairs && (!options.mean || options.input.file || !input.empty() || input.hasTargets()))
        return usageError(
            "--pairs", options.mean ? "excludes texts, ids and --trace. Give one of them" : "needs --mean");
    if (options.rollout || options.similarity)
        return relations(options);
    if (options.mean && options.input.pass.spread)
        return usageError("--spread", "excludes --mean, which is of means over the runs");
    if (!options.mean && (options.over.resume || options.over.shard.parts > 1))
        return usageError(options.over.resume ? "--resume" : "--shard", "needs --mean");
    if (options.input.file)
        return metricsOfTraces(options);
    const PassOptions& pass = options.input.pass;
    ASSIGN_OR_RETURN(const auto model, options.pairs ? pass.model.load() : pass.load());
    if (options.mean) {
        ASSIGN_OR_RETURN(auto inputs, options.pairs ? pairsOf(options, model) : sentencesOf(pass, model));
        ASSIGN_OR_RETURN(const auto overview, overPasses(options, model, std::move(inputs)));
        return printMean(options, overview);
    }
    ASSIGN_OR_RETURN(auto request, pass.prepare(model));
    ASSIGN_OR_RETURN(const auto items, headsOf(pass, std::move(request), pass.model.job()));
    return printEach(options, items);
}

} // namespace

int runMetrics(int argc, char** argv)
{
    MetricsOptions options;
    std::string about = "Prints statistics of each head, averaged over its queries with valid weights:";
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
    line.flag("--json", options.json, "print one JSON object per head");
    line.text("-o", options.output, "file for the result (default: standard output)", "FILE");
    return line.run(argc, argv, [&] { return metrics(options); });
}

} // namespace headlight
