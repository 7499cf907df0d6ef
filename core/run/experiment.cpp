#include "core/run/experiment.h"

#include "core/analysis/effect.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/model/model.h"
#include "core/run/experiment_inputs.h"
#include "core/run/gradient.h"
#include "core/run/lanes.h"
#include "core/run/references.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace headlight {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Says that the other input has no row for the one at `position`.
Error noCounterpart(const std::vector<TokenLabel>& tokens, Index position, const std::string& advice)
{
    return badArgument("--align", "the other input has no counterpart for \"",
                       tokens[static_cast<std::size_t>(position)].text, "\" at position ", position, ". ",
                       advice);
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

} // namespace

/// The two inputs of one experiment, and what is known of their runs.
struct ExperimentRun::Runs
{
    const LaneInput& lane; ///< the input that is edited
    const LaneInput* donor; ///< the other of a pair; null = no pair
    std::optional<Trace> plain = {}; ///< of `lane`, for what stays frozen
    std::map<std::string, Trace> paths = {}; ///< by sender
    /// By stack, for each row of `lane`: the row of `donor` that takes its place; −1 = none.
    std::array<std::vector<Index>, 2> counterparts = {};
};

/// One edit on one input.
struct ExperimentRun::Variant
{
    std::size_t place = 0; ///< among the edits of the experiment
    std::vector<Intervention> edits;
    Trace donor; ///< null = they need none
};

Result<ExperimentRun> ExperimentRun::start(Experiment experiment, const Job& job)
{
    const Donor donor = experiment.donor;
    if (donor == Donor::kResample && experiment.ownReference && experiment.reference.count < 2)
        return badArgument("by", "found resample with one sentence, expected at least two to choose from");
    if (experiment.trial != Trial::kRuns && !hasGradient(experiment.metric))
        return badArgument("metric", "found ", wordOf(experiment.metric),
                           ", which has no gradient to estimate by");
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

Result<std::vector<Index>> rowsIn(const Model& model, const ExperimentInput& input, const LaneInput& lane)
{
    InputRows rows;
    rows.length = std::ssize(tokensOf(model, lane, StackKind::kDecoder));
    rows.decodes = !model.isEncoderOnly();
    if (model.isDecoderOnly())
        rows.prompt = rows.length - (&lane == &input.lane ? input.written : 0);
    rows.masks = maskedRows(model, lane);
    return rowsOf(input.rows, rows);
}

/// The rows of the other input that belong to those of the clean one. Empty if they are not needed and some
/// have none.
Result<std::vector<Index>> ExperimentRun::rowsOfOther(const ExperimentInput& input,
                                                      const std::vector<Index>& rows, bool needed) const
{
    const bool listed = input.rows.kind == RowChoice::Kind::kAll || input.rows.kind == RowChoice::Kind::kList;
    if (!m_experiment.alignTokens || !listed)
        return rowsIn(*m_experiment.model, input, *input.other);
    const StackKind stack = measuredStack(*m_experiment.model);
    const auto& tokens = tokensOf(*m_experiment.model, input.lane, stack);
    ASSIGN_OR_RETURN(const auto all,
                     alignedPositions(tokens, tokensOf(*m_experiment.model, *input.other, stack)));
    std::vector<Index> others;
    for (const Index row : rows) {
        others.push_back(all[static_cast<std::size_t>(row)]);
        if (others.back() < 0 && needed)
            return noCounterpart(tokens, row, "Measure on other rows (--row, --rows)");
        if (others.back() < 0)
            return std::vector<Index>();
    }
    return others;
}

/// Adds what a patch is on one input: the patch itself, or one for each row if rows belong together by their
/// tokens. False if there is no such row; an error if a patch of all rows has none for some of them.
Result<bool> ExperimentRun::addRows(const ActivationPatch& patch, const Runs& runs,
                                    std::vector<Intervention>& all) const
{
    const Model& model = *m_experiment.model;
    if (!m_experiment.alignTokens || runs.donor == nullptr) {
        const StackKind stack = stackOfRows(patch);
        all.emplace_back(patch);
        return patch.target < std::ssize(tokensOf(model, runs.lane, stack))
            && (runs.donor == nullptr || patch.source < std::ssize(tokensOf(model, *runs.donor, stack)));
    }
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        ActivationPatch row = patch;
        if (patch.where.anyStack) {
            row.where.anyStack = false;
            row.where.stack = stack;
        }
        if (stackOfRows(row) != stack || model.traceInfo().headsOf(row.where).empty())
            continue;
        const std::vector<Index>& others = runs.counterparts.at(static_cast<std::size_t>(stack));
        const Index end = patch.target < 0 ? std::ssize(others) : patch.target + 1;
        for (row.target = std::max<Index>(patch.target, 0); row.target < end; ++row.target) {
            if (row.target >= std::ssize(others))
                return false;
            row.source = others[static_cast<std::size_t>(row.target)];
            if (row.source < 0 && patch.target < 0)
                return noCounterpart(
                    tokensOf(model, runs.lane, stack), row.target,
                    "Align by position, or patch each position in turn (--patch, --positions each)");
            if (row.source < 0)
                return false;
            all.emplace_back(row);
        }
    }
    return true;
}

