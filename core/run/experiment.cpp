#include "core/run/experiment.h"

#include "core/base/text_list.h"
#include "core/model/model.h"
#include "core/run/estimate.h"
#include "core/run/references.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace headlight {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Index lengthOf(const Model& model, const LaneInput& lane, StackKind stack)
{
    return std::ssize(model.isEncoderDecoder() && stack == StackKind::kDecoder ? lane.target : lane.source);
}

/// The quantities that the edits patch.
SiteSet patchedSites(const std::vector<ExperimentEdit>& edits)
{
    SiteSet sites;
    for (const ExperimentEdit& edit : edits) {
        if (edit.sender)
            sites.add(Site::kHeadOutput);
        for (const Intervention& one : edit.edits)
            if (!edit.sender)
                sites = sites | sitesNeeded(one);
    }
    return sites;
}

ActivationPatch patchOf(const HeadPattern& where, Site site)
{
    ActivationPatch patch;
    patch.where = where;
    patch.site = site;
    return patch;
}

} // namespace

/// The two inputs of one experiment, and what is known of their runs.
struct ExperimentRun::Runs
{
    const LaneInput& lane; ///< the input that is edited
    const LaneInput* donor; ///< the other of a pair; null = no pair
    std::optional<Trace> plain; ///< of `lane`, for what stays frozen
    std::map<std::string, Trace> paths; ///< by sender
};

Result<ExperimentRun> ExperimentRun::start(Experiment experiment, const Job& job)
{
    const Donor donor = experiment.donor;
    if (donor == Donor::kResample && experiment.ownReference && experiment.reference.count < 2)
        return badArgument("by", "found resample with one sentence, expected at least two to choose from");
    if (experiment.trial != Trial::kRuns
        && (experiment.metric == Metric::kRank || experiment.metric == Metric::kDivergence))
        return badArgument("metric",
                           "found " + std::string(nameIn(kMetricNames, experiment.metric))
                               + ", which has no gradient to estimate by");
    HeadMeans means;
    if (donor == Donor::kMean || donor == Donor::kMeanPosition) {
        ASSIGN_OR_RETURN(means, headMeans(experiment.model, experiment.reference, job));
    }
    return ExperimentRun(std::move(experiment), std::move(means));
}

std::size_t ExperimentRun::donorOf(std::size_t input) const
{
    const std::size_t count = m_experiment.reference.count;
    const std::size_t choices = m_experiment.ownReference ? count - 1 : count;
    return (input + 1 + m_experiment.seed % choices) % count;
}

Result<std::vector<Index>> ExperimentRun::rowsIn(const ExperimentInput& input, const LaneInput& lane) const
{
    const Model& model = *m_experiment.model;
    InputRows rows;
    rows.length = lengthOf(model, lane, StackKind::kDecoder);
    rows.decodes = !model.isEncoderOnly();
    if (model.isDecoderOnly())
        rows.prompt = rows.length - (&lane == &input.lane ? input.written : 0);
    const Tokenizer* const tokenizer = model.tokenizers().source.get();
    if (const auto mask = tokenizer != nullptr ? tokenizer->maskToken() : std::nullopt; mask)
        for (std::size_t i = 0; i < lane.source.size(); ++i)
            if (lane.source[i].id == *mask)
                rows.masks.push_back(static_cast<Index>(i));
    return rowsOf(input.rows, rows);
}

bool ExperimentRun::applies(const ExperimentEdit& edit, const Runs& runs) const
{
    const Model& model = *m_experiment.model;
    return std::all_of(edit.edits.begin(), edit.edits.end(), [&](const Intervention& one) {
        if (const auto* const hidden = std::get_if<TokenHidden>(&one))
            return hidden->token < lengthOf(model, runs.lane, hidden->stack);
        const auto* const patch = std::get_if<ActivationPatch>(&one);
        if (patch == nullptr || patch->target < 0)
            return true;
        const bool ofKeys = patch->site == Site::kKey || patch->site == Site::kValue;
        const StackKind stack
            = ofKeys && patch->where.kind == AttentionKind::kCross ? StackKind::kEncoder : patch->where.stack;
        return patch->target < lengthOf(model, runs.lane, stack)
            && (runs.donor == nullptr || patch->source < lengthOf(model, *runs.donor, stack));
    });
}

