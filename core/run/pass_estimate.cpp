#include "core/run/pass_estimate.h"

#include "core/base/workers.h"
#include "core/math/matrix_product.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/layer_plan.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

namespace headlight {

namespace {

/// Share of the peak rate of large products that a whole pass reaches, with its softmax, norms and copies.
constexpr double kShareOfPeak = 0.75;

double feedForwardMatrices(const FeedForwardSpec& feedForward, int width)
{
    const int matrices = feedForward.linear ? 1 : feedForward.gated ? 3 : 2;
    return static_cast<double>(matrices) * feedForward.width * width;
}

/// The same for a layer's feed-forward, or for those of its experts that run.
double feedForwardMatrices(const LayerSpec& layer, int width)
{
    const double each = feedForwardMatrices(layer.feedForward, width);
    if (!layer.experts)
        return each;
    const double shared = layer.experts->shared ? feedForwardMatrices(*layer.experts->shared, width) : 0.0;
    return layer.experts->perToken * each + shared;
}

/// Products of queries and keys, and of weights and values, without the pairs that the mask skips.
double pairWork(const AttentionSpec& attention, double queries, double keys)
{
    const double seen = attention.window > 0 ? std::min(static_cast<double>(attention.window), keys) : keys;
    // In a causal stack, the query at place i sees the keys 0 … i, at most `seen` of them.
    const double pairs = attention.causal ? seen * (queries - seen / 2) : queries * seen;
    return attention.heads * (attention.headWidth + attention.valueWidth) * std::max(pairs, 0.0);
}

/// Queries and output are made of the stack's rows, keys and values of `keys` rows.
double attentionWork(const AttentionSpec& attention, double width, double rows, double keys)
{
    const double each = width * (attention.headWidth + attention.valueWidth);
    return each * (attention.heads * rows + attention.kvHeads * keys) + pairWork(attention, rows, keys);
}

/// Multiply-adds per second of matrix products on all threads.
double measuredRate()
{
    using Clock = std::chrono::steady_clock;
    constexpr Index kSide = 384;
    constexpr int kTimes = 3;
    const Workers workers;
    const auto threads = static_cast<std::size_t>(workers.threads());
    const Matrix a = Matrix::Constant(kSide, kSide, 0.5F);
    std::vector<Matrix> products(threads, Matrix(kSide, kSide));
    double best = std::numeric_limits<double>::max();
    for (int time = 0; time < kTimes; ++time) { // the first one wakes the threads
        const auto start = Clock::now();
        workers.forEach(threads, [&](std::size_t i) { multiply(a, a, products[i]); });
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    const auto side = static_cast<double>(kSide);
    return side * side * side * static_cast<double>(threads) / std::max(best, 1e-9);
}

} // namespace

std::vector<double> layerWork(const Model& model, const PassLengths& lengths)
{
    std::vector<double> work;
    const int width = model.spec().width;
    const auto source = static_cast<double>(lengths.source);
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackSpec* const spec = model.spec().stack(kind);
        const double rows = kind == StackKind::kEncoder ? source : static_cast<double>(lengths.target);
        for (std::size_t i = 0; spec != nullptr && i < spec->layers.size(); ++i) {
            const LayerSpec& layer = spec->layers[i];
            const LayerPlan plan
                = layerPlan(*spec, static_cast<int>(i), model.weights().stack(kind)->layers[i]);
            double& sum = work.emplace_back(0.0);
            for (const LayerStep& step : plan.steps) // norms, sums and scales are small beside products
                if (step.attention == AttentionKind::kCross && step.kind == LayerStep::Kind::kAttention)
                    sum += attentionWork(*layer.cross, width, rows, source);
                else if (step.kind == LayerStep::Kind::kAttention)
                    sum += attentionWork(layer.self, width, rows, rows);
                else if (step.kind == LayerStep::Kind::kFeedForward)
                    sum += rows * feedForwardMatrices(layer, width);
                else if (step.kind == LayerStep::Kind::kConvolution)
                    sum += rows * spec->convolution->taps * width * width;
        }
    }
    return work;
}

double passWork(const Model& model, const PassLengths& lengths)
{
    const std::vector<double> work = layerWork(model, lengths);
    return std::accumulate(work.begin(), work.end(), 0.0);
}

double secondsFor(double work)
{
    static const double rate = measuredRate() * kShareOfPeak;
    return work / rate;
}

double estimatedSeconds(const Model& model, const PassLengths& lengths)
{
    return secondsFor(passWork(model, lengths));
}

} // namespace headlight
