#include "ui/views/heads/slow_thumbnails.h"

#include "core/base/workers.h"

#include <algorithm>
#include <utility>

namespace headlight {

bool isSlow(const AttentionMap& map)
{
    constexpr Index kSlowCells = Index{1} << 27;
    return map.queries() > kSlowCells / map.effort(MapKind::kWeights) / std::max<Index>(map.keys(), 1);
}

void readSlowThumbnails(const SlowThumbnails& wanted, const std::stop_token& stop,
                        const std::function<void(const HeadRef&, CellGrid)>& show)
{
    for (const HeadRef& head : wanted.heads)
        if (!wanted.trace.attention(head).has(wanted.kind))
            show(head, {});
    Workers workers;
    for (const bool preview : {true, false}) {
        for (const HeadRef& head : wanted.heads) {
            const AttentionMap map = wanted.trace.attention(head);
            if (!map.has(wanted.kind))
                continue;
            const CellReader reader(map, wanted.kind, CellReader::Keep::kNothing);
            CellGrid grid = preview
                ? reader.sample(reader.whole(), wanted.tiles, wanted.tiles, stop, &workers)
                : reader.read(reader.whole(), wanted.tiles, wanted.tiles, stop, &workers);
            if (stop.stop_requested())
                return;
            show(head, std::move(grid));
        }
    }
}

} // namespace headlight