/// What an edit is on one input; nothing if the input or its donor has no such position.
Result<std::vector<Intervention>> ExperimentRun::editsOn(const ExperimentEdit& edit, const Runs& runs) const
{
    std::vector<Intervention> all;
    for (const Intervention& one : edit.edits) {
        bool there = true;
        const auto* const hidden = std::get_if<TokenHidden>(&one);
        const auto* const patch = std::get_if<ActivationPatch>(&one);
        if (patch != nullptr && !edit.sender) { // what a path makes of the input has the input's own rows
            ASSIGN_OR_RETURN(there, addRows(*patch, runs, all));
        } else {
            all.push_back(one);
            there = hidden == nullptr
                || hidden->token < std::ssize(tokensOf(*m_experiment.model, runs.lane, hidden->stack));
        }
        if (!there)
            return std::vector<Intervention>();
    }
    return all;
}

Result<Trace> ExperimentRun::donorTrace(std::size_t input, const Runs& runs, const Job& job) const
{
    const Experiment& all = m_experiment;
    if (!all.donorRun.isNull())
        return all.donorRun;
    const SequenceLengths lengths{std::ssize(tokensOf(*all.model, runs.lane, StackKind::kEncoder)),
                                  std::ssize(tokensOf(*all.model, runs.lane, StackKind::kDecoder))};
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
    RunRequest run{model, {runs.lane}, m_experiment.interventions, {}};
    run.plan.storage = MatrixStorage::kMatrices;
    if (!runs.plain) {
        run.plan.sites = {Site::kHeadOutput, Site::kFeedForwardOutput};
        ASSIGN_OR_RETURN(auto plain, execute(run, job));
        runs.plain = std::move(plain.traces.front());
    }
    ASSIGN_OR_RETURN(auto given, runReferences(model, run.interventions.list, run.lanes, nullptr, job));
    const auto patch = [&](const HeadPattern& where, Site site, const Trace& from) {
        run.interventions.list.emplace_back(ActivationPatch{where, site, {}});
        given.traces.push_back({from});
    };
    patch(kEveryHead, Site::kHeadOutput, *runs.plain);
    if (m_experiment.frozenBetween)
        patch(kEveryHead, Site::kFeedForwardOutput, *runs.plain);
    RETURN_IF_ERROR(addRows({sender, Site::kHeadOutput, {}}, runs, run.interventions.list));
    given.traces.resize(run.interventions.list.size(), {donor});
    run.given = std::make_shared<const ReferenceRuns>(std::move(given));
    run.plan.sites = {Site::kQuery, Site::kKey, Site::kValue};
    ASSIGN_OR_RETURN(auto path, execute(run, job));
    return runs.paths.emplace(name, std::move(path.traces.front())).first->second;
}

Result<std::vector<double>> ExperimentRun::estimates(const SweepRequest& request, const SweepResult& base,
                                                     const std::vector<Variant>& variants,
                                                     const Job& job) const
{
    GradientRequest own{request.model, request.lane, request.interventions, {}, {}};
    own.plan.sites = estimatedSites();
    own.measure.kind = m_experiment.metric != Metric::kRecovery ? m_experiment.metric
        : request.minus                                         ? Metric::kLogitDifference
                                                                : Metric::kLogProbability;
    own.measure.rows = base.measuredRows(own.measure.kind);
    for (MeasuredRow& row : own.measure.rows)
        row.minus = request.minus.value_or(-1);
    std::vector<double> all(m_experiment.edits.size(), kNone);
    ASSIGN_OR_RETURN(const auto found, gradient(own, {job.stop, {}, job.warn}));
    // A gradient is that of the mean over the rows.
    const double rows
        = own.measure.kind == Metric::kLogProbability ? static_cast<double>(base.rows.size()) : 1;
    for (const Variant& variant : variants) {
        ASSIGN_OR_RETURN(const double change, estimatedChange(found, variant.edits, variant.donor));
        all[variant.place] = rows * change;
    }
    return all;
}

