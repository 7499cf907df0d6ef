#include "ui/window/rooms/room_entry.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/rooms/room_table.h"
#include "ui/words/attention_sentence.h"
#include "ui/words/shared_row.h"

#include <optional>

namespace headlight {

bool giveCell(const QString& room, const ViewContext& context)
{
    if (room != nameOf(RoomId::kExplain) || !context.focus.pin().empty())
        return true;
    const Trace trace = context.workspace.shownTrace();
    if (trace.isNull() || !context.workspace.snapshot()->finished)
        return false;
    const AttentionMap map = trace.attention(context.focus.head());
    const auto& masked = context.workspace.snapshot()->masked;
    const auto mask = masked.empty() ? std::nullopt : std::optional<Index>(masked.front().row);
    if (const std::optional<Index> row = tellingRow(map, mask)) // of which the sentence under the map speaks
        context.focus.setPin(completed(map, {static_cast<int>(*row), std::nullopt}));
    return true;
}

void prepareRoom(const QString& room, const ViewContext& context)
{
    Workspace& workspace = context.workspace;
    if (room == nameOf(RoomId::kWhatIf) && workspace.comparison().kind == ComparisonChoice::Kind::kOwn)
        workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    if (room == nameOf(RoomId::kCompare) && workspace.comparison().kind == ComparisonChoice::Kind::kEdits
        && workspace.document().interventions.empty())
        workspace.setComparison({});
}

} // namespace headlight
