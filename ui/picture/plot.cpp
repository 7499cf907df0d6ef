#include "ui/picture/plot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace headlight {

namespace {

/// The next larger one of 1, 2 or 5 times a power of ten.
double roundStep(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    const double share = step / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

} // namespace

std::vector<PlotBar> barsOf(const Plot& plot)
{
    std::vector<int> order(plot.points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto number = [&plot](int point) { return plot.points[static_cast<std::size_t>(point)].across; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return number(a) < number(b); });
    if (order.empty())
        return {};
    const double low = number(order.front()), range = number(order.back()) - low;
    const double wanted = std::clamp(2 * std::sqrt(static_cast<double>(order.size())), 5.0, 40.0);
    // Numbers that differ by rounding only are equal.
    const double least = 1e-9 * std::max(std::abs(low), std::abs(low + range));
    const double step
        = range > least ? roundStep(range / wanted) : roundStep(std::max(std::abs(low), 1.0) / 10);
    const double first = std::floor(low / step);
    std::vector<PlotBar> bars;
    for (const int point : order) {
        const auto place = static_cast<std::size_t>(std::max(0.0, std::floor(number(point) / step) - first));
        while (bars.size() <= place) {
            const double lower = (first + static_cast<double>(bars.size())) * step;
            bars.push_back({lower, lower + step, {}});
        }
        bars[place].points.push_back(point);
    }
    return bars;
}

} // namespace headlight