Result<ExperimentRun::Tried> ExperimentRun::tryAll(std::size_t input, SweepRequest request, Runs& runs,
                                                   const Job& job,
                                                   const std::function<void(const Tried&)>& partial) const
{
    const auto& edits = m_experiment.edits;
    Trace donor;
    if (!edits.empty()) {
        ASSIGN_OR_RETURN(donor, donorTrace(input, runs, job));
    }
    const bool runsEdits = m_experiment.trial != Trial::kEstimates;
    std::vector<Variant> variants;
    request.given.emplace();
    for (std::size_t i = 0; i < edits.size(); ++i) {
        ASSIGN_OR_RETURN(auto own, editsOn(edits[i], runs));
        if (own.empty())
            continue;
        Variant& variant = variants.emplace_back(Variant{i, std::move(own), donor});
        if (edits[i].sender) {
            ASSIGN_OR_RETURN(variant.donor, pathTrace(*edits[i].sender, runs, donor, job));
        }
        if (!runsEdits)
            continue;
        request.variants.push_back(variant.edits.front());
        request.with.emplace_back(variant.edits.begin() + 1, variant.edits.end());
        request.given->traces.push_back(variant.donor.isNull() ? std::vector<Trace>()
                                                               : std::vector<Trace>{variant.donor});
    }
    const auto placed = [&](const SweepResult& swept) {
        Tried tried{swept, {}, {}};
        tried.result.points.assign(edits.size(), {});
        for (std::size_t i = 0; runsEdits && i < variants.size(); ++i)
            tried.result.points[variants[i].place] = swept.points[i];
        for (std::size_t i = 0; i < edits.size(); ++i) // as the experiment names it
            tried.result.points[i].edit = edits[i].edits.front();
        return tried;
    };
    const Job quiet{job.stop, {}, job.warn};
    ASSIGN_OR_RETURN(const auto swept,
                     partial ? sweep(request, job, [&](const SweepResult& part) { partial(placed(part)); })
                             : sweep(request, quiet, {}));
    Tried tried = placed(swept);
    if (m_experiment.trial != Trial::kRuns) {
        ASSIGN_OR_RETURN(tried.estimates, estimates(request, swept, variants, job));
    }
    return tried;
}

Result<ExperimentRun::Tried> ExperimentRun::on(std::size_t input, const Job& job,
                                               const std::function<void(const Tried&)>& partial) const
{
    auto tried = tryOn(input, job, partial);
    if (tried || !m_experiment.placeOf || tried.error().code == ErrorCode::kCancelled)
        return tried;
    Error fault = tried.error();
    const std::string place = m_experiment.placeOf(input);
    if (fault.describe().find(place) == std::string::npos)
        fault.details.push_back(place);
    return fault;
}

Result<ExperimentRun::Tried> ExperimentRun::tryOn(std::size_t input, const Job& job,
                                                  const std::function<void(const Tried&)>& partial) const
{
    const Experiment& all = m_experiment;
    ASSIGN_OR_RETURN(const auto given, all.input(input, job));
    if (all.intoOther && !given.other)
        return badArgument("into", "found corrupted, but the input has no second one");
    SweepRequest request;
    request.model = all.model;
    request.interventions = all.interventions;
    request.minus = given.minus;
    ASSIGN_OR_RETURN(const auto rows, rowsIn(*all.model, given, given.lane));
    std::vector<Index> otherRows;
    const bool both = all.intoOther || all.metric == Metric::kRecovery; // are measured
    if (given.other) {
        ASSIGN_OR_RETURN(otherRows, rowsOfOther(given, rows, both));
    }
    if (given.other && both && otherRows.size() != rows.size())
        return badArgument("rows", "the two inputs have ", rows.size(), " and ", otherRows.size(),
                           " of these rows, expected as many in both. Name positions that both have");
    Runs runs{all.intoOther ? *given.other : given.lane,
              given.other ? (all.intoOther ? &given.lane : &*given.other) : nullptr};
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
        if (all.alignTokens && runs.donor != nullptr && all.model->traceInfo().stack(stack) != nullptr) {
            ASSIGN_OR_RETURN(runs.counterparts.at(static_cast<std::size_t>(stack)),
                             alignedPositions(tokensOf(*all.model, runs.lane, stack),
                                              tokensOf(*all.model, *runs.donor, stack)));
        }
    // The clean input decides which tokens are measured.
    SweepRequest clean = request;
    clean.lane = given.lane;
    clean.rows = rows;
    clean.follows = !given.likely;
    clean.token = given.token;
    const auto measureOther = [&](const SweepResult& first) {
        request.lane = *given.other;
        request.rows = otherRows;
        request.tokens = first.tokens;
        request.losses = first.losses;
    };
    const Job quiet{job.stop, {}, job.warn};
    if (all.intoOther) {
        ASSIGN_OR_RETURN(const auto first, sweep(clean, quiet, {}));
        measureOther(first);
        ASSIGN_OR_RETURN(auto tried, tryAll(input, request, runs, job, partial));
        tried.other = first.measures;
        return tried;
    }
    ASSIGN_OR_RETURN(auto tried, tryAll(input, clean, runs, job, partial));
    if (given.other && (otherRows.size() == rows.size() || all.metric == Metric::kRecovery)) {
        measureOther(tried.result);
        ASSIGN_OR_RETURN(const auto other, sweep(request, quiet, {}));
        tried.other = other.measures;
    }
    return tried;
}

std::vector<double> ExperimentRun::record(const Tried& tried) const
{
    std::vector<double> numbers;
    const auto append
        = [&numbers](const auto& more) { numbers.insert(numbers.end(), more.begin(), more.end()); };
    Measures none{};
    none.fill(kNone);
    append(tried.result.measures);
    append(tried.other.value_or(none));
    append(tried.estimates);
    if (m_experiment.trial != Trial::kEstimates)
        for (const SweepPoint& point : tried.result.points)
            append(point.known ? point.changes : none);
    return numbers;
}

} // namespace headlight
