// headlight sweep: tries many edits on one input or on many, one at a time, and reports the effect of each on
// the output.

#include "app/commands.h"
#include "app/experiment_output.h"
#include "app/output.h"
#include "app/sweep_options.h"

#include "core/analysis/effect.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/run/lanes.h"
#include "core/run/run_experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// What a sweep is made of.
struct Prepared
{
    std::shared_ptr<const Model> model;
    std::shared_ptr<ExperimentInputs> inputs;
    MadeExperiment made;
};

/// The numbers before any input is run.
ExperimentNumbers emptyNumbers(const SweepOptions& options, const Prepared& prepared, Json origin)
{
    return emptyNumbers(options, prepared.made, *prepared.inputs, std::move(origin), options.over.shard);
}

bool namesCsv(const SweepOptions& options)
{
    return !options.json && options.output && endsInCsv(*options.output);
}

// One input: its edits with the changes of the distribution.

std::string tokenText(const Model& model, TokenId id)
{
    return labelOf(model, measuredStack(model), id).text;
}

/// The most likely token's text; empty if there is none.
std::string bestText(const Model& model, TokenId id)
{
    return id < 0 ? std::string() : tokenText(model, id);
}

/// The text of the token at the position that an edit names.
std::string editedToken(const Model& model, const LaneInput& lane, const Intervention& edit)
{
    const auto* const hidden = std::get_if<TokenHidden>(&edit);
    const auto* const patch = std::get_if<ActivationPatch>(&edit);
    if (hidden == nullptr && (patch == nullptr || patch->target < 0))
        return {};
    const StackKind stack = hidden != nullptr ? hidden->stack : stackOfRows(*patch);
    const auto& tokens = tokensOf(model, lane, stack);
    const auto place = static_cast<std::size_t>(hidden != nullptr ? hidden->token : patch->target);
    return place < tokens.size() ? tokens[place].text : std::string();
}

std::vector<std::string> legacyCsv(const Model& model, const SweepResult& result)
{
    std::vector<std::string> lines{"stack,layer,kind,head,position,logprob,change,kl,best"};
    for (const SweepPoint& point : result.points)
        lines.push_back(csvAddress(point.edit) + shortestNumber(point.logProbability) + ','
                        + shortestNumber(point.change) + ',' + shortestNumber(point.divergence) + ','
                        + csvField(bestText(model, point.best)));
    return lines;
}

std::vector<std::string> legacyTable(const Model& model, const SweepResult& result,
                                     const ExperimentNumbers& numbers, const std::string& tokens)
{
    std::size_t width = 20;
    for (const ExperimentNumbers::Edit& edit : numbers.edits)
        width = std::max(width, edit.name.size());
    const std::string metric = numbers.origin["metric"];
    std::vector<std::string> lines{"# " + tokens + ": " + (metric == "logprob" ? "log-probability" : metric)
                                       + formatted(" %.4f without these edits", numbers.base.front()),
                                   cell("edit", width + 2) + "    change        KL  best"};
    for (std::size_t i = 0; i < result.points.size(); ++i)
        lines.push_back(
            cell(numbers.edits[i].name, width + 2)
            + formatted(
                "%+10.4f%10.4f  ",
                numbers.mean(numbers.edits[i]).mean.value_or(std::numeric_limits<double>::quiet_NaN()),
                result.points[i].divergence)
            + bestText(model, result.points[i].best));
    return lines;
}

/// The JSON object of many inputs, with the members that one input has besides.
Json legacyJson(const Model& model, const SweepResult& result, const ExperimentNumbers& numbers,
                const std::string& tokens)
{
    std::string lines;
    for (const std::string& line : jsonLines(numbers))
        lines += line;
    Json all = Json::parse(lines);
    Json object{{"rows", result.rows},
                {"tokens", result.tokens},
                {"text", tokens},
                {"logprob", result.logProbability},
                {"best", tokenText(model, result.best)}};
    for (const auto& [name, value] : all.items())
        if (!object.contains(name))
            object[name] = value;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const SweepPoint& point = result.points[i];
        Json& entry = object["points"][i];
        entry["logprob"] = point.logProbability;
        entry["change"] = point.change;
        entry["kl"] = point.divergence;
        entry["best"] = point.best < 0 ? Json() : Json(tokenText(model, point.best));
    }
    return object;
}

/// Sorts edits, and points if there are any; without a finite number they come last.
void sortBy(const SweepOptions& options, ExperimentNumbers& numbers, SweepResult* result)
{
    if (options.plot.sort == "address" || PlotOptions::draws(options.output))
        return;
    const bool kl = options.plot.sort == "kl";
    std::vector<double> keys;
    for (std::size_t i = 0; i < numbers.edits.size(); ++i)
        keys.push_back(kl ? -result->points[i].divergence
                          : numbers.mean(numbers.edits[i]).mean.value_or(std::nan("")));
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (std::isnan(keys[a]) || std::isnan(keys[b]))
            return !std::isnan(keys[a]) && std::isnan(keys[b]);
        return keys[a] < keys[b];
    });
    const auto sorted = [&order](auto list) {
        auto from = list;
        for (std::size_t i = 0; i < order.size(); ++i)
            list[i] = std::move(from[order[i]]);
        return list;
    };
    numbers.edits = sorted(std::move(numbers.edits));
    if (result != nullptr)
        result->points = sorted(std::move(result->points));
}

