#include "core/analysis/distribution_change.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace headlight {

namespace {

std::span<const float> spanOf(const RowVector& row)
{
    return {row.data(), static_cast<std::size_t>(row.size())};
}

RowVector logsOf(const RowVector& logits)
{
    RowVector logs(logits.size());
    logSoftmax(spanOf(logits), {logs.data(), static_cast<std::size_t>(logs.size())});
    return logs;
}

double entropyOf(const RowVector& logs)
{
    double sum = 0;
    for (const float log : spanOf(logs))
        if (!std::isinf(log)) // p = 0 adds nothing
            sum -= std::exp(static_cast<double>(log)) * static_cast<double>(log);
    return sum / std::numbers::ln2;
}

int rankIn(const RowVector& row, TokenId id)
{
    const float own = row[id];
    int rank = 0;
    for (Index i = 0; i < row.size(); ++i)
        if (row[i] > own || (row[i] == own && i < id))
            ++rank;
    return rank;
}

} // namespace

double divergence(std::span<const float> logP, std::span<const float> logQ)
{
    double sum = 0;
    for (std::size_t i = 0; i < logP.size(); ++i) {
        const auto p = static_cast<double>(logP[i]);
        if (!std::isinf(p)) // p = 0 adds nothing
            sum += std::exp(p) * (p - static_cast<double>(logQ[i]));
    }
    return sum < 0 ? 0 : sum; // NaN stays
}

TokenMove moveOf(const RowVector& before, const RowVector& after, TokenId id)
{
    return {id, std::exp(logsOf(before)[id]), std::exp(logsOf(after)[id]), rankIn(before, id),
            rankIn(after, id)};
}

DistributionChange distributionChange(const RowVector& before, const RowVector& after, int count)
{
    DistributionChange change;
    if (before.size() != after.size() || before.size() == 0)
        return change;
    const RowVector logsBefore = logsOf(before), logsAfter = logsOf(after);
    change.divergence = divergence(spanOf(logsBefore), spanOf(logsAfter));
    change.entropyBefore = entropyOf(logsBefore);
    change.entropyAfter = entropyOf(logsAfter);
    const RowVector moved = logsAfter.array().exp() - logsBefore.array().exp();
    std::vector<TokenId> order(static_cast<std::size_t>(before.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto kept = std::min(order.size(), static_cast<std::size_t>(std::max(count, 0)));
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&](TokenId a, TokenId b) {
                          const float x = std::abs(moved[a]), y = std::abs(moved[b]);
                          return x > y || (x == y && a < b);
                      });
    for (std::size_t i = 0; i < kept && moved[order[i]] != 0.0F; ++i)
        change.moves.push_back({order[i], std::exp(logsBefore[order[i]]), std::exp(logsAfter[order[i]]),
                                rankIn(before, order[i]), rankIn(after, order[i])});
    return change;
}

} // namespace headlight
