#pragma once

#include "core/trace/attention_map.h"

#include <QObject>

namespace headlight {

class LatestTask;

/// Makes the columns of long maps readable: weights that are computed need their whole rows, until it is
/// known what normalises these. UI thread; works in the background, a second for 32,768 tokens.
class ColumnReading : public QObject
{
    Q_OBJECT
public:
    explicit ColumnReading(QObject* parent = nullptr);

    /// Whether a column can be read at once. If not, the map's columns are made readable, and ready() says
    /// when; a map asked for later takes the place of the one before.
    bool canRead(const AttentionMap& map, MapKind kind);
    bool isPreparing() const;

signals:
    void ready();

private:
    LatestTask* m_task;
    AttentionMap m_map; ///< the one that is, or was last, made readable
    MapKind m_kind = MapKind::kWeights;
};

} // namespace headlight
