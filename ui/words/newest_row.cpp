#include "ui/words/newest_row.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

namespace headlight {

std::optional<int> newestRow(const Workspace& workspace, const HeadRef& head)
{
    const Snapshot& snapshot = *workspace.snapshot();
    const bool coming = !snapshot.finished && !snapshot.steps.empty();
    if (head.stack != StackKind::kDecoder || !(workspace.step() >= 0 || workspace.beamNode() >= 0 || coming))
        return std::nullopt;
    const Trace trace = workspace.shownTrace();
    const Index rows = trace.isNull() ? 0 : trace.attention(head).queries();
    return rows > 0 ? std::optional(static_cast<int>(rows) - 1) : std::nullopt;
}

} // namespace headlight
