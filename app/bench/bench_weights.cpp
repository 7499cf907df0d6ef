#include "app/bench/bench_weights.h"

#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

namespace headlight {

std::int64_t bytesPerToken(const Model& model)
{
    const auto& decoder = model.weights().decoder;
    if (!decoder)
        return 0;
    if (std::any_of(decoder->layers.begin(), decoder->layers.end(),
                    [](const LayerWeights& layer) { return layer.experts.has_value(); }))
        return 0;
    const WeightMatrix& head = model.weights().head.projection.weight;
    // Of the embedding one row is read, unless the head reads it too.
    const bool tied = !head.empty() && head.sharesNumbersWith(decoder->embedding);
    return model.memoryBytes() - (tied ? 0 : decoder->embedding.bytes());
}

double readBandwidth(double seconds)
{
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t kNumbers = std::size_t{32} << 20U; // 256 MB
    const std::vector<std::uint64_t> numbers(kNumbers, 1);
    const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::uint64_t> sums(threads, 0);
    double best = std::numeric_limits<double>::infinity();
    const auto begin = Clock::now();
    int rounds = 0;
    do {
        const auto start = Clock::now();
        {
            std::vector<std::jthread> running;
            for (std::size_t part = 0; part < threads; ++part)
                running.emplace_back([&, part] {
                    const auto first = static_cast<std::ptrdiff_t>(part * kNumbers / threads);
                    const auto last = static_cast<std::ptrdiff_t>((part + 1) * kNumbers / threads);
                    sums[part]
                        = std::accumulate(numbers.begin() + first, numbers.begin() + last, std::uint64_t{0});
                });
        }
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
        ++rounds;
    } while (rounds < 3 || std::chrono::duration<double>(Clock::now() - begin).count() < seconds);
    // The sums are used, so that the reads are not left out.
    const std::uint64_t sum = std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
    return sum == kNumbers ? static_cast<double>(kNumbers * sizeof(std::uint64_t)) / best : 0.0;
}

} // namespace headlight
