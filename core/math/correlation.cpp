#include "core/math/correlation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace headlight {

namespace {

std::vector<double> ranks(std::span<const double> numbers)
{
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    std::vector<double> found(numbers.size());
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        while (end < order.size() && numbers[order[end]] == numbers[order[first]])
            ++end;
        for (std::size_t i = first; i < end; ++i)
            found[order[i]] = static_cast<double>(first + end - 1) / 2;
    }
    return found;
}

} // namespace

std::optional<double> correlation(std::span<const double> x, std::span<const double> y)
{
    const auto count = static_cast<double>(x.size());
    const double meanX = std::accumulate(x.begin(), x.end(), 0.0) / count;
    const double meanY = std::accumulate(y.begin(), y.end(), 0.0) / count;
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - meanX) * (x[i] - meanX);
        xy += (x[i] - meanX) * (y[i] - meanY);
        yy += (y[i] - meanY) * (y[i] - meanY);
    }
    return xx > 0 && yy > 0 ? std::optional(xy / std::sqrt(xx * yy)) : std::nullopt;
}

std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y)
{
    const auto isNone = [](double number) { return std::isnan(number); };
    if (std::ranges::any_of(x, isNone) || std::ranges::any_of(y, isNone))
        return std::nullopt; // they have no order
    return correlation(ranks(x), ranks(y));
}

} // namespace headlight
