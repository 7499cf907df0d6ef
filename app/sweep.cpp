// headlight sweep: tries many edits on one input or on many, one at a time, and reports the effect of each on
// the output.

#include "app/commands.h"
#include "app/experiment_output.h"
#include "app/figure_options.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/over_inputs_options.h"

#include "core/analysis/effect.h"
#include "core/analysis/experiment_words.h"
#include "core/analysis/measure.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/run/experiment_inputs.h"
#include "core/run/lanes.h"
#include "core/run/run_experiment.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// The input that a reference is.
struct ReferenceOptions
{
    std::optional<std::string> text, ids, target, targetIds;

    /// The input of --reference-text or --reference-ids; unset = neither is given.
    Result<std::optional<ReferenceInput>> input() const;
};

/// The command line of sweep.
struct SweepOptions : ExperimentWords
{
    PassOptions pass;
    OverInputsOptions over;
    ReferenceOptions other;
    std::optional<std::string> pairs, output;
    PlotOptions plot; ///< with --sort
    bool json = false;

    void addTo(CommandLine& line);
    /// The inputs, before their rows and tokens are chosen.
    Result<ExperimentSource> source(const std::shared_ptr<const Model>& model) const;
};

template <typename Enum>
std::vector<std::string> allWords()
{
    std::vector<std::string> all;
    for (const EnumWord& each : kWordsOf<Enum>)
        all.emplace_back(each.word);
    return all;
}

Result<std::optional<ReferenceInput>> ReferenceOptions::input() const
{
    if (!text && !ids) {
        if (target || targetIds)
            return usageError(target ? "--reference-target" : "--reference-target-ids",
                              "needs --reference-text or --reference-ids");
        return std::optional<ReferenceInput>();
    }
    ReferenceInput reference;
    if (text && ids)
        return usageError("--reference-ids", "excludes --reference-text. Give one of them");
    reference.text = text.value_or("");
    reference.targetText = target;
    if (ids) {
        ASSIGN_OR_RETURN(reference.ids, parseIds("--reference-ids", *ids));
    }
    if (targetIds) {
        if (target)
            return usageError("--reference-target-ids", "excludes --reference-target. Give one of them");
        ASSIGN_OR_RETURN(reference.targetIds, parseIds("--reference-target-ids", *targetIds));
    }
    if (reference.own())
        return usageError("--reference-text", "found an empty text, expected at least one token");
    return std::optional(std::move(reference));
}

Result<ExperimentSource> SweepOptions::source(const std::shared_ptr<const Model>& model) const
{
    ExperimentSource source;
    if (pairs) {
        if (!pass.input.empty() || pass.input.hasTargets())
            return usageError("--pairs", "excludes texts and ids. Give one of them");
        ASSIGN_OR_RETURN(auto all, readPairs(*pairs));
        source = ExperimentSource::of(std::move(all));
    } else {
        ASSIGN_OR_RETURN(source.count, pass.input.count(*model));
        source.digest = pass.input.digest();
        source.lane = [this, model](std::size_t place) { return pass.input.lane(*model, place); };
        source.hasTargets = pass.input.hasTargets();
        source.output = pass.output();
    }
    RETURN_IF_ERROR(pass.settleTarget());
    source.freezeTarget = pass.freezeTarget;
    if (source.freezeTarget && (pairs || (!model->isEncoderDecoder() && rows != "output")))
        return usageError("--freeze-target",
                          pairs ? "excludes --pairs, whose targets no edit changes"
                                : "needs an encoder–decoder model, or --rows output");
    ASSIGN_OR_RETURN(source.interventions,
                     pass.edits.interventions(model, [&]() -> Result<std::vector<LaneInput>> {
                         return pairs ? std::vector<LaneInput>() : pass.knownLanes(model);
                     }));
    return source;
}

