#pragma once

#include "ui/background/latest_task.h"
#include "ui/picture/cell_grid.h"
#include "ui/picture/heatmap_picture.h"

#include <QObject>

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>

namespace headlight {

/// Reads the numbers of a map for its picture: small maps at once, larger ones off the UI thread. Until a new
/// map has been read, the numbers of the previous one stay, unless that would be misleading. UI thread.
class MapReading : public QObject
{
    Q_OBJECT
public:
    struct Subject
    {
        AttentionMap map;
        MapKind kind = MapKind::kWeights;
        HeatmapOptions options;
    };
    /// The visible part of a map, and the number of device pixels it covers.
    struct Part
    {
        CellRect cells;
        Index rows = 0, columns = 0;
    };

    explicit MapReading(QObject* parent = nullptr);

    /// Sets another map, kind or look. A small map is known at once; for a larger one mapRead() follows.
    void read(const Subject& subject);
    /// Sets the visible part of the known map: its grid is refined, immediately if that is fast.
    void readPart(const Part& part);

    /// What was last requested.
    const Subject& subject() const { return m_subject; }
    /// The map whose numbers are known, or, as long as there is none, the requested one.
    const AttentionMap& map() const { return m_reader ? m_reader->map() : m_subject.map; }
    /// Null if no numbers are known.
    const CellReader* reader() const { return m_reader.get(); }
    /// Grid of the visible part, or an overview of the map; null if not read yet.
    const CellGrid* grid() const { return m_grid.get(); }
    const MapSums& sums() const { return m_sums; }
    /// Limits of the whole map; unknown while it is being read.
    CellLimits limits() const;
    bool isReading() const { return m_task->isRunning(); }
    /// Whether another map is being read and the picture of the previous one may stay meanwhile.
    bool keepsPicture() const { return isReading() && m_reader != nullptr; }

signals:
    /// Another map has been read in the background.
    void mapRead();
    /// The grid of the visible part has become finer.
    void partRead();
    /// Nothing more is being read.
    void finished();

private:
    /// Everything that is read of a map before it is shown. Immutable once delivered.
    struct Found
    {
        std::shared_ptr<const CellReader> reader;
        std::shared_ptr<const CellGrid> overview; ///< null if the reader holds the whole map
        std::shared_ptr<const CellGrid> part; ///< part that was visible when reading began; null = none
        MapSums sums;
    };
    /// For a map that takes a while: some exact rows, evenly spaced.
    static Found preview(const Subject& subject, const std::stop_token& stop);
    static Found find(const Subject& subject, const std::optional<Part>& part, const std::stop_token& stop);
    /// Whether the subject continues the known one: the same text, grown longer.
    bool continues(const Subject& subject) const;
    void start(bool grown, bool sameSize);
    void take(Found found);
    /// Uses an overview that was read earlier; false if there is none.
    bool takeKnown();
    /// Shows what is known of the map before everything is.
    void show(Found found);

    LatestTask* m_task;
    Subject m_subject;
    std::shared_ptr<const CellReader> m_reader;
    std::shared_ptr<const CellGrid> m_overview, m_grid;
    std::shared_ptr<const CellReader> m_gridReader; ///< reader that m_grid was read with
    MapSums m_sums;
    std::optional<Part> m_part; ///< latest visible part
    bool m_readingMap = false; ///< the whole map is being read, not a part of it
    bool m_behind = false; ///< the map has grown since this reading began
};

/// Recently used grids that were expensive to read, up to a number of bytes, so that returning to a head is
/// instant. Keeps only grids of recorded maps (AttentionSource::record), and no record alive. UI thread.
class GridCache
{
public:
    explicit GridCache(std::size_t budgetBytes)
        : m_budget(budgetBytes)
    { }

    /// The cache shared by all views: 128 MB.
    static GridCache& shared();

    struct Place
    {
        HeadRef head;
        MapKind kind = MapKind::kWeights;
        Shade shade = Shade::kValue;
        CellRect rect;
        Index tileRows = 1, tileColumns = 1;
        bool operator==(const Place&) const = default;
    };
    struct Key
    {
        AttentionSource::Record record;
        Place place;
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
        AttentionSource::WeakRecord record;
        Place place;
        std::shared_ptr<const CellGrid> grid;
        std::size_t bytes = 0;
    };
    std::size_t m_budget;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; ///< most recently used first
};

} // namespace headlight
