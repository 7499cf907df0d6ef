#pragma once

#include "ui/picture/cell_grid.h"

#include <cstddef>
#include <list>
#include <memory>

namespace headlight {

/// The grids that were costly to read, the newest first, up to a number of bytes: a head that is looked at
/// again is there at once. Knows those of recorded maps alone (AttentionSource::record). UI thread.
class GridCache
{
public:
    explicit GridCache(std::size_t budgetBytes)
        : m_budget(budgetBytes)
    { }

    /// The one of all views: 128 MB.
    static GridCache& shared();

    struct Key
    {
        AttentionSource::Record record;
        HeadRef head;
        MapKind kind = MapKind::kWeights;
        Shade shade = Shade::kValue;
        CellRect rect;
        Index tileRows = 1, tileColumns = 1;
        bool operator==(const Key&) const = default;
    };
    /// Of a grid that the reader would give with these tiles.
    static Key keyOf(const CellReader& reader, const CellGrid& tiles);

    /// Null: not known.
    std::shared_ptr<const CellGrid> find(const Key& key);
    /// Grids of maps without a record, previews and ones larger than the budget are not kept.
    void keep(const Key& key, std::shared_ptr<const CellGrid> grid);
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry
    {
        Key key;
        std::shared_ptr<const CellGrid> grid;
        std::size_t bytes = 0;
    };
    std::size_t m_budget;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; ///< last used first
};

} // namespace headlight