void SweepOptions::addTo(CommandLine& line)
{
    line.list("--heads", heads,
              "replace the output of each of these heads in turn, SITE,SITE (default *.*.*.*); with --patch: "
              "patch each of them",
              "SITE");
    line.flag("--group", group,
              "treat all heads of one --heads (or --sender) as one edit; --heads may be repeated");
    line.choice(
        "--by", by, allWords<Donor>(),
        "what replaces a head's output: zero, its mean over the reference, its mean at each position, "
        "its rows in another sentence (resample), or in the other input of the pair (default zero; with "
        "--sender pair, or mean)");
    line.text("--hide", hide, "hide each token of this stack in turn", "encoder|decoder");
    line.text("--patch", patch,
              "patch each layer or head, and each position, from another input: residual, residual-middle, "
              "attention, feed_forward, q, k, v, pattern or head_output",
              "ACTIVATION");
    line.text("--where", where, "layers and heads to patch, layer by layer (default: the first stack's)",
              "SITE");
    line.text("--positions", positions,
              "with --patch: each position in turn, all together, or these (default each)", "each|all|LIST");
    line.text("--sender", sender,
              "path patching: each of these heads puts out what it does on the other input, all other heads "
              "stay as they are up to the receiver",
              "SITE");
    line.text("--receiver", receiver, "with --sender: the heads that read it, and what they make of it",
              "SITE.q|k|v");
    line.choice("--between", between, {"recomputed", "frozen"},
                "with --sender: feed-forward layers between sender and receiver (default recomputed)");
    line.text("--pairs", pairs,
              "file of inputs in pairs, one JSON object per line: {\"clean\": {\"text\" or \"ids\", "
              "\"target_text\" or \"target_ids\"}, \"corrupted\": {...}, \"token\", \"minus\", \"row\"}",
              "FILE");
    line.choice("--into", into, {"clean", "corrupted"},
                "the input of a pair that is edited; the other one gives the numbers (default clean; with "
                "--metric recovery corrupted)");
    line.choice("--align", align, {"position", "token"},
                "which rows of a pair belong together: those at the same position, or those of the same "
                "tokens and, between these, of as many other ones; what has no counterpart is not patched, "
                "and refused where all rows are (default position)");
    line.text("--reference-text", other.text, "input to patch from, or sentence to average over");
    line.text("--reference-ids", other.ids, "the same as token ids", "LIST");
    line.text("--reference-target", other.target,
              "decoder's text of that input (default: the model's greedy output)");
    line.text("--reference-target-ids", other.targetIds, "decoder's ids of that input, start token included",
              "LIST");
    line.text("--reference-file", referenceFile,
              "sentences for --by mean, mean-position and resample, one per line (default: the inputs)",
              "FILE");
    line.number("--seed", seed, 0, 1e9, "for --by resample: input s takes sentence s + 1 + N (default 0)");
    line.choice(
        "--metric", metric, allWords<Metric>(),
        "what is measured: logprob (sum over the rows), or the mean over the rows of logit-difference, "
        "probability, rank (0 = most likely), kl (before ‖ after) or loss (-logprob); recovery: the "
        "share of the way from corrupted to clean (default logprob; with --minus logit-difference)");
    line.text(
        "--rows", rows,
        "positions to measure on, with the tokens that follow there: all, prompt, output, last, masks, or "
        "A-B,C",
        "ROWS");
    line.text("--row", row,
              "position to measure on: a number, last, all, or masks for the masked words of an encoder-only "
              "model (default all; last for decoder-only models)",
              "POSITION");
    line.text(
        "--token", token,
        "with --row or --rows: token to measure, as text or id (default: the one that follows; with --row "
        "the most likely one)",
        "TOKEN");
    line.text("--minus", minus, "token whose logit is subtracted, as text or id", "TOKEN");
    line.flag(
        "--estimate", estimate,
        "estimate each edit by one gradient of the measure (attribution patching) instead of running it; "
        "an estimate can be wrong even in its sign");
    line.flag("--check", check,
              "with --estimate: run each edit too, and print its change beside the estimate, with their "
              "correlation");
    line.choice(
        "--sort", plot.sort, {"address", "change", "kl"},
        "order of the table (default address); of the dots of a plot, change and kl stand for the size "
        "of the change");
    over.addTo(line);
    pass.addTo(line);
    line.flag("--json", json, "print one JSON object");
    line.text(
        "-o", output,
        "file for the result (default: standard output); FILE.csv has the columns stack, layer, kind, head, "
        "position, token, value, se, n; for one input without --metric: stack, layer, kind, head, position, "
        "logprob, change, kl, best; FILE.npz has NumPy arrays with each input's numbers; FILE.png, FILE.svg "
        "or "
        "FILE.pdf has a plot",
        "FILE");
    plot.addEditsTo(line);
}

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
    std::vector<std::string> lines{"# " + tokens + ": "
                                       + (metric == "logprob"      ? "log-probability"
                                              : numbers.recovers() ? "measure"
                                                                   : metric)
                                       + formatted(" %.4f without these edits", numbers.base.front()),
                                   cell("edit", width + 2) + "    change        KL  best"};
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const InputMean change = numbers.mean(numbers.edits[i]);
        lines.push_back(cell(numbers.edits[i].name, width + 2)
                        + (change.mean
                               ? formatted("%+10.4f%10.4f  ", *change.mean, result.points[i].divergence)
                               : formatted("%10s%10s", "-", "-"))
                        + bestText(model, result.points[i].best));
    }
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
    RETURN_IF_ERROR(describe(numbers, prepared.made, *prepared.inputs, tried.result));
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
