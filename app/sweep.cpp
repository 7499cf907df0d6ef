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
#include "core/run/experiment_inputs.h"
#include "core/run/lanes.h"
#include "core/run/run_experiment.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

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
    void addEditsTo(CommandLine& line);
    void addReferencesTo(CommandLine& line);
    void addMeasureTo(CommandLine& line);
    /// The inputs, before their rows and tokens are chosen.
    Result<ExperimentSource> source(const std::shared_ptr<const Model>& model) const;
};

template <typename Enum>
std::vector<std::string> allWords()
{
    return listFrom(kWordsOf<Enum>, [](const EnumWord& each) { return std::string(each.word); });
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
    if (pairs && (!pass.input.empty() || pass.input.hasTargets()))
        return usageError("--pairs", "excludes texts and ids. Give one of them");
    ASSIGN_OR_RETURN(auto source, pass.source(model, pairs));
    if (source.freezeTarget && (pairs || (!model->isEncoderDecoder() && rows != "output")))
        return usageError("--freeze-target",
                          pairs ? "excludes --pairs, whose targets no edit changes"
                                : "needs an encoder–decoder model, or --rows output");
    return source;
}

void SweepOptions::addEditsTo(CommandLine& line)
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
                "tokens and, between these, of as many other ones. A row without a counterpart has no number "
                "where each position is patched; where all rows are patched together, position leaves it as "
                "it is, with a warning, and token refuses the pair (default position)");
}

void SweepOptions::addReferencesTo(CommandLine& line)
{
    line.text("--reference-text", other.text, "input to patch from, or sentence to average over");
    line.text("--reference-ids", other.ids, "the same as token ids", "LIST");
    line.text("--reference-target", other.target,
              "decoder's text of that input (default: the model's greedy output)");
    line.text("--reference-target-ids", other.targetIds, "decoder's ids of that input, start token included",
              "LIST");
    line.text("--reference-file", referenceFile,
              "sentences for --by mean, mean-position and resample, one per line (default: the inputs)",
              "FILE");
    line.number("--seed", seed, 0, 1e9,
                "for --by resample: input s takes sentence s + 1 + N, from the first on again after the "
                "last, and never its "
                "own (default 0)");
}

