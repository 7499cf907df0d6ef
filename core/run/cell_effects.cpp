#include "core/run/cell_effects.h"

#include "core/model/model.h"
#include "core/run/lanes.h"

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

/// A run of the unedited model from which heads take their means, and feed-forward layers what takes the
/// place of their outputs: their means over the line, or zero.
Result<Trace> donorRun(const MeasuredLine& line, Donor donor, const Job& job)
{
    ASSIGN_OR_RETURN(const auto run,
                     recordRun(line.model, inputOfLine(line.line),
                               {Site::kHeadOutput, Site::kFeedForwardOutput}, {job.stop, {}, {}}));
    auto changed = std::make_shared<TraceChunk>(*run.leaf());
    const StackKind stack = measuredStack(*line.model);
    const Index real = realTokens(run.tokens(stack));
    for (Matrix& rows :
         (stack == StackKind::kEncoder ? changed->encoder : changed->decoder)->feedForwardOutput)
        if (donor == Donor::kMean && rows.rows() > 0)
            rows.rowwise() = RowVector(rows.topRows(real).cast<double>().colwise().mean().cast<float>());
        else
            rows.setZero();
    return Trace(run.sharedInfo(), std::move(changed), run.axis(StackKind::kEncoder),
                 run.axis(StackKind::kDecoder));
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

Result<PartEffects> partEffects(const MeasuredLine& line, Donor donor, const Job& job)
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
    ASSIGN_OR_RETURN(all.donorRun, donorRun(line, donor, job));
    all.inputs = 1;
    all.input = [&input](std::size_t, const Job&) -> Result<ExperimentInput> { return input; };
    std::vector<Writer> parts;
    const auto replace = [&](const Writer& part, Intervention edit) {
        parts.push_back(part);
        all.edits.emplace_back().edits.push_back(std::move(edit));
    };
    const TraceInfo& info = line.model->traceInfo();
    for (const HeadRef& head : info.headsOf(kEveryHead))
        if (const HeadPattern where = patternOf(head); head.stack == stack)
            replace(writerOf(head),
                    donor == Donor::kMean ? Intervention(HeadMean{where, {}}) : Intervention(HeadOff{where}));
    for (const LayerRef& layer : info.rowsOf(Site::kFeedForwardOutput, kEveryHead))
        if (layer.stack == stack && all.donorRun.stream(Site::kFeedForwardOutput, layer).rows() > 0) {
            ActivationPatch patch;
            patch.where = patternOf(HeadRef{stack, layer.layer, layer.kind, 0});
            patch.site = Site::kFeedForwardOutput;
            replace({Writer::Kind::kFeedForward, stack, layer.layer}, patch);
        }
    ASSIGN_OR_RETURN(const auto run, ExperimentRun::start(std::move(all), job));
    ASSIGN_OR_RETURN(const auto tried, run.on(0, job));
    PartEffects effects;
    for (std::size_t i = 0; i < parts.size(); ++i)
        effects[parts[i]] = {-tried.estimates[i],
                             -headlight::at(tried.result.points[i].changes,
                                            differs ? Metric::kLogitDifference : Metric::kLogProbability)};
    return effects;
}

} // namespace headlight
