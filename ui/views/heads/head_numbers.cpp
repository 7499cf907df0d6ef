#include "ui/views/heads/head_numbers.h"

#include "core/base/workers.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t kStatisticsAtOnce = 64; ///< heads; each delivery sorts the table again
constexpr std::size_t kHeadsAtOnce = 16; ///< thumbnails; each delivery repaints
constexpr Index kTiles = 64; ///< per thumbnail, in each direction

void readSlowThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                        const std::stop_token& stop, const std::function<void(HeadGrids)>& show)
{
    for (const HeadRef& head : heads)
        if (!trace.attention(head).has(kind))
            show({{head, {}}});
    Workers workers;
    for (const bool preview : {true, false}) {
        for (const HeadRef& head : heads) {
            const AttentionMap map = trace.attention(head);
            if (!map.has(kind))
                continue;
            const CellReader reader(map, kind, CellReader::Keep::kNothing);
            CellGrid grid = preview ? reader.sample(reader.whole(), kTiles, kTiles, stop, &workers)
                                    : reader.read(reader.whole(), kTiles, kTiles, stop, &workers);
            if (stop.stop_requested())
                return;
            show({{head, std::move(grid)}});
        }
    }
}

} // namespace

bool anySlow(const Trace& trace, const std::vector<HeadRef>& heads)
{
    constexpr Index kSlowCells = Index{1} << 27;
    return std::any_of(heads.begin(), heads.end(), [&](const HeadRef& head) {
        const AttentionMap map = trace.attention(head);
        return map.queries() > kSlowCells / map.effort(MapKind::kWeights) / std::max<Index>(map.keys(), 1);
    });
}

void readThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                    const std::stop_token& stop, const std::function<void(HeadGrids)>& show)
{
    if (anySlow(trace, heads))
        return readSlowThumbnails(trace, heads, kind, stop, show);
    // Process a row of the grid at a time, so that the first thumbnails appear early and messages stay few.
    const Workers workers;
    for (std::size_t begin = 0; begin < heads.size() && !stop.stop_requested(); begin += kHeadsAtOnce) {
        HeadGrids grids(std::min(kHeadsAtOnce, heads.size() - begin));
        workers.forEach(grids.size(), [&](std::size_t i) {
            grids[i].first = heads[begin + i];
            const AttentionMap map = trace.attention(heads[begin + i]);
            if (!map.has(kind) || stop.stop_requested())
                return;
            const CellReader reader(map, kind, CellReader::Keep::kNothing);
            grids[i].second = reader.read(reader.whole(), kTiles, kTiles, stop);
        });
        show(std::move(grids));
    }
}

Index statisticsEffort(const Trace& trace, const std::vector<HeadRef>& heads)
{
    Index cells = 0;
    for (const HeadRef& head : heads) {
        const AttentionMap map = trace.attention(head);
        cells += map.queries() * map.keys() * map.effort(MapKind::kWeights);
    }
    return cells;
}

void readStatistics(const Trace& trace, const std::vector<HeadRef>& heads, const std::stop_token& stop,
                    const std::function<void(StatisticsOfHeads)>& show)
{
    // Quick maps are shared out among the threads, each of a slow one by itself.
    const bool slow = anySlow(trace, heads);
    const std::size_t atOnce = slow ? 1 : kStatisticsAtOnce;
    const Workers all, own(slow ? 0 : 1);
    for (std::size_t begin = 0; begin < heads.size() && !stop.stop_requested(); begin += atOnce) {
        StatisticsOfHeads batch(std::min(atOnce, heads.size() - begin));
        all.forEach(batch.size(), [&](std::size_t i) {
            const AttentionMap map = trace.attention(heads[begin + i]);
            if (map.has(MapKind::kWeights) && !stop.stop_requested())
                batch[i] = {heads[begin + i], headStatistics(map, stop, own)};
        });
        std::erase_if(batch, [](const auto& each) { return each.second.values.empty(); });
        if (!stop.stop_requested())
            show(std::move(batch));
    }
}

} // namespace headlight
