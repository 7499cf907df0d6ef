#include "core/run/cell_effects.h"

#include "core/model/model.h"

#include <utility>

namespace headlight {

LaneInput inputOfLine(const Trace& line)
{
    const bool encoder = line.info().encoder.has_value();
    LaneInput lane;
    lane.source = line.tokens(encoder ? StackKind::kEncoder : StackKind::kDecoder);
    for (const TokenLabel& token : lane.source)
        lane.segments.push_back(token.segment);
    if (encoder && line.info().decoder)
        lane.target = line.tokens(StackKind::kDecoder);
    return lane;
}

namespace {

Result<void> check(const MeasuredLine& line)
{
    return isTraceOf(*line.model, line.line) ? Result<void>()
                                             : badArgument("trace", "is one of another model");
}

} // namespace

Result<std::shared_ptr<const CellEffects>> cellEffects(const MeasuredLine& line, const Job& job)
{
    RETURN_IF_ERROR(check(line));
    const Measure& measure = line.measure;
    GradientRequest request{line.model, inputOfLine(line.line), line.interventions, measure, {}};
    request.plan.sites = {Site::kWeights, Site::kNorms}; // effectOf() reads norms, which have no gradient
    ASSIGN_OR_RETURN(const auto result, gradient(request, job));
    auto effects = std::make_shared<CellEffects>();
    effects->gradient = result.gradient.leaf();
    effects->logProbability = measure.kind == Metric::kLogProbability;
    if (measure.rows.size() != 1 || (!effects->logProbability && measure.kind != Metric::kLogitDifference))
        return std::shared_ptr<const CellEffects>(std::move(effects));
    const MeasuredRow& at = result.measure.rows.front();
    effects->row = at.row;
    effects->token = at.token;
    effects->minus = at.minus;
    EffectQuestion question{at.row, at.token, std::nullopt, effects->logProbability};
    if (at.minus >= 0)
        question.minus = at.minus;
    ASSIGN_OR_RETURN(const auto account, effectOf(*line.model, result.pass, question));
    for (const auto& [head, reading] : account.heads)
        if (const auto added = keyEffects(result.pass, head, at.row, reading); !added.empty())
            effects->direct[head]
                = Eigen::Map<const Eigen::RowVectorXd>(added.data(), std::ssize(added)).cast<float>();
    return std::shared_ptr<const CellEffects>(std::move(effects));
}

Result<HeadEffects> headEffects(const MeasuredLine& line, Donor donor, const Job& job)
{
    RETURN_IF_ERROR(check(line));
    const StackKind stack = measuredStack(*line.model);
    const MeasuredRow& at = line.measure.rows.front();
    const bool differs = line.measure.kind == Metric::kLogitDifference;
    ExperimentInput input;
    input.lane = inputOfLine(line.line);
    input.rows = {RowChoice::Kind::kList, {{at.row, at.row}}};
    input.likely = true;
    if (at.token >= 0)
        input.token = at.token;
    if (differs && at.minus >= 0)
        input.minus = at.minus;
    Experiment all;
    all.model = line.model;
    all.interventions = line.interventions;
    all.metric = differs ? Metric::kLogitDifference : Metric::kLogProbability;
    all.trial = Trial::kBoth;
    all.donor = donor;
    all.reference = {1, [&input](std::size_t, const Job&) -> Result<LaneInput> { return input.lane; }};
    all.inputs = 1;
    all.input = [&input](std::size_t, const Job&) -> Result<ExperimentInput> { return input; };
    std::vector<HeadRef> heads;
    for (const HeadRef& head : line.model->traceInfo().headsOf(kEveryHead))
        if (head.stack == stack) {
            heads.push_back(head);
            const HeadPattern where = patternOf(head);
            all.edits.emplace_back().edits.push_back(donor == Donor::kMean ? Intervention(HeadMean{where, {}})
                                                                           : Intervention(HeadOff{where}));
        }
    ASSIGN_OR_RETURN(const auto run, ExperimentRun::start(std::move(all), job));
    ASSIGN_OR_RETURN(const auto tried, run.on(0, job));
    HeadEffects effects;
    for (std::size_t i = 0; i < heads.size(); ++i)
        effects[heads[i]] = {-tried.estimates[i],
                             -headlight::at(tried.result.points[i].changes,
                                            differs ? Metric::kLogitDifference : Metric::kLogProbability)};
    return effects;
}

} // namespace headlight
