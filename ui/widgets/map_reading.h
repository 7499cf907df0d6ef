#pragma once

#include "ui/picture/heatmap_picture.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

namespace headlight {

class LatestTask;

/// Reads the numbers of a map for its picture: small maps at once, larger ones off the UI thread. Until
/// another map has been read, what is known of the one before stays, unless that would mislead. UI thread.
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
    /// What is seen of a map, and into how many device pixels it goes.
    struct Part
    {
        CellRect cells;
        Index rows = 0, columns = 0;
    };

    explicit MapReading(QObject* parent = nullptr);

    /// Another map, kind or look. A small map is known afterwards; of a larger one mapRead() tells.
    void read(const Subject& subject);
    /// The part of the known map that is seen now: its grid is refined, at once where that is quick.
    void readPart(const Part& part);

    /// What was asked for last.
    const Subject& subject() const { return m_subject; }
    /// The map whose numbers are known; before there is one, the one that was asked for.
    const AttentionMap& map() const { return m_reader ? m_reader->map() : m_subject.map; }
    /// Null: no numbers are known.
    const CellReader* reader() const { return m_reader.get(); }
    /// Of the seen part, or an overview of the map; null: not read yet.
    const CellGrid* grid() const { return m_grid.get(); }
    const MapSums& sums() const { return m_sums; }
    /// What occurs in the whole map; unknown while it is being read.
    CellLimits limits() const;
    bool isReading() const;
    /// Another map is on its way, and the picture of the one before may stay until it comes.
    bool keepsPicture() const { return isReading() && m_reader != nullptr; }

signals:
    /// Another map has been read in the background.
    void mapRead();
    /// The grid of the seen part has become finer.
    void partRead();
    /// Nothing is being read any more.
    void finished();

private:
    /// All that is read of a map before it is shown. Immutable once delivered.
    struct Found
    {
        std::shared_ptr<const CellReader> reader;
        std::shared_ptr<const CellGrid> overview; ///< null: the reader holds the whole map
        std::shared_ptr<const CellGrid> part; ///< of what was seen when the reading began; null: none
        MapSums sums;
    };
    /// Of a map that takes a while: some exact rows, evenly spaced over it.
    static Found preview(const Subject& subject, const std::stop_token& stop);
    static Found find(const Subject& subject, const std::optional<Part>& part, const std::stop_token& stop);
    /// Whether the subject is what is known already, further on in a text that grows.
    bool continues(const Subject& subject) const;
    void start(bool grown, bool sameSize);
    void take(Found found);
    /// An overview that was read before; false: there is none.
    bool takeKnown();
    /// Shows what is known of the map before all of it is.
    void show(Found found);

    LatestTask* m_task;
    Subject m_subject;
    std::shared_ptr<const CellReader> m_reader;
    std::shared_ptr<const CellGrid> m_overview, m_grid;
    std::shared_ptr<const CellReader> m_gridReader; ///< that m_grid was read with
    MapSums m_sums;
    std::optional<Part> m_part; ///< seen last
    bool m_readingMap = false; ///< the map as a whole, not a part of it
    bool m_behind = false; ///< the map has grown since its reading began
};

} // namespace headlight
