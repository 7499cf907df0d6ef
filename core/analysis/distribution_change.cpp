#include "core/analysis/distribution_change.h"

#include "core/analysis/largest_few.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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
    for (const Index token : largestFew(
             moved.size(), static_cast<std::size_t>(std::max(count, 0)),
             [&](Index at) { return std::abs(moved[at]); }, [&](Index at) { return moved[at] != 0.0F; })) {
        const auto id = static_cast<TokenId>(token);
        change.moves.push_back(
            {id, std::exp(logsBefore[id]), std::exp(logsAfter[id]), rankIn(before, id), rankIn(after, id)});
    }
    return change;
}

} // namespace headlight
