#include "core/run/run_experiment.h"

#include "core/analysis/effect.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/io/folder_digest.h"
#include "core/model/model.h"
#include "core/run/lanes.h"

#include <chrono>
#include <utility>
#include <variant>

namespace headlight {

using Json = nlohmann::ordered_json;

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

} // namespace

Result<void> describe(ExperimentNumbers& numbers, const MadeExperiment& made, ExperimentInputs& inputs,
                      const SweepResult& result)
{
    ASSIGN_OR_RETURN(const auto input, inputs.at(0, {}));
    const Model& model = *made.experiment.model;
    for (std::size_t i = 0; i < numbers.edits.size(); ++i) {
        const SweepPoint& point = result.points[i];
        ExperimentNumbers::Edit& edit = numbers.edits[i];
        edit.token = editedToken(model, made.experiment.intoOther ? *input.other : input.lane, point.edit);
        if (!point.known)
            continue;
        edit.divergence = point.divergence;
        if (point.best >= 0)
            edit.best = labelOf(model, measuredStack(model), point.best).text;
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
    if (words.sender)
        origin["between"] = words.between;
    origin["metric"] = wordOf(experiment.metric);
    if (words.estimate)
        origin["estimate"] = "gradient";
    origin["rows"] = words.rowsText(experiment.model->isDecoderOnly());
    if (words.token)
        origin["token"] = *words.token;
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
    // Into the clean input, a recovery is what the corrupted numbers take away.
    const bool away = numbers.recovers() && numbers.origin.value("into", "") == "clean";
    numbers.base.push_back(record[0]);
    numbers.other.push_back(record[1]);
    for (std::size_t i = 0; i < numbers.edits.size(); ++i)
        numbers.edits[i].changes.push_back(away ? -record[i + 2] : record[i + 2]);
    if (const std::size_t runs = numbers.edits.size() + 2; record.size() > runs)
        for (std::size_t i = 0; i < numbers.edits.size(); ++i)
            numbers.edits[i].runs.push_back(away ? -record[runs + i] : record[runs + i]);
}

Result<void> runInputs(const ExperimentRun& run, ExperimentNumbers& numbers, std::size_t inputs,
                       OverInputs over, const Job& job)
{
    const Shard& shard = numbers.shard;
    over.inputs = shard.count(inputs);
    over.width = run.width();
    over.numbers = [&run, first = shard.first(inputs)](std::size_t input,
                                                       const Job& inner) -> Result<std::vector<double>> {
        ASSIGN_OR_RETURN(const auto tried, run.on(first + input, inner));
        return run.record(tried);
    };
    ASSIGN_OR_RETURN(const auto records, overInputs(over, job));
    std::vector<double> record(run.width());
    for (std::size_t input = 0; input < records.count(); ++input) {
        RETURN_IF_ERROR(records.read(input, 0, record));
        add(numbers, record);
    }
    return {};
}

Result<ExperimentTable> runExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                      const std::filesystem::path& folder,
                                      const std::filesystem::path& adapter, ExperimentSource source,
                                      const Job& job,
                                      const std::function<void(const ExperimentTable&)>& partial)
{
    ASSIGN_OR_RETURN(const auto inputs, ExperimentInputs::make(words, model, std::move(source)));
    ASSIGN_OR_RETURN(const auto made, makeExperiment(words, model, inputs, job));
    ASSIGN_OR_RETURN(const auto run, ExperimentRun::start(made.experiment, job));
    ASSIGN_OR_RETURN(auto origin, originOf(*model, folder, adapter, inputs->interventions()));
    ExperimentNumbers numbers = emptyNumbers(words, made, *inputs, std::move(origin), {});
    if (inputs->count() != 1 || inputs->paired() || words.estimate) {
        RETURN_IF_ERROR(runInputs(run, numbers, inputs->count(), {}, job));
        return tableOf(numbers);
    }
    const auto tableOfOne = [&](const ExperimentRun::Tried& tried) -> Result<ExperimentTable> {
        ExperimentNumbers one = numbers;
        add(one, run.record(tried));
        RETURN_IF_ERROR(describe(one, made, *inputs, tried.result));
        return tableOf(one);
    };
    std::chrono::steady_clock::time_point next{};
    ASSIGN_OR_RETURN(const auto tried, run.on(0, job, [&](const ExperimentRun::Tried& soFar) {
        if (!partial || std::chrono::steady_clock::now() < next)
            return;
        if (const auto table = tableOfOne(soFar))
            partial(*table);
        next = std::chrono::steady_clock::now() + kPartialInterval;
    }));
    return tableOfOne(tried);
}

} // namespace headlight