Result<Trace> ExperimentRun::donorTrace(std::size_t input, const Runs& runs, const Job& job) const
{
    const Experiment& all = m_experiment;
    const SequenceLengths lengths{lengthOf(*all.model, runs.lane, StackKind::kEncoder),
                                  lengthOf(*all.model, runs.lane, StackKind::kDecoder)};
    switch (all.donor) {
    case Donor::kZero:
        break;
    case Donor::kMean: // a path reads it row by row
        return all.edits.front().sender ? stretched(m_means.overall, lengths, &m_means.overall)
                                        : m_means.overall;
    case Donor::kMeanPosition:
        return stretched(m_means.byPosition, lengths, &m_means.overall);
    case Donor::kResample: {
        ASSIGN_OR_RETURN(const auto lane, all.reference.lane(donorOf(input), job));
        ASSIGN_OR_RETURN(const auto trace, recordRun(all.model, lane, {Site::kHeadOutput}, job));
        return stretched(trace, lengths, nullptr);
    }
    case Donor::kPair:
        if (runs.donor == nullptr)
            return badArgument("by", "found pair, but the input has no second one");
        return recordRun(all.model, *runs.donor, patchedSites(all.edits), job);
    }
    return Trace();
}

Result<Trace> ExperimentRun::pathTrace(const HeadPattern& sender, Runs& runs, const Trace& donor,
                                       const Job& job) const
{
    const std::string name = toString(sender);
    if (const auto known = runs.paths.find(name); known != runs.paths.end())
        return known->second;
    const auto& model = m_experiment.model;
    RunRequest run;
    run.model = model;
    run.lanes = {runs.lane};
    run.interventions = m_experiment.interventions;
    run.plan.storage = MatrixStorage::kMatrices;
    if (!runs.plain) {
        run.plan.sites = {Site::kHeadOutput, Site::kFeedForwardOutput};
        ASSIGN_OR_RETURN(auto plain, execute(run, job));
        runs.plain = std::move(plain.traces.front());
    }
    ASSIGN_OR_RETURN(auto given, runReferences(model, run.interventions.list, run.lanes, nullptr, job));
    const auto patch = [&](const HeadPattern& where, Site site, const Trace& from) {
        run.interventions.list.emplace_back(patchOf(where, site));
        given.traces.push_back({from});
    };
    patch(kEveryHead, Site::kHeadOutput, *runs.plain);
    if (m_experiment.frozenBetween)
        patch(kEveryHead, Site::kFeedForwardOutput, *runs.plain);
    patch(sender, Site::kHeadOutput, donor);
    run.given = std::make_shared<const ReferenceRuns>(std::move(given));
    run.plan.sites = {Site::kQuery, Site::kKey, Site::kValue};
    ASSIGN_OR_RETURN(auto path, execute(run, job));
    return runs.paths.emplace(name, std::move(path.traces.front())).first->second;
}

Result<std::vector<double>> ExperimentRun::estimates(const SweepRequest& request, const SweepResult& base,
                                                     const std::vector<std::size_t>& places,
                                                     const std::vector<Trace>& donors, const Job& job) const
{
    GradientRequest own;
    own.model = request.model;
    own.lane = request.lane;
    own.interventions = request.interventions;
    own.plan.sites = estimatedSites();
    const bool differs = m_experiment.metric == Metric::kLogitDifference
        || (m_experiment.metric == Metric::kRecovery && request.minus);
    own.measure.kind = differs                        ? MeasureKind::kLogitDifference
        : m_experiment.metric == Metric::kProbability ? MeasureKind::kProbability
        : m_experiment.metric == Metric::kLoss        ? MeasureKind::kLoss
                                                      : MeasureKind::kLogProbability;
    for (std::size_t i = 0; i < base.rows.size(); ++i)
        own.measure.rows.push_back({base.rows[i], base.tokens[i], request.minus.value_or(-1)});
    std::vector<double> all(m_experiment.edits.size(), kNone);
    ASSIGN_OR_RETURN(const auto found, gradient(own, {job.stop, {}, job.warn}));
    // A gradient is that of the mean over the rows.
    const double rows
        = own.measure.kind == MeasureKind::kLogProbability ? static_cast<double>(base.rows.size()) : 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
        ASSIGN_OR_RETURN(const double change,
                         estimatedChange(found, m_experiment.edits[places[i]].edits, donors[i]));
        all[places[i]] = rows * change;
    }
    return all;
}

