#include "core/run/weighed_cells.h"

#include "core/analysis/effect.h"
#include "core/analysis/stream_parts.h"
#include "core/model/model.h"
#include "core/run/sweep.h"

#include <cmath>
#include <map>
#include <utility>

namespace headlight {

namespace {

Matrix mapOf(const Trace& trace, const HeadRef& head)
{
    const AttentionMap map = trace.attention(head);
    return map.block(MapKind::kWeights, 0, 0, map.queries(), map.keys());
}

/// ∂m/∂ log p(token), or ∂m/∂ the difference of logits, at each measured row.
std::vector<double> factors(const GradientResult& found, const std::vector<EffectAccount>& accounts)
{
    std::vector<double> all;
    for (const EffectAccount& account : accounts) {
        double factor = 1.0 / static_cast<double>(accounts.size());
        if (found.measure.kind == Metric::kLoss)
            factor = -factor;
        if (found.measure.kind == Metric::kProbability)
            factor *= std::exp(account.value);
        all.push_back(factor);
    }
    return all;
}

/// Adds the direct effects of the cells to `cells`.
Result<void> addDirect(const Model& model, const GradientResult& found, std::vector<WeighedCell>& cells)
{
    std::vector<EffectAccount> accounts;
    for (const MeasuredRow& at : found.measure.rows) {
        EffectQuestion question{at.row, at.token, {}, found.measure.kind != Metric::kLogitDifference};
        if (!question.logProbability && at.minus >= 0)
            question.minus = at.minus;
        ASSIGN_OR_RETURN(auto account, effectOf(model, found.pass, question));
        accounts.push_back(std::move(account));
    }
    const std::vector<double> factor = factors(found, accounts);
    std::map<std::pair<HeadRef, Index>, std::vector<double>> rows; // effects of the keys
    for (std::size_t i = 0; i < accounts.size(); ++i)
        for (const auto& [head, reading] : accounts[i].heads) {
            auto effects = keyEffects(found.pass, head, found.measure.rows[i].row, reading);
            for (double& effect : effects)
                effect *= factor[i];
            rows[{head, found.measure.rows[i].row}] = std::move(effects);
        }
    for (WeighedCell& cell : cells)
        if (const auto row = rows.find({cell.head, cell.query});
            row != rows.end() && cell.key < std::ssize(row->second))
            cell.direct = row->second[static_cast<std::size_t>(cell.key)];
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
        cells[i].lost = -ran.points[i].value(measure.kind) / rows;
    return {};
}

} // namespace

Result<std::vector<WeighedCell>> weighedCells(const WeighedCellsRequest& request, const Job& job)
{
    const Job quiet{job.stop, {}, job.warn};
    GradientRequest own{request.model, request.lane, request.interventions, request.measure, {}, nullptr};
    own.plan.sites = streamPartsSites();
    ASSIGN_OR_RETURN(const auto found, gradient(own, quiet));
    std::vector<WeighedCell> cells;
    for (const HeadRef& head : found.pass.info().headsOf(request.heads)) {
        const Matrix weights = mapOf(found.pass, head);
        const Matrix slopes = mapOf(found.gradient, head);
        for (Index query = 0; query < weights.rows(); ++query) {
            const Eigen::RowVectorXd row = weights.row(query).cast<double>();
            const Eigen::RowVectorXd slope = slopes.row(query).cast<double>();
            const double mean = row.dot(slope);
            for (Index key = 0; key < row.size(); ++key) {
                const double weight = row[key];
                if (weight > 0 && weight < 1)
                    cells.push_back({head, query, key, weight, 0, weight * slope[key],
                                     weight / (1 - weight) * (slope[key] - mean)});
            }
        }
    }
    RETURN_IF_ERROR(addDirect(*request.model, found, cells));
    if (request.run && !cells.empty())
        RETURN_IF_ERROR(addLosses(request, found.measure, cells, quiet));
    return cells;
}

} // namespace headlight
