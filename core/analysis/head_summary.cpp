#include "core/analysis/head_summary.h"

namespace headlight {

HeadsStatistics headsStatistics(const Trace& trace, const std::stop_token& stop, bool keepRows)
{
    HeadsStatistics heads;
    for (const HeadRef& head : trace.info().headsOf(kEveryHead))
        if (const AttentionMap map = trace.attention(head); map.has(MapKind::kWeights))
            heads.emplace_back(head, headStatistics(map, stop, Workers(), keepRows));
    return heads;
}

void HeadSummaries::add(const Trace& run, const std::stop_token& stop, bool keepRows)
{
    const HeadsStatistics found = headsStatistics(run, stop, keepRows);
    heads.resize(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        heads[i].first = found[i].first;
        heads[i].second.add(found[i].second);
    }
}

HeadsStatistics HeadSummaries::over(bool deviation) const
{
    HeadsStatistics all;
    for (const auto& [head, summary] : heads)
        all.emplace_back(head, deviation ? summary.deviation() : summary.mean());
    return all;
}

} // namespace headlight