Result<void> sweepOne(const SweepOptions& options, const Prepared& prepared, const ExperimentRun& run)
{
    ASSIGN_OR_RETURN(auto tried, run.on(0, options.pass.model.job()));
    // The digest of a large model takes a while: not for a table.
    Json origin;
    const bool whole = options.output && (endsInNpz(*options.output) || PlotOptions::draws(options.output));
    if (options.json || whole) {
        ASSIGN_OR_RETURN(origin,
                         originOf(options.pass, *prepared.model, prepared.made.experiment.interventions));
    }
    const Model& model = *prepared.model;
    ExperimentNumbers numbers = emptyNumbers(options, prepared, std::move(origin));
    add(numbers, run.record(tried));
    ASSIGN_OR_RETURN(const auto input, prepared.inputs->at(0, {}));
    for (std::size_t i = 0; i < numbers.edits.size(); ++i)
        numbers.edits[i].token
            = editedToken(model, prepared.made.experiment.intoOther ? *input.other : input.lane,
                          tried.result.points[i].edit);
    sortBy(options, numbers, &tried.result);
    const std::string tokens
        = joined(tried.result.tokens, " ", [&](TokenId id) { return tokenText(model, id); });
    if (whole && !options.json)
        return writeNumbers(options.output, numbers, false, options.plot);
    if (options.json)
        return writeLines(options.output, {toText(legacyJson(model, tried.result, numbers, tokens))});
    if (!namesCsv(options))
        return writeLines(options.output, legacyTable(model, tried.result, numbers, tokens));
    return writeLines(options.output, options.metric ? csvLines(numbers) : legacyCsv(model, tried.result));
}

Result<void> sweepMany(const SweepOptions& options, const Prepared& prepared, const ExperimentRun& run)
{
    if (options.plot.sort == "kl")
        return usageError("--sort", "found kl, which is for one input. Give change with --metric kl");
    if (options.over.shard.parts > 1 && options.plot.sort != "address")
        return usageError("--sort", "excludes --shard, whose results are joined in one order");
    ASSIGN_OR_RETURN(auto origin,
                     originOf(options.pass, *prepared.model, prepared.made.experiment.interventions));
    ExperimentNumbers numbers = emptyNumbers(options, prepared, std::move(origin));
    std::string about
        = concat("of: ", toText(numbers.origin), "\nlongest output: ", options.pass.maxNewTokens, "\nedits:");
    for (const ExperimentNumbers::Edit& edit : numbers.edits)
        about += ' ' + toText(edit.edits);
    RETURN_IF_ERROR(runInputs(run, numbers, prepared.inputs->count(), options.over.over(0, 0, {}, about),
                              OverInputsOptions::job(options.pass.model)));
    sortBy(options, numbers, nullptr);
    return writeNumbers(options.output, numbers, options.json, options.plot);
}

Result<void> runAll(SweepOptions& options)
{
    Prepared prepared;
    RETURN_IF_ERROR(options.plot.check(options.output));
    ASSIGN_OR_RETURN(options.reference, options.other.input());
    if (!options.pairs && options.pass.input.empty())
        return usageError({}, "no input. Give --text, --ids, --messages, --text-file or --pairs");
    ASSIGN_OR_RETURN(prepared.model, options.pass.model.load());
    ASSIGN_OR_RETURN(auto source, options.source(prepared.model));
    ASSIGN_OR_RETURN(prepared.inputs, ExperimentInputs::make(options, prepared.model, std::move(source)));
    ASSIGN_OR_RETURN(prepared.made,
                     makeExperiment(options, prepared.model, prepared.inputs, options.pass.model.job()));
    ASSIGN_OR_RETURN(
        const auto run,
        ExperimentRun::start(prepared.made.experiment, OverInputsOptions::job(options.pass.model)));
    const bool one = prepared.inputs->count() == 1 && !options.pairs && !options.over.resume
        && options.over.shard.parts == 1 && !options.estimate;
    const auto done = one ? sweepOne(options, prepared, run) : sweepMany(options, prepared, run);
    if (!done && done.error().field == "rows")
        return usageError(options.rows ? "--rows" : "--row", done.error().message);
    return done;
}

} // namespace

int runSweep(int argc, char** argv)
{
    SweepOptions options;
    CommandLine line(
        "sweep",
        "Tries many edits, one at a time, on one input or on many, and prints the effect of each. One input: "
        "the change of the measure (by default the log-probability of the measured tokens), KL(before ‖ "
        "after) "
        "of the next-token distribution (mean over rows), both in nats, and the new most likely token. Many "
        "inputs: the mean change, its standard error and the number of inputs.");
    options.addTo(line);
    options.plot.takeRecipe(argc, argv);
    return line.run(argc, argv, [&] { return runAll(options); });
}

} // namespace headlight
