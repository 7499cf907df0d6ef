#include "core/trace/row_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace headlight {

namespace {

double sumOfRow(std::span<const float> weights)
{
    return std::accumulate(weights.begin(), weights.end(), 0.0,
                           [](double sum, float weight) { return sum + static_cast<double>(weight); });
}

} // namespace

RowState rowState(std::span<const float> weights, const RowExpectation& expected)
{
    const double sum = sumOfRow(weights);
    if (!std::isfinite(sum))
        return RowState::kNotANumber;
    const auto tolerance = static_cast<double>(expected.tolerance);
    if (std::any_of(weights.begin(), weights.end(),
                    [&](float w) { return static_cast<double>(w) < -tolerance; }))
        return RowState::kNegative;
    if (std::all_of(weights.begin(), weights.end(), [](float w) { return w == 0.0F; }))
        return RowState::kZero;
    return std::abs(sum - static_cast<double>(expected.sum)) <= tolerance ? RowState::kSound
                                                                          : RowState::kWrongSum;
}

double rowError(std::span<const float> weights, const RowExpectation& expected)
{
    const double off = std::abs(sumOfRow(weights) - static_cast<double>(expected.sum));
    return std::isfinite(off) ? off : 0.0;
}

std::string rowFault(std::span<const float> weights, const RowExpectation& expected)
{
    std::ostringstream text;
    switch (rowState(weights, expected)) {
    case RowState::kSound:
    case RowState::kZero:
        break;
    case RowState::kNotANumber:
        text << "holds weights that are not finite numbers";
        break;
    case RowState::kNegative:
        text << "holds the weight " << *std::min_element(weights.begin(), weights.end())
             << ", expected none below 0";
        break;
    case RowState::kWrongSum:
        text << "holds weights that sum to " << sumOfRow(weights) << ", expected " << expected.sum;
        break;
    }
    return text.str();
}

} // namespace headlight
