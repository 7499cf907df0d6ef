#include "app/run_options.h"

#include "core/base/machine.h"
#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/model/adapter/adapter.h"
#include "core/model/builtin_model.h"
#include "core/model/memory_estimate.h"
#include "core/model/model_library.h"
#include "core/options/decode_options.h"
#include "core/run/experiment_inputs.h"
#include "core/run/lanes.h"
#include "core/run/references.h"
#include "core/run/repeated_runs.h"

#include <algorithm>
#include <iostream>
#include <utility>

namespace headlight {

namespace {

Error missingInput()
{
    return usageError({}, "no input. Give --text, --ids or --messages, or a file of texts or ids");
}

/// Expects one value per sentence, or none.
Result<void> checkCount(const std::string& option, std::size_t found, std::size_t sentences)
{
    if (found == 0 || found == sentences)
        return {};
    return usageError(option, "found ", found, " times, expected once for each of the ", sentences,
                      " inputs");
}

Result<LaneInput> laneFromText(const Model& model, const InputOptions& input, std::size_t i)
{
    TextInput text{input.texts[i], std::nullopt, std::nullopt};
    // In a batch, an empty pair means that this text has none.
    if (!input.pairs.empty() && (input.pairs.size() == 1 || !input.pairs[i].empty()))
        text.pair = input.pairs[i];
    if (!input.targetTexts.empty())
        text.target = input.targetTexts[i];
    return prepareText(model, text);
}

Result<LaneInput> laneFromIds(const Model& model, const InputOptions& input, std::size_t i)
{
    ASSIGN_OR_RETURN(const auto ids, parseIds("--ids", input.ids[i]));
    auto lane = prepareIds(model, ids, {});
    if (!lane || input.segmentIds.empty())
        return lane;
    ASSIGN_OR_RETURN(lane->segments, parseIds("--segment-ids", input.segmentIds[i]));
    return lane;
}

Result<LaneInput> laneFromMessages(const Model& model, const InputOptions& input)
{
    ASSIGN_OR_RETURN(const auto format, input.files.chatFormat(model.folder()));
    ASSIGN_OR_RETURN(auto chat,
                     prepareChat(model, format, *input.files.conversation, !input.files.noGenerationPrompt));
    return std::move(chat.lane);
}

/// Adds the decoder's input if it is given in another form than the source (--ids with --target-text, …).
Result<void> addTarget(const Model& model, const InputOptions& input, std::size_t i, LaneInput& lane)
{
    if (!input.targetIds.empty()) {
        ASSIGN_OR_RETURN(const auto ids, parseIds("--target-ids", input.targetIds[i]));
        ASSIGN_OR_RETURN(auto target, prepareIds(model, {}, ids));
        lane.target = std::move(target.target);
    } else if (!input.targetTexts.empty() && input.texts.empty()) {
        ASSIGN_OR_RETURN(auto target, prepareText(model, {"", std::nullopt, input.targetTexts[i]}));
        lane.target = std::move(target.target);
    }
    return {};
}

/// The token that the output must begin with; null if none was requested.
Result<const LanguageToken*> languageOf(const Model& model, const std::string& name)
{
    if (name.empty())
        return nullptr;
    constexpr std::size_t kNamed = 12;
    const std::vector<LanguageToken>& all = model.languages();
    if (const LanguageToken* const found = findLanguage(all, name))
        return found;
    std::string known;
    for (std::size_t i = 0; i < std::min(all.size(), kNamed); ++i)
        known += (i == 0 ? "" : ", ") + all[i].code();
    if (all.size() > kNamed)
        known += concat(" or one of ", all.size() - kNamed, " more");
    return usageError("--target-language", "found \"", name, "\", ",
                      all.empty() ? "but this model has no language tokens" : "expected " + known);
}

} // namespace

Result<ModelPaths> modelPaths(const std::optional<std::string>& model,
                              const std::optional<std::string>& adapter)
{
    ModelPaths paths;
    if (adapter) {
        ASSIGN_OR_RETURN(paths.adapter, resolveModel(*adapter));
    }
    ASSIGN_OR_RETURN(paths.model,
                     model         ? resolveModel(*model)
                         : adapter ? adapterBase(paths.adapter)
                                   : builtinModelFolder());
    return paths;
}

void ModelOptions::addTo(CommandLine& line)
{
    line.text("--model", folder, kModelHelp);
    line.text("--adapter", adapter, kAdapterHelp, "DIR");
    line.text("--tokenizer", tokenizer,
              "tokenizer.json, or folder with tokenizer files, used instead of the model's own", "PATH");
    line.choice(
        "--precision", precision, {"auto", "full", "half", "fast"},
        "weights in memory: full = F32, half = as stored in half precision, auto = what fits (default auto); "
        "fast = as stored, and what quantised weights multiply is rounded to 8 bits, as in llama.cpp");
    line.flag("--quiet,-q", quiet, "no warnings");
}

Job ModelOptions::job() const
{
    Job job;
    if (!quiet)
        job.warn = [](const std::string& text) { std::cerr << "headlight: warning: " << text << '\n'; };
    return job;
}

Result<std::shared_ptr<const Model>> ModelOptions::load() const
{
    ASSIGN_OR_RETURN(const auto given, paths());
    LoadOptions options;
    options.adapter = given.adapter;
    options.precision = fromWord<HeldPrecision>(precision).value();
    options.tokenizer = tokenizer.value_or("");
    // If a checkpoint cannot be opened, the loader reports it.
    if (const auto estimate = estimateMemory(given.model, options.precision, {})) {
        RETURN_IF_ERROR(
            checkThatItFits(*estimate, {physicalMemory(), availableMemory()}, given.model.string()));
    }
    return loadModel(given.model, options, job());
}

void InputOptions::addSourceTo(CommandLine& line)
{
    line.list("--text", texts, "text; repeat for a batch");
    line.list("--ids", ids, "token ids such as 1,2,3 instead of a text; repeat for a batch", "LIST");
    files.addTo(line, texts, ids);
    line.list("--pair", pairs, "second segment of a text ('' for none, in a batch)");
    line.list("--segment-ids", segmentIds, "segments of the ids, such as 0,0,1", "LIST");
}

void InputOptions::addLanguageTo(CommandLine& line)
{
    line.option(languageEntry(targetLanguage));
}

void InputOptions::addTargetTo(CommandLine& line)
{
    line.list("--target-text", targetTexts, "the decoder's text (default: the model's greedy output)");
    line.list("--target-ids", targetIds, "the decoder's ids, start token included", "LIST");
}

Result<void> InputOptions::settle(const Model& model) const
{
    if (!texts.empty() && !ids.empty())
        return usageError({}, "--text and --ids exclude each other. Give one of them");
    if (!targetTexts.empty() && !targetIds.empty())
        return usageError({}, "--target-text and --target-ids exclude each other. Give one of them");
    if (hasTargets() && !model.isEncoderDecoder())
        return usageError(targetIds.empty() ? "--target-text" : "--target-ids",
                          "needs a model with an encoder and a decoder; this one has a single stack");
    if (!segmentIds.empty() && ids.empty())
        return usageError("--segment-ids", "needs --ids. For texts, --pair makes the segments");
    if (!pairs.empty() && texts.empty())
        return usageError("--pair", "needs --text");
    return {};
}

std::string InputOptions::title(std::size_t place) const
{
    const std::string number = concat(place > 0 ? "\n" : "", "# input ", place);
    const auto& all = texts.empty() ? ids : texts;
    return place < all.size() ? concat(number, ": ", texts.empty() ? "ids " : "", excerpt(all[place]))
                              : number;
}

std::string InputOptions::digest() const
{
    return digestOfInputs(targetLanguage, files.messages.value_or(""),
                          {texts, ids, targetTexts, targetIds, pairs, segmentIds});
}

Result<std::size_t> InputOptions::count(const Model& model) const
{
    if (empty())
        return missingInput();
    RETURN_IF_ERROR(settle(model));
    const std::size_t count = files.conversation ? 1 : std::max(texts.size(), ids.size());
    for (const auto& [option, values] : {std::pair{"--target-text", &targetTexts},
                                         {"--target-ids", &targetIds},
                                         {"--pair", &pairs},
                                         {"--segment-ids", &segmentIds}})
        RETURN_IF_ERROR(checkCount(option, values->size(), count));
    return count;
}

Result<LaneInput> InputOptions::lane(const Model& model, std::size_t place) const
{
    ASSIGN_OR_RETURN(const auto language, languageOf(model, targetLanguage));
    ASSIGN_OR_RETURN(auto lane,
                     files.conversation  ? laneFromMessages(model, *this)
                         : texts.empty() ? laneFromIds(model, *this, place)
                                         : laneFromText(model, *this, place));
    RETURN_IF_ERROR(addTarget(model, *this, place, lane));
    if (language != nullptr && !targetTexts.empty()) // after the start token
        lane.target.insert(lane.target.begin() + (model.generation().startId >= 0 ? 1 : 0),
                           labelOf(model, StackKind::kDecoder, language->id));
    return lane;
}

Result<std::vector<LaneInput>> InputOptions::lanes(const Model& model) const
{
    ASSIGN_OR_RETURN(const auto all, count(model));
    std::vector<LaneInput> lanes;
    for (std::size_t i = 0; i < all; ++i) {
        ASSIGN_OR_RETURN(lanes.emplace_back(), lane(model, i));
    }
    return lanes;
}

Result<std::vector<LaneInput>> InputOptions::given(const Model& model) const
{
    ASSIGN_OR_RETURN(auto all, lanes(model));
    for (LaneInput& lane : all)
        if (!hasTargets())
            lane.target.clear();
    return all;
}

void PassOptions::addTo(CommandLine& line)
{
    input.addSourceTo(line);
    input.addTargetTo(line);
    input.addLanguageTo(line);
    model.addTo(line);
    edits.addTo(line);
    line.option(newTokensEntry(maxNewTokens));
    line.flag("--freeze-target", freezeTarget,
              "where the target is the model's own output: what it writes without the edits (default: under "
              "the edits)");
    line.number(
        "--repeats", repeats, 1, 1 << 20,
        "run N times, each with another seed of dropout (see headlight --help edit), and give the mean "
        "of every number (default 1)");
    line.flag("--spread", spread,
              "with --repeats: the standard deviation of every number instead of its mean");
}

Result<std::shared_ptr<const Model>> PassOptions::load() const
{
    return input.empty() ? missingInput() : model.load();
}

Result<void> PassOptions::settleRepeats() const
{
    if (spread && repeats == 1)
        return usageError("--spread", "needs --repeats");
    return {};
}

Result<void> PassOptions::settleTarget() const
{
    if (freezeTarget && input.hasTargets())
        return usageError("--freeze-target", "excludes --target-text and --target-ids. Give one of them");
    return {};
}

Result<std::vector<LaneInput>> PassOptions::knownLanes(const std::shared_ptr<const Model>& loaded) const
{
    if (!freezeTarget || !loaded->isEncoderDecoder())
        return input.given(*loaded);
    RunRequest known{loaded, {}, {}, {}};
    ASSIGN_OR_RETURN(known.lanes, input.lanes(*loaded));
    RETURN_IF_ERROR(addTargets(known, model.job()));
    return std::move(known.lanes);
}

Result<ExperimentSource> PassOptions::source(const std::shared_ptr<const Model>& loaded,
                                             const std::optional<std::string>& pairs) const
{
    ExperimentSource source;
    if (pairs) {
        ASSIGN_OR_RETURN(auto all, readPairs(*pairs));
        source = ExperimentSource::of(std::move(all));
    } else {
        ASSIGN_OR_RETURN(source.count, input.count(*loaded));
        source.digest = input.digest();
        source.lane = [this, loaded](std::size_t place) { return input.lane(*loaded, place); };
        source.hasTargets = input.hasTargets();
        source.output = output();
    }
    RETURN_IF_ERROR(settleTarget());
    source.freezeTarget = freezeTarget;
    ASSIGN_OR_RETURN(source.interventions,
                     edits.interventions(loaded, [&]() -> Result<std::vector<LaneInput>> {
                         return pairs ? std::vector<LaneInput>() : knownLanes(loaded);
                     }));
    return source;
}

Result<void> PassOptions::addTargets(RunRequest& request, const Job& job) const
{
    if (freezeTarget && !request.model->isEncoderDecoder())
        return usageError("--freeze-target", "needs an encoder–decoder model, which has a target");
    if (!request.model->isEncoderDecoder() || input.hasTargets())
        return {};
    return continueLanes(request.model, freezeTarget ? Interventions() : request.interventions, output(),
                         request.lanes, job);
}

DecodeOptions PassOptions::output() const
{
    DecodeOptions options;
    options.maxNewTokens = maxNewTokens;
    options.targetLanguage = input.targetLanguage;
    return options;
}

Result<RunRequest> PassOptions::prepare(const std::shared_ptr<const Model>& loaded) const
{
    RETURN_IF_ERROR(settleRepeats());
    RETURN_IF_ERROR(settleTarget());
    RunRequest request{loaded, {}, {}, {}};
    ASSIGN_OR_RETURN(request.interventions, edits.interventions(loaded, [&] { return knownLanes(loaded); }));
    ASSIGN_OR_RETURN(request.lanes, input.lanes(*loaded));
    RETURN_IF_ERROR(addTargets(request, model.job()));
    return request;
}

Result<std::vector<Trace>> PassOptions::run(const RecordPlan& plan, const LayerSink& layers) const
{
    ASSIGN_OR_RETURN(const auto loaded, load());
    ASSIGN_OR_RETURN(auto request, prepare(loaded));
    request.plan = plan;
    request.layers = layers;
    if (repeats > 1) {
        ASSIGN_OR_RETURN(auto runs, repeatedRuns(request, repeats, model.job()));
        return std::move(spread ? runs.spread : runs.mean);
    }
    ASSIGN_OR_RETURN(auto result, execute(request, model.job()));
    return std::move(result.traces);
}

} // namespace headlight
