#include "core/run/run_experiment.h"

#include "core/analysis/effect.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/io/folder_digest.h"
#include "core/model/model.h"
#include "core/run/lanes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>

namespace headlight {

using Json = OrderedJson;

namespace {

constexpr std::chrono::milliseconds kPartialInterval{40};

Json editsJson(const ExperimentEdit& edit)
{
    Interventions all;
    all.list = edit.edits;
    Json list = Json::parse(toJson(all));
    if (edit.sender)
        list[0]["sender"] = toString(*edit.sender);
    return list;
}

std::string nameOf(const Intervention& edit)
{
    if (std::holds_alternative<HeadOff>(edit) || std::holds_alternative<HeadMean>(edit))
        return toString(*whereOf(edit));
    const auto* const patch = std::get_if<ActivationPatch>(&edit);
    if (patch == nullptr || !patch->from.own())
        return describe(edit);
    if (patch->site == Site::kHeadOutput && patch->target < 0)
        return toString(patch->where);
    return concat(toString(patch->where), ": ", siteName(patch->site),
                  patch->target >= 0 ? concat(" at ", patch->target) : "");
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

/// Names the metric, and behind it what a recovery is a share of.
void setMetric(Json& origin, const Json& metric, const std::string& recovered)
{
    Json all = Json::object();
    for (const auto& [name, value] : origin.items()) {
        if (name == "recovery_of")
            continue;
        all[name] = name == "metric" ? metric : value;
        if (name == "metric" && metric == wordOf(Metric::kRecovery))
            all["recovery_of"] = recovered;
    }
    origin = std::move(all);
}

} // namespace

std::string nameOf(const ExperimentEdit& edit)
{
    const std::string all = joined(edit.edits, ", ", [](const Intervention& one) { return nameOf(one); });
    if (!edit.sender)
        return all;
    const auto& patch = std::get<ActivationPatch>(edit.edits.front());
    return concat(toString(*edit.sender), " -> ", toString(patch.where), '.', siteName(patch.site));
}

Result<void> describe(ExperimentNumbers& numbers, const MadeExperiment& made, ExperimentInputs& inputs,
                      const SweepResult& result)
{
    ASSIGN_OR_RETURN(const auto input, inputs.at(0, {}));
    const Model& model = *made.experiment.model;
    const auto text = [&model](TokenId id) { return labelOf(model, measuredStack(model), id).text; };
    const Metric metric = made.experiment.metric;
    const std::vector<MeasuredRow> measured = result.measuredRows(metric);
    const std::vector<TokenId> tokens = listFrom(measured, &MeasuredRow::token);
    const auto ofLoss = [&](const Measures& measures) { // as a log-probability, summed like others
        return -at(measures, Metric::kLoss) * static_cast<double>(tokens.size());
    };
    const double logProbability = metric == Metric::kLoss ? ofLoss(result.measures) : result.logProbability;
    Json about{{"rows", listFrom(measured, &MeasuredRow::row)},
               {"tokens", tokens},
               {"text", joined(tokens, " ", text)},
               {"logprob", logProbability},
               {"best", text(result.best)}};
    about.update(numbers.origin);
    numbers.origin = std::move(about);
    for (std::size_t i = 0; i < numbers.edits.size(); ++i) {
        const SweepPoint& point = result.points[i];
        ExperimentNumbers::Edit& edit = numbers.edits[i];
        edit.token = editedToken(model, made.experiment.intoOther ? *input.other : input.lane, point.edit);
        if (!point.known)
            continue;
        edit.divergence = point.divergence;
        edit.logProbability
            = metric == Metric::kLoss ? logProbability + ofLoss(point.changes) : point.logProbability;
        if (point.best >= 0)
            edit.best = text(point.best);
    }
    return {};
}

Result<Json> originOf(const Model& model, const std::filesystem::path& folder,
                      const std::filesystem::path& adapter, const Interventions& interventions)
{
    Json origin;
    ASSIGN_OR_RETURN(const auto digest, folderDigest(folder));
    origin["model"] = {{"name", model.name()}, {"digest", digest}};
    if (!adapter.empty()) {
        ASSIGN_OR_RETURN(const auto ofAdapter, folderDigest(adapter));
        origin["adapter"] = {{"digest", ofAdapter}};
    }
    origin["edits"] = Json::parse(toJson(interventions));
    return origin;
}

ExperimentNumbers emptyNumbers(const ExperimentWords& words, const MadeExperiment& made,
                               const ExperimentInputs& inputs, Json origin, const Shard& shard)
{
    const Experiment& experiment = made.experiment;
    origin["by"] = words.hide ? std::string_view("hiding") : wordOf(experiment.donor);
    if (!made.referenceName.empty())
        origin["reference"] = {{"from", made.referenceName},
                               {"sentences", experiment.reference.count},
                               {"digest", made.referenceDigest}};
    if (experiment.donor == Donor::kResample)
        origin["seed"] = words.seed;
    if (experiment.donor == Donor::kPair)
        origin["into"] = experiment.intoOther ? "corrupted" : "clean";
    if (experiment.alignTokens)
        origin["align"] = "token";
    if (made.unequal > 0)
        origin["unequal_pairs"] = made.unequal;
    if (words.sender)
        origin["between"] = words.between;
    origin["metric"] = Json();
    setMetric(origin, wordOf(experiment.metric), inputs.recovered());
    if (words.estimate)
        origin["estimate"] = "gradient";
    origin["rows"] = inputs.rowsText();
    if (words.token)
        origin["token"] = *words.token;
    if (const std::string usual = inputs.defaultToken(experiment.metric); !usual.empty())
        origin["default_token"] = usual;
    if (words.minus)
        origin["minus"] = *words.minus;
    origin["inputs"] = {{"count", experiment.inputs}, {"digest", inputs.digest()}};
    ExperimentNumbers numbers;
    numbers.origin = std::move(origin);
    numbers.shard = shard;
    numbers.clusters = inputs.clusters(shard.first(inputs.count()), shard.count(inputs.count()));
    for (const ExperimentEdit& edit : experiment.edits)
        numbers.edits.push_back({nameOf(edit), editsJson(edit), {}});
    return numbers;
}

void add(ExperimentNumbers& numbers, std::span<const double> record)
{
    constexpr std::size_t kAll = std::tuple_size_v<Measures>;
    const auto metric
        = static_cast<std::size_t>(*fromWord<Metric>(numbers.origin["metric"].get<std::string>()));
    // Into the clean input, a recovery is what the corrupted numbers take away.
    const double sign = numbers.recovers() && numbers.origin.value("into", "") == "clean" ? -1 : 1;
    const std::size_t count = numbers.edits.size(), changes = record.size() - 2 * kAll;
    const auto at = [&record, sign](std::size_t place) {
        return std::isfinite(record[place]) ? sign * record[place] : std::nan("");
    };
    numbers.base.push_back(record[metric]);
    numbers.other.push_back(record[kAll + metric]);
    const std::size_t estimates = numbers.origin.contains("estimate") ? count : 0;
    for (std::size_t i = 0; i < count; ++i) {
        ExperimentNumbers::Edit& edit = numbers.edits[i];
        if (estimates > 0)
            edit.changes.push_back(at(2 * kAll + i));
        if (changes > estimates)
            (estimates > 0 ? edit.runs : edit.changes).push_back(at((2 + i) * kAll + estimates + metric));
    }
}

Result<void> add(ExperimentNumbers& numbers, const InputRecords& records)
{
    std::vector<double> record(records.width());
    for (std::size_t input = 0; input < records.count(); ++input) {
        RETURN_IF_ERROR(records.read(input, 0, record));
        add(numbers, record);
    }
    return {};
}

void warnOfUntried(const ExperimentNumbers& numbers, const Job& job)
{
    const auto none = [](const std::vector<double>& each) {
        return std::ranges::all_of(each, [](double number) { return std::isnan(number); });
    };
    if (none(numbers.base))
        return;
    const auto untried
        = [&none](const ExperimentNumbers::Edit& edit) { return none(edit.changes) && none(edit.runs); };
    if (const auto first = std::ranges::find_if(numbers.edits, untried); first != numbers.edits.end())
        job.warning(concat(std::ranges::count_if(numbers.edits, untried), " of ", numbers.edits.size(),
                           " edits have no number (n = 0), such as ", first->name,
                           ": no input, or not both of a pair, has the position"));
}

std::string aboutRuns(const ExperimentNumbers& numbers, const ExperimentInputs& inputs, int longest)
{
    Json origin = numbers.origin;
    if (!origin.contains("estimate")) {
        origin.erase("metric");
        if (origin.contains("default_token")) // a run has both, that of a loss and that of other metrics
            origin["default_token"] = inputs.defaultToken(Metric::kLogProbability);
    }
    for (const char* const follows : {"recovery_of", "unequal_pairs"}) // from the rest
        origin.erase(follows);
    std::string about = concat("of: ", toText(origin), "\nlongest output: ", longest, "\nedits:");
    for (const ExperimentNumbers::Edit& edit : numbers.edits)
        about += ' ' + toText(edit.edits);
    return about;
}

Result<InputRecords> runInputs(const ExperimentRun& run, OverInputs over, const Job& job)
{
    over.width = run.width();
    over.numbers = [&run](std::size_t input, const Job& inner) -> Result<std::vector<double>> {
        ASSIGN_OR_RETURN(const auto tried, run.on(input, inner));
        return run.record(tried);
    };
    return overInputs(over, job);
}

Result<ExperimentTable> ExperimentRecords::by(const Json& metric) const
{
    ExperimentNumbers numbers = empty;
    setMetric(numbers.origin, metric, recovered);
    RETURN_IF_ERROR(add(numbers, inputs));
    return tableOf(numbers);
}

/// Runs many inputs, or goes on where a stop left them.
static Result<InputRecords> runMany(const ExperimentRun& run, std::size_t inputs, const std::string& about,
                                    const std::filesystem::path& kept, const Job& job)
{
    OverInputs over;
    over.inputs = inputs;
    over.about = about;
    if (!kept.empty())
        over.file = kept / std::to_string(std::hash<std::string>()(about));
    auto records = runInputs(run, over, job);
    std::error_code none; // the open file is enough
    if (records && over.file)
        std::filesystem::remove(*over.file, none);
    return records;
}

/// What the runs of an experiment that is known give for another metric; nothing if none has them.
static Result<std::optional<ExperimentDone>> doneBefore(
    std::span<const std::shared_ptr<const ExperimentRecords>> known, const std::string& about,
    const Json& metric)
{
    for (const auto& each : known)
        if (each && each->about == about && each->empty.origin["metric"] != metric) {
            ASSIGN_OR_RETURN(auto table, each->by(metric));
            if (table.base.count == static_cast<Index>(each->inputs.count())) // every input has the measure
                return std::optional(ExperimentDone{std::move(table), each});
        }
    return std::optional<ExperimentDone>();
}

Result<ExperimentDone> runExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                     const ModelFolders& folders, ExperimentSource source, const Job& job,
                                     const std::function<void(const ExperimentTable&)>& partial,
                                     const EarlierRuns& earlier)
{
    const int longest = source.output.maxNewTokens;
    ASSIGN_OR_RETURN(const auto inputs, ExperimentInputs::make(words, model, std::move(source)));
    ASSIGN_OR_RETURN(const auto made, makeExperiment(words, model, inputs, job));
    ASSIGN_OR_RETURN(auto origin, originOf(*model, folders.model, folders.adapter, inputs->interventions()));
    ExperimentNumbers numbers = emptyNumbers(words, made, *inputs, std::move(origin), {});
    const Json metric = numbers.origin["metric"];
    const std::string about = aboutRuns(numbers, *inputs, longest);
    ASSIGN_OR_RETURN(auto before, doneBefore(earlier.known, about, metric));
    if (before)
        return std::move(*before);
    ASSIGN_OR_RETURN(const auto run, ExperimentRun::start(made.experiment, job));
    const auto done = [&](InputRecords records) -> Result<ExperimentDone> {
        auto all = std::make_shared<const ExperimentRecords>(
            ExperimentRecords{about, std::move(numbers), std::move(records), inputs->recovered()});
        ASSIGN_OR_RETURN(auto table, all->by(metric));
        return ExperimentDone{std::move(table), std::move(all)};
    };
    if (inputs->count() != 1 || inputs->paired() || words.estimate) {
        ASSIGN_OR_RETURN(auto records, runMany(run, inputs->count(), about, earlier.kept, job));
        return done(std::move(records));
    }
    std::chrono::steady_clock::time_point next{};
    const auto tell = [&](const ExperimentRun::Tried& soFar) {
        if (!partial || std::chrono::steady_clock::now() < next)
            return;
        ExperimentNumbers one = numbers;
        add(one, run.record(soFar));
        if (describe(one, made, *inputs, soFar.result))
            if (const auto table = tableOf(one))
                partial(*table);
        next = std::chrono::steady_clock::now() + kPartialInterval;
    };
    OverInputs only{1, run.width(), {}};
    only.numbers = [&](std::size_t, const Job&) -> Result<std::vector<double>> {
        ASSIGN_OR_RETURN(const auto tried, run.on(0, job, tell));
        RETURN_IF_ERROR(describe(numbers, made, *inputs, tried.result));
        return run.record(tried);
    };
    ASSIGN_OR_RETURN(auto records, overInputs(only, {job.stop, {}, job.warn}));
    return done(std::move(records));
}

} // namespace headlight
