#include "core/grad/backward_pass.h"

#include "core/grad/adjoints.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// Gate and up before limits and activation [n × d_ff].
struct GatedUnits
{
    Matrix gate, up;
};

GatedUnits gatedUnits(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const MatrixView& x,
                      Workers* workers)
{
    Matrix up = weights.up.apply(x, workers);
    if (!spec.interleaved)
        return {weights.gate.apply(x, workers), std::move(up)};
    GatedUnits units{Matrix(up.rows(), up.cols() / 2), Matrix(up.rows(), up.cols() / 2)};
    for (Index column = 0; column < up.cols() / 2; ++column) {
        units.gate.col(column) = up.col(2 * column);
        units.up.col(column) = up.col(2 * column + 1);
    }
    return units;
}

/// ∂m/∂ the gate and up from ∂m/∂ their product, in place of them.
void gatedProductBack(const FeedForwardSpec& spec, const Matrix& gradient, GatedUnits& units)
{
    Matrix gate = units.gate;
    Matrix up = units.up;
    if (spec.limit > 0.0F) {
        gate = gate.cwiseMin(spec.limit);
        up = up.cwiseMin(spec.limit).cwiseMax(-spec.limit);
    }
    Matrix ofGate = gradient.array() * (up.array() + spec.upOffset);
    activateBack(gate, spec.activation, ofGate);
    activate(gate, spec.activation);
    Matrix ofUp = gradient.array() * gate.array();
    if (spec.limit > 0.0F) {
        ofGate.array() *= (units.gate.array() <= spec.limit).cast<float>();
        ofUp.array() *= (units.up.array().abs() <= spec.limit).cast<float>();
    }
    units = {std::move(ofGate), std::move(ofUp)};
}

/// One network. tapped (may be empty) turns ∂m/∂ the hidden units after the tap into that before it.
Matrix networkBack(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const MatrixView& x,
                   const MatrixView& gradient, Workers* workers,
                   const std::function<void(Matrix& gradient)>& tapped = {})
{
    if (spec.linear)
        return weights.up.applyBack(gradient, workers);
    Matrix hidden = weights.down.applyBack(gradient, workers);
    if (tapped)
        tapped(hidden);
    if (!spec.gated && !spec.interleaved) {
        activateBack(weights.up.apply(x, workers), spec.activation, hidden);
        return weights.up.applyBack(hidden, workers);
    }
    GatedUnits units = gatedUnits(spec, weights, x, workers);
    gatedProductBack(spec, hidden, units);
    if (!spec.interleaved)
        return weights.up.applyBack(units.up, workers) + weights.gate.applyBack(units.gate, workers);
    Matrix both(hidden.rows(), 2 * hidden.cols());
    for (Index column = 0; column < hidden.cols(); ++column) {
        both.col(2 * column) = units.gate.col(column);
        both.col(2 * column + 1) = units.up.col(column);
    }
    return weights.up.applyBack(both, workers);
}

