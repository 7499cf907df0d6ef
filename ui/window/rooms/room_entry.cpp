#include "ui/window/rooms/room_entry.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/rooms/room_table.h"
#include "ui/words/shared_row.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

/// The cell with the largest weight. The first key often collects unneeded weight, so its cells count only if
/// there are no others.
Cell clearestCell(const AttentionMap& map)
{
    if (map.isNull() || !map.has(MapKind::kWeights))
        return {};
    if (map.queries() == 0 || map.keys() == 0)
        return {};
    // Of a long map, read only some evenly spaced rows including the last one, since the window waits.
    constexpr Index kLookedAtCells = Index{1} << 20;
    const Index rows
        = std::clamp<Index>(kLookedAtCells / map.effort(MapKind::kWeights) / map.keys(), 1, map.queries());
    const Index columns = map.keys() > 1 ? map.keys() - 1 : 1;
    const Index first = map.keys() - columns;
    Cell best;
    float most = -std::numeric_limits<float>::infinity();
    for (Index i = 0; i < rows; ++i) {
        const Index query = (i + 1) * map.queries() / rows - 1;
        // Shared: the views read the row of the pinned cell next.
        const auto weights = sharedRow(map, MapKind::kWeights, query);
        Index column = 0;
        if (const float largest = weights->segment(first, columns).maxCoeff(&column); largest > most) {
            most = largest;
            best = {static_cast<int>(query), static_cast<int>(column + first)};
        }
    }
    return best;
}

} // namespace

bool giveCell(const QString& room, const ViewContext& context)
{
    if (room != QLatin1String(roomOf(RoomId::kExplain).name) || !context.focus.pin().empty())
        return true;
    const Trace trace = context.workspace.shownTrace();
    if (trace.isNull() || !context.workspace.snapshot()->finished)
        return false;
    if (const Cell cell = clearestCell(trace.attention(context.focus.head())); !cell.empty())
        context.focus.setPin(cell);
    return true;
}

void prepareRoom(const QString& room, const ViewContext& context)
{
    Workspace& workspace = context.workspace;
    if (room == QLatin1String(roomOf(RoomId::kWhatIf).name)
        && workspace.comparison().kind == ComparisonChoice::Kind::kOwn)
        workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    if (room == QLatin1String(roomOf(RoomId::kCompare).name)
        && workspace.comparison().kind == ComparisonChoice::Kind::kEdits
        && workspace.document().interventions.empty())
        workspace.setComparison({});
}

} // namespace headlight
