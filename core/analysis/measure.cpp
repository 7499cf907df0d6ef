#include "core/analysis/measure.h"

#include "core/analysis/distribution_change.h"
#include "core/base/text_list.h"
#include "core/math/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headlight {

namespace {

constexpr std::array<std::string_view, 5> kRowNames{"all", "prompt", "output", "last", "masks"};

/// Means of the clusters, over the numbers that exist.
std::vector<double> clusterMeans(std::span<const double> each, std::span<const std::size_t> clusters)
{
    std::map<std::size_t, Moments> all;
    for (std::size_t i = 0; i < each.size(); ++i)
        if (!std::isnan(each[i]))
            all[clusters.empty() ? i : clusters[i]].add(each[i]);
    return listFrom(all, [](const auto& cluster) { return *cluster.second.mean(); });
}

Moments momentsOf(std::span<const double> numbers)
{
    Moments moments;
    for (const double number : numbers)
        if (!std::isnan(number))
            moments.add(number);
    return moments;
}

} // namespace

Measures measured(const MeasuredTokens& what, std::span<const RowVector> before,
                  std::span<const RowVector> after)
{
    Measures sums{};
    std::size_t losses = 0;
    for (std::size_t row = 0; row < after.size(); ++row) {
        const Eigen::RowVectorXd logs = after[row].cast<double>();
        const MeasuredRow asked{0, what.tokens[row], what.minus.value_or(-1)};
        const MeasuredRow lost{0, what.losses.empty() ? what.tokens[row] : what.losses[row]};
        losses += lost.token >= 0 ? 1 : 0;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const auto metric = static_cast<Metric>(i);
            if (isOfOneRun(metric) && (metric != Metric::kLoss || lost.token >= 0))
                sums[i] += metricOf(metric, logs, 0, metric == Metric::kLoss ? lost : asked);
        }
        const auto size = static_cast<std::size_t>(logs.size());
        at(sums, Metric::kDivergence) += divergence({before[row].data(), size}, {after[row].data(), size});
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (static_cast<Metric>(i) != Metric::kLogProbability && static_cast<Metric>(i) != Metric::kLoss)
            sums[i] /= static_cast<double>(after.size());
    at(sums, Metric::kLoss) = losses > 0 ? at(sums, Metric::kLoss) / static_cast<double>(losses)
                                         : std::numeric_limits<double>::quiet_NaN();
    if (!what.minus)
        at(sums, Metric::kLogitDifference) = std::numeric_limits<double>::quiet_NaN();
    at(sums, Metric::kRecovery) = at(sums, what.minus ? Metric::kLogitDifference : Metric::kLogProbability);
    return sums;
}

Result<RowChoice> parseRowChoice(std::string_view text)
{
    const auto* const name = std::ranges::find(kRowNames, text);
    if (name != kRowNames.end())
        return RowChoice{static_cast<RowChoice::Kind>(name - kRowNames.begin())};
    RowChoice choice{RowChoice::Kind::kList};
    for (const std::string_view part : split(text, ',')) {
        const auto range = parseRange<Index>(part);
        if (!range || range->first < 0)
            return badArgument("rows", "found \"", text,
                               "\", expected all, prompt, output, last, masks, or positions such as 0-3,5");
        choice.ranges.push_back(*range);
    }
    return choice;
}

Result<std::vector<Index>> rowsOf(const RowChoice& choice, const InputRows& input)
{
    using Kind = RowChoice::Kind;
    const Index last = input.length - 1;
    std::vector<std::pair<Index, Index>> ranges = choice.ranges;
    if (choice.kind == Kind::kMasks) {
        ranges = listFrom(input.masks, [](Index row) { return std::pair(row, row); });
    } else if (choice.kind != Kind::kList) {
        const Index written = input.decodes ? input.prompt - 1 : input.length;
        const Index first = choice.kind == Kind::kOutput ? written : choice.kind == Kind::kLast ? last : 0;
        ranges = {{first, choice.kind == Kind::kPrompt ? written - 1 : last}};
    }
    std::vector<Index> rows;
    for (const auto& [first, end] : ranges) {
        if (end > last)
            return badArgument("rows", "found ", end, ", expected positions from 0 to ", last);
        for (Index row = first; row <= end; ++row)
            rows.push_back(row);
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (!rows.empty())
        return rows;
    return badArgument("rows",
                       choice.kind == Kind::kMasks ? "no token of the input is a mask"
                           : choice.kind == Kind::kOutput
                           ? "the model writes no output"
                           : "no token of the input was given after another one");
}

InputMean meanOf(std::span<const double> each, std::span<const std::size_t> clusters)
{
    const Moments all = momentsOf(each);
    const Moments means = momentsOf(clusterMeans(each, clusters));
    return {all.mean(), means.standardError(), static_cast<Index>(all.count())};
}

InputMean recoveryOf(std::span<const double> changes, std::span<const double> distances,
                     std::span<const std::size_t> clusters)
{
    std::vector<double> wayIn(changes.begin(), changes.end()), whole(distances.begin(), distances.end());
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (std::isnan(wayIn[i]) || std::isnan(whole[i]))
            wayIn[i] = whole[i] = std::numeric_limits<double>::quiet_NaN();
    InputMean result;
    result.count = static_cast<Index>(momentsOf(whole).count());
    const double distance = momentsOf(whole).mean().value_or(0);
    if (!(distance >= kLeastDistance))
        return result;
    result.mean = *momentsOf(wayIn).mean() / distance;
    std::vector<double> rest;
    for (std::size_t i = 0; i < whole.size(); ++i)
        rest.push_back(wayIn[i] - *result.mean * whole[i]);
    if (const auto error = momentsOf(clusterMeans(rest, clusters)).standardError())
        result.error = *error / distance;
    return result;
}

} // namespace headlight
