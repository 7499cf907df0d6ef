#include "core/analysis/target_loss.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

double TargetLoss::sum() const
{
    return std::accumulate(tokens.begin(), tokens.end(), 0.0,
                           [](double sum, const TokenLoss& each) { return sum + each.onePass; });
}

double TargetLoss::mean() const
{
    return tokens.empty() ? 0.0 : sum() / static_cast<double>(tokens.size());
}

double TargetLoss::largestDifference() const
{
    double largest = 0;
    for (const TokenLoss& each : tokens) {
        const double apart = std::abs(each.onePass - each.stepByStep);
        if (std::isnan(apart))
            return apart;
        largest = std::max(largest, apart);
    }
    return largest;
}

} // namespace headlight
