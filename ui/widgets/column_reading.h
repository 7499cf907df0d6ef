#pragma once

#include "core/trace/attention_map.h"
#include "ui/background/latest_task.h"

#include <QObject>

namespace headlight {

/// Prepares long maps so that their columns can be read. Computed weights need their whole rows until the
/// norms of the rows are known; this computes the norms in the background (about a second for 32,768 tokens).
/// UI thread.
class ColumnReading : public QObject
{
    Q_OBJECT
public:
    explicit ColumnReading(QObject* parent = nullptr);

    /// Whether a column can be read at once. If not, prepares the latest map and emits ready() when done.
    bool canRead(const AttentionMap& map, MapKind kind);
    bool isPreparing() const { return m_task->isRunning(); }
    /// Lets go of the map.
    void forget();

signals:
    void ready();

private:
    LatestTask* m_task;
    AttentionMap m_map; ///< the map that is being prepared, or was last
    MapKind m_kind = MapKind::kWeights;
};

} // namespace headlight
