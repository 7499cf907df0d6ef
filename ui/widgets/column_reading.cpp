#include "ui/widgets/column_reading.h"

#include "ui/words/shared_row.h"

namespace headlight {

ColumnReading::ColumnReading(QObject* parent)
    : QObject(parent)
    , m_task(new LatestTask(this))
{ }

bool ColumnReading::canRead(const AttentionMap& map, MapKind kind)
{
    if (!isColumnSlow(map, kind))
        return true;
    const bool same = map.record() == m_map.record() && map.head() == m_map.head() && kind == m_kind;
    // Do not try again if the map has no record, or cannot be prepared.
    if (same && !m_map.isNull())
        return false;
    m_map = map;
    m_kind = kind;
    m_task->start([this, map, kind](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        map.normalise(kind, stop);
        if (map.isNormalised(kind))
            deliver([this] { emit ready(); });
    });
    return false;
}

void ColumnReading::forget()
{
    m_task->cancel();
    m_map = {};
}

} // namespace headlight
