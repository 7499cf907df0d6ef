#include "core/run/pass_estimate.h"

#include "core/base/workers.h"
#include "core/math/matrix_product.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

/// Share of the peak rate of large products that a whole pass reaches, with its softmax, norms and copies.
constexpr double kShareOfPeak = 0.75;

/// Elements of the matrices that a token passes in attention: queries, keys, values and output.
double attentionMatrices(const AttentionSpec& attention, int width)
{
    const double inner = static_cast<double>(attention.heads) * (attention.headWidth + attention.valueWidth)
        + static_cast<double>(attention.kvHeads) * (attention.headWidth + attention.valueWidth);
    return inner * width;
}

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

double layerWorkOf(const LayerSpec& layer, int width, double rows, double memory)
{
    double work = rows * (attentionMatrices(layer.self, width) + feedForwardMatrices(layer, width))
        + pairWork(layer.self, rows, rows);
    if (layer.cross) {
        // Keys and values are made of the encoder's rows, queries and output of the decoder's.
        const AttentionSpec& cross = *layer.cross;
        const double each = static_cast<double>(width) * (cross.headWidth + cross.valueWidth);
        work += each * (cross.heads * rows + cross.kvHeads * memory) + pairWork(cross, rows, memory);
    }
    return work;
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
    const ArchSpec& spec = model.spec();
    std::vector<double> work;
    for (const auto& [stack, rows] :
         {std::pair{&spec.encoder, lengths.source}, std::pair{&spec.decoder, lengths.target}})
        if (*stack)
            for (const LayerSpec& layer : (*stack)->layers)
                work.push_back(layerWorkOf(layer, spec.width, static_cast<double>(rows),
                                           static_cast<double>(lengths.source)));
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
