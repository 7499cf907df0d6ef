#include "ui/window/rooms/room_entry.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/window/rooms/room_table.h"

namespace headlight {

namespace {

/// The cell of the largest weight; of those on the first key, which often takes what is not needed, only
/// where there are no others.
Cell clearestCell(const AttentionMap& map)
{
    if (map.isNull() || !map.has(MapKind::kWeights))
        return {};
    const Matrix weights = map.whole(MapKind::kWeights);
    const Index first = weights.cols() > 1 ? 1 : 0;
    if (weights.rows() == 0 || weights.cols() == 0)
        return {};
    Index row = 0, column = 0;
    weights.rightCols(weights.cols() - first).maxCoeff(&row, &column);
    return {static_cast<int>(row), static_cast<int>(column + first)};
}

} // namespace

void prepareRoom(const QString& room, const ViewContext& context)
{
    Workspace& workspace = context.workspace;
    const Trace trace = workspace.shownTrace();
    if (room == QLatin1String(roomOf(RoomId::kExplain).name) && !trace.isNull()
        && context.focus.pin().empty())
        if (const Cell cell = clearestCell(trace.attention(context.focus.head())); !cell.empty())
            context.focus.setPin(cell);
    if (room == QLatin1String(roomOf(RoomId::kWhatIf).name)
        && workspace.comparison().kind == ComparisonChoice::Kind::kOwn)
        workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    if (room == QLatin1String(roomOf(RoomId::kCompare).name)
        && workspace.comparison().kind == ComparisonChoice::Kind::kEdits
        && workspace.document().interventions.empty())
        workspace.setComparison({});
}

} // namespace headlight