Matrix rowsOf(const MatrixView& all, const std::vector<Index>& rows)
{
    Matrix some(static_cast<Index>(rows.size()), all.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        some.row(static_cast<Index>(i)) = all.row(rows[i]);
    return some;
}

/// routed() backwards: from ∂m/∂ the weights of the chosen experts [n × perToken] to ∂m/∂ the router's logits
/// [n × experts]. The choice itself has no derivative.
Matrix routedBack(const ExpertsSpec& spec, const Routing& routing, const Matrix& gradient)
{
    Matrix logits = Matrix::Zero(routing.probabilities.rows(), routing.probabilities.cols());
    for (Index row = 0; row < logits.rows(); ++row) {
        Eigen::RowVectorXd own = gradient.row(row).cast<double>();
        Eigen::RowVectorXd chosen(spec.perToken);
        for (Index i = 0; i < chosen.size(); ++i)
            chosen[i] = static_cast<double>(routing.probabilities(row, routing.chosen(row, i)));
        if (spec.normalised) // each divided by their sum
            own = (own.array() - own.dot(routing.weights.row(row).cast<double>())) / chosen.sum();
        const double along = own.dot(chosen);
        if (!spec.softmaxOfChosen)
            logits.row(row) = (routing.probabilities.row(row).cast<double>() * -along).cast<float>();
        for (Index i = 0; i < chosen.size(); ++i)
            logits(row, routing.chosen(row, i)) = static_cast<float>(chosen[i] * (own[i] - along));
    }
    return logits;
}

/// mixtureOfExperts() backwards.
struct MixtureWalk
{
    const BackwardPass& pass;
    LayerRef layer;
    const LayerSpec& spec;
    const ExpertsWeights& weights;

    Matrix walk(const MatrixView& x, const MatrixView& gradient) const
    {
        const ExpertsSpec& experts = *spec.experts;
        const Routing routing = routed(experts, weights.router.apply(x, pass.workers()));
        Matrix ofWeights = Matrix::Zero(x.rows(), experts.perToken);
        Matrix back = Matrix::Zero(x.rows(), x.cols());
        for (int expert = 0; expert < experts.count; ++expert)
            if (!pass.edits().expertOff({layer.stack, layer.layer, expert}, 0))
                addExpert(expert, routing, x, gradient, {ofWeights, back});
        back += weights.router.applyBack(routedBack(experts, routing, ofWeights), pass.workers());
        if (experts.shared)
            addShared(*experts.shared, x, gradient, back);
        return back;
    }

    struct Sums
    {
        Matrix& weights;
        Matrix& input;
    };

    void addExpert(int expert, const Routing& routing, const MatrixView& x, const MatrixView& gradient,
                   Sums sums) const
    {
        std::vector<Index> rows, places;
        for (Index row = 0; row < x.rows(); ++row)
            for (Index i = 0; i < routing.chosen.cols(); ++i)
                if (routing.chosen(row, i) == expert) {
                    rows.push_back(row);
                    places.push_back(i);
                }
        if (rows.empty())
            return;
        const FeedForwardWeights& own = weights.experts[static_cast<std::size_t>(expert)];
        const Matrix inputs = rowsOf(x, rows);
        Matrix gradients = rowsOf(gradient, rows);
        const Matrix outputs = feedForward(spec.feedForward, own, inputs, pass.workers());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto at = static_cast<Index>(i);
            sums.weights(rows[i], places[i])
                = static_cast<float>(gradients.row(at).cast<double>().dot(outputs.row(at).cast<double>()));
            gradients.row(at) *= routing.weights(rows[i], places[i]);
        }
        const Matrix back = networkBack(spec.feedForward, own, inputs, gradients, pass.workers());
        for (std::size_t i = 0; i < rows.size(); ++i)
            sums.input.row(rows[i]) += back.row(static_cast<Index>(i));
    }

    void addShared(const FeedForwardSpec& shared, const MatrixView& x, const MatrixView& gradient,
                   Matrix& back) const
    {
        Workers* const workers = pass.workers();
        const Matrix output = feedForward(shared, weights.shared, x, workers);
        Eigen::ArrayXf gate = weights.sharedGate.apply(x, workers).col(0).array();
        gate = 1.0F / (1.0F + (-gate).exp());
        Matrix ofGate(x.rows(), 1);
        ofGate.col(0) = gradient.cwiseProduct(output).rowwise().sum().array() * gate * (1.0F - gate);
        Matrix scaled = gradient;
        scaled.array().colwise() *= gate;
        back += networkBack(shared, weights.shared, x, scaled, workers)
            + weights.sharedGate.applyBack(ofGate, workers);
    }
};

} // namespace

Matrix feedForwardBack(const BackwardPass& pass, const LayerRef& layer, const LayerSpec& spec,
                       const LayerWeights& weights, const MatrixView& x, const MatrixView& gradient)
{
    if (spec.experts)
        return MixtureWalk{pass, layer, spec, *weights.experts}.walk(x, gradient);
    return networkBack(
        spec.feedForward, weights.feedForward, x, gradient, pass.workers(), [&](Matrix& hidden) {
            if (pass.plan.wants(Site::kFeedForwardHidden, layer))
                pass.gradient.feedForwardHidden[static_cast<std::size_t>(layer.layer)] = hidden;
            // dropout multiplies each number by a factor that does not depend on it
            pass.edits().dropOut(Site::kFeedForwardHidden, layer, 1, 0, hidden);
        });
}

} // namespace headlight