Result<ExperimentRun::Tried> ExperimentRun::tryAll(std::size_t input, SweepRequest request, Runs& runs,
                                                   const Job& job) const
{
    const auto& edits = m_experiment.edits;
    Trace donor;
    if (!edits.empty()) {
        ASSIGN_OR_RETURN(donor, donorTrace(input, runs, job));
    }
    const bool runsEdits = m_experiment.trial != Trial::kEstimates;
    std::vector<std::size_t> places;
    std::vector<Trace> donors;
    request.given.emplace();
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (!applies(edits[i], runs))
            continue;
        places.push_back(i);
        Trace& from = donors.emplace_back(donor);
        if (edits[i].sender) {
            ASSIGN_OR_RETURN(from, pathTrace(*edits[i].sender, runs, donor, job));
        }
        if (!runsEdits)
            continue;
        request.variants.push_back(edits[i].edits.front());
        request.with.emplace_back(edits[i].edits.begin() + 1, edits[i].edits.end());
        request.given->traces.push_back(from.isNull() ? std::vector<Trace>() : std::vector<Trace>{from});
    }
    Tried tried;
    ASSIGN_OR_RETURN(tried.result, sweep(request, {job.stop, {}, job.warn}, {}));
    std::vector<SweepPoint> points(edits.size());
    for (std::size_t i = 0; i < edits.size(); ++i)
        points[i].edit = edits[i].edits.front();
    for (std::size_t i = 0; runsEdits && i < places.size(); ++i)
        points[places[i]] = std::move(tried.result.points[i]);
    if (m_experiment.trial != Trial::kRuns) {
        ASSIGN_OR_RETURN(tried.estimates, estimates(request, tried.result, places, donors, job));
    }
    tried.result.points = std::move(points);
    return tried;
}

Result<ExperimentRun::Tried> ExperimentRun::on(std::size_t input, const Job& job) const
{
    const Experiment& all = m_experiment;
    ASSIGN_OR_RETURN(const auto given, all.input(input, job));
    if (all.intoOther && !given.other)
        return badArgument("into", "found corrupted, but the input has no second one");
    SweepRequest request;
    request.model = all.model;
    request.interventions = all.interventions;
    request.minus = given.minus;
    ASSIGN_OR_RETURN(const auto rows, rowsIn(given, given.lane));
    std::vector<Index> otherRows;
    if (given.other) {
        ASSIGN_OR_RETURN(otherRows, rowsIn(given, *given.other));
    }
    Runs runs{all.intoOther ? *given.other : given.lane,
              given.other ? (all.intoOther ? &given.lane : &*given.other) : nullptr,
              {},
              {}};
    // The clean input decides which tokens are measured.
    SweepRequest clean = request;
    clean.lane = given.lane;
    clean.rows = rows;
    clean.follows = !given.likely;
    clean.token = given.token;
    if (!all.intoOther) {
        ASSIGN_OR_RETURN(auto tried, tryAll(input, clean, runs, job));
        const bool comparable = otherRows.size() == rows.size();
        if (given.other && (comparable || all.metric == Metric::kRecovery)) {
            request.lane = *given.other;
            request.rows = otherRows;
            request.tokens = tried.result.tokens;
            ASSIGN_OR_RETURN(const auto other, sweep(request, {job.stop, {}, job.warn}, {}));
            tried.other = at(other.measures, all.metric);
        }
        return tried;
    }
    ASSIGN_OR_RETURN(const auto first, sweep(clean, {job.stop, {}, job.warn}, {}));
    request.lane = *given.other;
    request.rows = otherRows;
    request.tokens = first.tokens;
    ASSIGN_OR_RETURN(auto tried, tryAll(input, request, runs, job));
    tried.other = at(first.measures, all.metric);
    return tried;
}

std::vector<double> ExperimentRun::record(const Tried& tried) const
{
    std::vector<double> numbers{at(tried.result.measures, m_experiment.metric), tried.other.value_or(kNone)};
    numbers.insert(numbers.end(), tried.estimates.begin(), tried.estimates.end());
    if (m_experiment.trial == Trial::kEstimates)
        return numbers;
    for (const SweepPoint& point : tried.result.points)
        numbers.push_back(point.known && std::isfinite(point.value(m_experiment.metric))
                              ? point.value(m_experiment.metric)
                              : kNone);
    return numbers;
}

} // namespace headlight
