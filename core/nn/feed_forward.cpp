#include "core/nn/feed_forward.h"

#include "core/math/layers.h"
#include "core/nn/tap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// Columns first, first + 2, … of a matrix that interleaves gate and up.
Matrix everySecond(const Matrix& both, Index first)
{
    const Index width = both.cols() / 2;
    Matrix half(both.rows(), width);
    for (Index column = 0; column < width; ++column)
        half.col(column) = both.col(2 * column + first);
    return half;
}

void clampTo(MatrixSpan x, float least, float most)
{
    // + 0 · x keeps NaN: a minimum may turn it into a number.
    x = x.cwiseMin(most).cwiseMax(least) + x * 0.0F;
}

void activateGate(const FeedForwardSpec& spec, MatrixSpan gate)
{
    if (spec.limit > 0.0F)
        clampTo(gate, std::numeric_limits<float>::lowest(), spec.limit);
    activate(gate, spec.activation);
}

/// up ← up · gate; the gate is activated.
void multiplyByGate(const FeedForwardSpec& spec, MatrixSpan up, const MatrixView& gate)
{
    if (spec.limit > 0.0F)
        clampTo(up, -spec.limit, spec.limit);
    if (spec.upOffset != 0.0F)
        up.array() += spec.upOffset;
    up.array() *= gate.array();
}

void softmaxRow(std::span<float> row)
{
    Eigen::Map<Eigen::ArrayXf> values(row.data(), static_cast<Index>(row.size()));
    values = (values - values.maxCoeff()).exp();
    values /= values.sum();
}

/// Indices of the `count` largest numbers, largest first; the first index wins a tie.
std::vector<std::int32_t> bestExperts(std::span<const float> row, int count)
{
    std::vector<std::int32_t> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    const auto size = [&](std::int32_t i) { // NaN has no order
        const float value = row[static_cast<std::size_t>(i)];
        return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return size(a) > size(b); });
    order.resize(static_cast<std::size_t>(count));
    return order;
}

/// The rows that one expert handles, and their weights in the sum.
struct ExpertLoad
{
    std::vector<Index> rows;
    std::vector<float> weights;
};

void addExpert(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const ExpertLoad& load,
               const MatrixView& x, Matrix& sum, Workers* workers)
{
    Matrix own(static_cast<Index>(load.rows.size()), x.cols());
    for (std::size_t i = 0; i < load.rows.size(); ++i)
        own.row(static_cast<Index>(i)) = x.row(load.rows[i]);
    const Matrix added = feedForward(spec, weights, own, workers);
    for (std::size_t i = 0; i < load.rows.size(); ++i)
        sum.row(load.rows[i]) += load.weights[i] * added.row(static_cast<Index>(i));
}

} // namespace

Matrix feedForward(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const MatrixView& x,
                   Workers* workers, const std::function<void(Matrix& hidden)>& tapped)
{
    if (spec.linear)
        return weights.up.apply(x, workers);
    Matrix hidden;
    if (spec.interleaved) {
        const Matrix both = weights.up.apply(x, workers);
        Matrix gate = everySecond(both, 0);
        activateGate(spec, gate);
        hidden = everySecond(both, 1);
        multiplyByGate(spec, hidden, gate);
    } else if (spec.gated) {
        const Matrix gate = weights.gate.apply(
            x, workers, [&](MatrixSpan columns, Index /*first*/) { activateGate(spec, columns); });
        hidden = weights.up.apply(x, workers, [&](MatrixSpan columns, Index first) {
            multiplyByGate(spec, columns, gate.middleCols(first, columns.cols()));
        });
    } else {
        hidden = weights.up.apply(
            x, workers, [&](MatrixSpan columns, Index /*first*/) { activate(columns, spec.activation); });
    }
    if (tapped)
        tapped(hidden);
    return weights.down.apply(hidden, workers);
}

Routing routed(const ExpertsSpec& spec, Matrix logits)
{
    Routing routing;
    const auto experts = static_cast<std::size_t>(logits.cols());
    routing.chosen.resize(logits.rows(), spec.perToken);
    routing.weights.resize(logits.rows(), spec.perToken);
    routing.probabilities = std::move(logits);
    for (Index row = 0; row < routing.probabilities.rows(); ++row) {
        const std::span<float> all(routing.probabilities.row(row).data(), experts);
        if (!spec.softmaxOfChosen)
            softmaxRow(all);
        const std::vector<std::int32_t> best = bestExperts(all, spec.perToken);
        std::vector<float> weights;
        for (std::size_t i = 0; i < best.size(); ++i) {
            routing.chosen(row, static_cast<Index>(i)) = best[i];
            weights.push_back(all[static_cast<std::size_t>(best[i])]);
        }
        if (spec.softmaxOfChosen) {
            softmaxRow(weights);
            std::fill(all.begin(), all.end(), 0.0F);
            for (std::size_t i = 0; i < best.size(); ++i)
                all[static_cast<std::size_t>(best[i])] = weights[i];
        }
        const float sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
        for (std::size_t i = 0; i < best.size(); ++i)
            routing.weights(row, static_cast<Index>(i)) = spec.normalised ? weights[i] / sum : weights[i];
    }
    return routing;
}

Matrix mixtureOfExperts(const ForwardContext& context, const LayerRef& layer, const LayerSpec& spec,
                        const ExpertsWeights& weights, const MatrixView& x)
{
    const ExpertsSpec& experts = *spec.experts;
    const Routing routing = routed(experts, weights.router.apply(x, context.workers));
    context.tap.routing(layer, routing.probabilities, routing.chosen);
    const auto each = static_cast<std::size_t>(x.rows()) / context.lanes.size();
    std::vector<ExpertLoad> loads(static_cast<std::size_t>(experts.count));
    for (Index row = 0; row < x.rows(); ++row)
        for (Index i = 0; i < experts.perToken; ++i) {
            const int expert = routing.chosen(row, i);
            if (context.tap.edits().expertOff({layer.stack, layer.layer, expert},
                                              static_cast<std::size_t>(row) / each))
                continue;
            ExpertLoad& load = loads[static_cast<std::size_t>(expert)];
            load.rows.push_back(row);
            load.weights.push_back(routing.weights(row, i));
        }
    Matrix sum = Matrix::Zero(x.rows(), x.cols());
    for (std::size_t expert = 0; expert < loads.size(); ++expert)
        if (!loads[expert].rows.empty())
            addExpert(spec.feedForward, weights.experts[expert], loads[expert], x, sum, context.workers);
    if (experts.shared) {
        Matrix shared = feedForward(*experts.shared, weights.shared, x, context.workers);
        const Matrix gate = weights.sharedGate.apply(x, context.workers);
        shared.array().colwise() *= 1.0F / (1.0F + (-gate.col(0).array()).exp());
        sum += shared;
    }
    return sum;
}

} // namespace headlight
