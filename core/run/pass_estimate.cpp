#include "core/run/pass_estimate.h"

#include "core/base/workers.h"
#include "core/model/model.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace headlight {

namespace {

/// Share of the peak rate of large products that a whole pass reaches, with its softmax, norms and copies.
constexpr double kShareOfPeak = 0.75;

double attentionWork(const StackShape& shape, Index queries, Index keys, bool causal)
{
    const double width = static_cast<double>(shape.heads) * shape.headWidth;
    return 2.0 * shape.layers * width * static_cast<double>(queries) * static_cast<double>(keys)
        * (causal ? 0.5 : 1.0);
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
        workers.forEach(threads, [&](std::size_t i) { products[i].noalias() = a * a; });
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    const auto side = static_cast<double>(kSide);
    return side * side * side * static_cast<double>(threads) / std::max(best, 1e-9);
}

} // namespace

double passWork(const Model& model, const PassLengths& lengths)
{
    const TraceInfo& info = model.traceInfo();
    // Embedding rows are looked up, not multiplied. With two stacks, each has about half of the rest.
    const double table = static_cast<double>(info.vocabulary) * info.modelWidth;
    const double matrices = std::max(static_cast<double>(model.parameters()) - table, 0.0);
    const double each = matrices / (info.encoder && info.decoder ? 2 : 1);
    double work = 0;
    if (info.encoder)
        work += each * static_cast<double>(lengths.source)
            + attentionWork(*info.encoder, lengths.source, lengths.source, info.encoder->causal);
    if (info.decoder)
        work += each * static_cast<double>(lengths.target)
            + attentionWork(*info.decoder, lengths.target, lengths.target, info.decoder->causal);
    if (info.decoder && info.decoder->cross)
        work += attentionWork(*info.decoder, lengths.target, lengths.source, false);
    return work;
}

double estimatedSeconds(const Model& model, const PassLengths& lengths)
{
    static const double rate = measuredRate() * kShareOfPeak;
    return passWork(model, lengths) / rate;
}

} // namespace headlight