void SweepOptions::addMeasureTo(CommandLine& line)
{
    line.choice(
        "--metric", metric, allWords<Metric>(),
        "what is measured: logprob (sum over the rows), or the mean over the rows of logit-difference, "
        "probability, rank (0 = most likely), kl (before ‖ after) or loss (-logprob of --token, or else of "
        "the token that follows in the input, encoder-only: of its own); recovery: the share of the way from "
        "corrupted to clean (default logprob; with --minus logit-difference)");
    line.text(
        "--rows", rows,
        "positions to measure on, with the tokens that follow there (encoder-only: that stand there): all, "
        "prompt, output, last, masks, or A-B,C. Where none follows, and at a masked word, the most likely "
        "token is measured; a loss leaves these positions out, and is refused if no other is left",
        "ROWS");
    line.text(
        "--row", row,
        "positions to measure on, with the most likely tokens there: A-B,C, last, or masks for the "
        "masked words of an encoder-only model; all measures the tokens that follow, as --rows all "
        "does, and so does a loss at any row (default all; last for decoder-only models, but all for a loss)",
        "POSITIONS");
    line.text("--token", token,
              "with --row or --rows: token to measure, as text or id (default: the one that follows; with "
              "--row the most likely one, but not for a loss)",
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
}

void SweepOptions::addTo(CommandLine& line)
{
    addEditsTo(line);
    addReferencesTo(line);
    addMeasureTo(line);
    over.addTo(line);
    pass.addTo(line);
    line.result(output, json, "print one JSON object", experimentFormats());
    plot.addEditsTo(line);
}

/// Sorts edits; without a finite number they come last.
void sortBy(const SweepOptions& options, ExperimentNumbers& numbers)
{
    if (options.plot.sort == "address" || PlotOptions::draws(options.output))
        return;
    const auto key = [&](const ExperimentNumbers::Edit& edit) {
        const auto number = options.plot.sort == "kl" ? edit.divergence : numbers.mean(edit).mean;
        return std::pair(!number || std::isnan(*number),
                         options.plot.sort == "kl" ? -number.value_or(0) : number.value_or(0));
    };
    std::ranges::stable_sort(numbers.edits, std::less(), key);
}

/// Runs the inputs, and adds what they give; of an only one, also what it tells besides.
Result<void> addRuns(const SweepOptions& options, bool one, const MadeExperiment& made,
                     ExperimentInputs& inputs, ExperimentNumbers& numbers)
{
    const Job job = OverInputsOptions::job(options.pass.model);
    ASSIGN_OR_RETURN(const auto run, ExperimentRun::start(made.experiment, job));
    if (one) {
        ASSIGN_OR_RETURN(const auto tried, run.on(0, options.pass.model.job()));
        add(numbers, run.record(tried));
        RETURN_IF_ERROR(describe(numbers, made, inputs, tried.result));
        numbers.origin["rows"]
            = listFrom(tried.result.measuredRows(made.experiment.metric), &MeasuredRow::row);
        warnOfUntried(numbers, job);
        return {};
    }
    const std::string about = aboutRuns(numbers, inputs, options.pass.maxNewTokens);
    ASSIGN_OR_RETURN(const auto records, runInputs(run, options.over.over(inputs.count(), about), job));
    RETURN_IF_ERROR(add(numbers, records));
    const auto none = std::ranges::find_if(numbers.base, [](double number) { return std::isnan(number); });
    if (made.experiment.metric == Metric::kLoss && none != numbers.base.end()) // of records that were kept
        return usageError("--metric", "found loss, with the rows of input ",
                          options.over.shard.first(inputs.count())
                              + static_cast<std::size_t>(none - numbers.base.begin()) + 1,
                          ", but ", lackOfLoss(*made.experiment.model));
    if (options.over.shard.parts == 1) // the other shards may have the positions
        warnOfUntried(numbers, job);
    return {};
}

Result<void> runAll(SweepOptions& options)
{
    RETURN_IF_ERROR(options.plot.check(options.output, options.pass.model.job()));
    RETURN_IF_ERROR(options.over.check(options.output));
    if (options.pass.repeats > 1 || options.pass.spread)
        return usageError(options.pass.repeats > 1 ? "--repeats" : "--spread",
                          "is for one pass: a sweep compares single runs. Leave it out");
    ASSIGN_OR_RETURN(options.reference, options.other.input());
    if (!options.pairs && options.pass.input.empty())
        return usageError({}, "no input. Give --text, --ids, --messages, --text-file or --pairs");
    ASSIGN_OR_RETURN(const auto model, options.pass.model.load());
    ASSIGN_OR_RETURN(auto source, options.source(model));
    ASSIGN_OR_RETURN(const auto inputs, ExperimentInputs::make(options, model, std::move(source)));
    ASSIGN_OR_RETURN(const auto made, makeExperiment(options, model, inputs, options.pass.model.job()));
    const bool one = inputs->count() == 1 && !options.pairs && !options.over.resume
        && options.over.shard.parts == 1 && !options.estimate;
    if (!one && options.plot.sort == "kl")
        return usageError("--sort", "found kl, which is for one input. Give change with --metric kl");
    if (options.over.shard.parts > 1 && options.plot.sort != "address")
        return usageError("--sort", "excludes --shard, whose results are joined in one order");
    const bool csv = !options.json && endingOf(options.output) == ".csv";
    Json origin;
    if (!one || options.json || (options.output && !csv)) { // a digest takes a while: not for a table
        ASSIGN_OR_RETURN(origin, originOf(options.pass, *model, made.experiment.interventions));
    }
    auto numbers = emptyNumbers(options, made, *inputs, std::move(origin), options.over.shard);
    if (const auto done = addRuns(options, one, made, *inputs, numbers); !done)
        return done.error().field == "rows"
            ? usageError(options.rows ? "--rows" : "--row", done.error().message)
            : done.error();
    sortBy(options, numbers);
    if (one && options.json)
        return writeLines(options.output, {joined(jsonLines(numbers), "")});
    if (one && csv && !options.metric && made.experiment.metric == Metric::kLogProbability)
        return writeLines(options.output, csvOfDistributions(numbers));
    return writeNumbers(options.output, numbers, options.json, options.plot);
}

} // namespace

int runSweep(int argc, char** argv)
{
    SweepOptions options;
    CommandLine line(
        "sweep",
        "Tries many edits, one at a time, on one input or on many, and prints the effect of each. One input: "
        "the change of the measure (by default the log-probability of the measured tokens), KL(before ‖ "
        "after) of the next-token distribution (mean over rows), both in nats, and the new most likely "
        "token. Many inputs: the mean change, its standard error and the number of inputs.");
    options.addTo(line);
    options.plot.takeRecipe(argc, argv);
    return line.run(argc, argv, [&] { return runAll(options); });
}

} // namespace headlight
