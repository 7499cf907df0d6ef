#pragma once

#include "ui/picture/cell_grid.h"

#include <cstddef>
#include <list>
#include <memory>

namespace headlight {

/// Recently used grids that were expensive to read, up to a number of bytes, so that returning to a head is
/// instant. Keeps only grids of recorded maps (AttentionSource::record). UI thread.
class GridCache
{
public:
    explicit GridCache(std::size_t budgetBytes)
        : m_budget(budgetBytes)
    { }

    /// The cache shared by all views: 128 MB.
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
    /// Key of the grid that the reader would return with these tiles.
    static Key keyOf(const CellReader& reader, const CellGrid& tiles);

    /// Null if unknown.
    std::shared_ptr<const CellGrid> find(const Key& key);
    /// Does not keep grids of maps without a record, previews, or grids larger than the budget.
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
    std::list<Entry> m_entries; ///< most recently used first
};

} // namespace headlight
