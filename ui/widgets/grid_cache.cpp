#include "ui/widgets/grid_cache.h"

#include <algorithm>
#include <utility>

namespace headlight {

GridCache& GridCache::shared()
{
    constexpr std::size_t kBudget = std::size_t{128} << 20U;
    static GridCache cache(kBudget);
    return cache;
}

GridCache::Key GridCache::keyOf(const CellReader& reader, const CellGrid& tiles)
{
    return {reader.map().record(), reader.map().head(), reader.kind(), reader.shadedBy(), tiles.rect,
            tiles.tileRows,        tiles.tileColumns};
}

std::shared_ptr<const CellGrid> GridCache::find(const Key& key)
{
    if (!key.record.chunk)
        return nullptr;
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.key == key; });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return m_entries.front().grid;
}

void GridCache::keep(const Key& key, std::shared_ptr<const CellGrid> grid)
{
    if (!key.record.chunk || !grid || grid->isNull() || grid->sampled || find(key))
        return;
    const std::size_t bytes
        = sizeof(float) * static_cast<std::size_t>(grid->values.size() + grid->shades.size())
        + static_cast<std::size_t>(grid->states.size());
    if (bytes > m_budget)
        return;
    m_entries.push_front({key, std::move(grid), bytes});
    m_bytes += bytes;
    for (; m_bytes > m_budget; m_entries.pop_back())
        m_bytes -= m_entries.back().bytes;
}

} // namespace headlight
