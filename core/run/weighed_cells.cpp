#include "core/run/weighed_cells.h"

#include "core/analysis/effect.h"
#include "core/analysis/stream_parts.h"
#include "core/model/model.h"
#include "core/run/lanes.h"
#include "core/run/over_inputs.h"
#include "core/run/sweep.h"

#include <atomic>
#include <cmath>
#include <map>
#include <utility>

namespace headlight {

namespace {

/// Adds the direct effects of the cells on each measured row.
Result<void> addDirect(const Model& model, const GradientResult& found, std::vector<WeighedCell>& cells)
{
    const Metric metric = found.measure.kind;
    for (const MeasuredRow& at : found.measure.rows) {
        EffectQuestion question{at.row, at.token, {}, metric != Metric::kLogitDifference};
        if (!question.logProbability && at.minus >= 0)
            question.minus = at.minus;
        ASSIGN_OR_RETURN(const auto account, effectOf(model, found.pass, question));
        // ∂m/∂ what the account is of
        const double factor = (metric == Metric::kLoss              ? -1.0
                                   : metric == Metric::kProbability ? std::exp(account.value)
                                                                    : 1.0)
            / static_cast<double>(found.measure.rows.size());
        std::map<HeadRef, std::vector<double>> effects;
        for (const auto& [head, reading] : account.heads)
            effects[head] = keyEffects(found.pass, head, at.row, reading);
        for (WeighedCell& cell : cells)
            if (const auto row = effects.find(cell.head);
                cell.query == at.row && row != effects.end() && cell.key < std::ssize(row->second))
                cell.direct = factor * row->second[static_cast<std::size_t>(cell.key)];
    }
    return {};
}

/// Runs the pass once per cell, with its key masked.
Result<void> addLosses(const WeighedCellsRequest& request, const Measure& measure,
                       std::vector<WeighedCell>& cells, const Job& job)
{
    SweepRequest runs;
    runs.model = request.model;
    runs.lane = request.lane;
    runs.interventions = request.interventions;
    for (const MeasuredRow& at : measure.rows) {
        runs.rows.push_back(at.row);
        runs.tokens.push_back(at.token);
    }
    if (measure.rows.front().minus >= 0)
        runs.minus = measure.rows.front().minus;
    for (const WeighedCell& cell : cells)
        runs.variants.emplace_back(
            MaskEdit{patternOf(cell.head), cell.query, cell.query + 1, cell.key, cell.key + 1});
    ASSIGN_OR_RETURN(const auto ran, sweep(runs, job, {}));
    // The sum over the rows becomes their mean, as for all other metrics.
    const double rows
        = measure.kind == Metric::kLogProbability ? static_cast<double>(measure.rows.size()) : 1.0;
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i].lost = -at(ran.points[i].changes, measure.kind) / rows;
    return {};
}

/// The cells and m.
Result<CellsOfInput> cellsOf(const WeighedCellsRequest& request, const Job& job)
{
    const Job quiet{job.stop, {}, job.warn};
    GradientRequest own{request.model, request.lane, request.interventions, request.measure, {}, nullptr};
    own.plan.sites = streamPartsSites();
    ASSIGN_OR_RETURN(const auto found, gradient(own, quiet));
    const auto effects = std::make_shared<CellEffects>();
    effects->gradient = found.gradient.leaf();
    const Trace pass = found.pass.withEffects(effects);
    std::vector<WeighedCell> cells;
    for (const HeadRef& head : pass.info().headsOf(request.heads)) {
        const AttentionMap map = pass.attention(head);
        const Matrix weights = map.whole(MapKind::kWeights), estimates = map.whole(MapKind::kIfMasked);
        const Matrix slopes = found.gradient.attention(head).whole(MapKind::kWeights);
        for (Index query = 0; query < weights.rows(); ++query)
            for (Index key = 0; key < weights.cols(); ++key) {
                const auto weight = static_cast<double>(weights(query, key));
                const auto estimate = static_cast<double>(estimates(query, key));
                if (weight > 0 && std::isfinite(estimate))
                    cells.push_back({head, query, key, weight, 0,
                                     weight * static_cast<double>(slopes(query, key)), estimate});
            }
    }
    RETURN_IF_ERROR(addDirect(*request.model, found, cells));
    if (request.run && !cells.empty())
        RETURN_IF_ERROR(addLosses(request, found.measure, cells, quiet));
    return CellsOfInput{request.lane.source, request.lane.target, std::move(cells), found.value,
                        found.measure.rows};
}

} // namespace

Result<std::vector<WeighedCell>> weighedCells(const WeighedCellsRequest& request, const Job& job)
{
    ASSIGN_OR_RETURN(auto found, cellsOf(request, job));
    return std::move(found.cells);
}

Result<void> weighedCells(const CellsOverInputs& over, std::vector<CellsOfInput>& all, const Job& job)
{
    all.resize(over.inputs);
    std::atomic<std::size_t> count = 0;
    OverInputs each;
    each.inputs = over.inputs;
    each.numbers = [&](std::size_t input, const Job& inner) -> Result<std::vector<double>> {
        CellsOfInput& kept = all[input];
        if (kept.source.empty()) {
            ASSIGN_OR_RETURN(const auto asked, over.request(input, inner));
            ASSIGN_OR_RETURN(kept, cellsOf(asked, inner));
        }
        if ((count += kept.cells.size()) > over.most)
            return badArgument("cells", "found more than ", over.most, ", expected fewer heads or inputs");
        return std::vector<double>();
    };
    RETURN_IF_ERROR(overInputs(each, job));
    return {};
}

Result<Measure> lossOfInput(const Model& model, const LaneInput& lane)
{
    const std::vector<TokenId> own = ownTokens(model, lane);
    Measure measure;
    measure.kind = Metric::kLoss;
    for (std::size_t row = 0; row < own.size(); ++row)
        if (own[row] >= 0)
            measure.rows.push_back({static_cast<Index>(row), own[row]});
    if (!measure.rows.empty())
        return measure;
    return badArgument(
        "text",
        model.isEncoderOnly()
            ? "found masked words only, expected others: a loss is that of the input's own token"
            : "found one token, expected two: a loss is that of the next token");
}

} // namespace headlight
