#include "ui/words/next_token.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/token_text.h"

namespace headlight {

std::optional<TokenLabel> writtenToken(const Workspace& workspace)
{
    const Snapshot& snapshot = *workspace.shownRun();
    if (!workspace.showsUnedited() && workspace.beamNode() >= 0)
        return snapshot.beams->nodes.at(static_cast<std::size_t>(workspace.beamNode())).label;
    if (snapshot.steps.empty())
        return std::nullopt;
    const auto step = static_cast<std::size_t>(workspace.step());
    const DecodeStep& shown = workspace.step() >= 0 && step < snapshot.steps.size() ? snapshot.steps[step]
                                                                                    : snapshot.steps.back();
    return shown.hasToken() ? std::optional(shown.token) : std::nullopt;
}

const TokenLabel* nextToken(const AttentionMap& map, Index row, const std::optional<TokenLabel>& written)
{
    if (map.isNull() || map.head().stack != StackKind::kDecoder || row < 0 || row >= map.queries())
        return nullptr;
    const auto next = static_cast<std::size_t>(row) + 1;
    if (next < map.queryTokens().size())
        return &map.queryTokens()[next];
    return row + 1 == map.queries() && written ? &*written : nullptr;
}

bool isGivenText(const Workspace& workspace, const AttentionMap& map, Index row)
{
    const Trace trace = workspace.shownTrace();
    if (map.head().stack != StackKind::kDecoder || trace.isNull() || trace.info().encoder)
        return false;
    const Snapshot& snapshot = *workspace.shownRun();
    if (snapshot.steps.empty())
        return true;
    // The first step read the whole prompt, whose last row chose the first token.
    return row + 1 < static_cast<Index>(snapshot.steps.front().trace.tokens(StackKind::kDecoder).size());
}

bool seesLaterTokens(const Trace& trace, const HeadRef& head, Index row)
{
    const auto isSeen = [&](const HeadRef& self) {
        const AttentionMap map = trace.attention(self);
        return !map.isNull() && map.has(MapKind::kMask) && row >= 0 && row + 1 < map.keys()
            && map.at(MapKind::kMask, row, row + 1) != 0;
    };
    // Later tokens reach a row in the head itself, or in the layers before it.
    if (trace.isNull() || head.stack != StackKind::kDecoder)
        return false;
    return isSeen({StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
        || (head.kind == AttentionKind::kSelf && isSeen(head));
}

QString rowName(const QString& read, const TokenLabel* next)
{
    return next == nullptr ? read
                           : isolated(withoutSpaceMark(read)) + QStringLiteral(" → ")
            + isolated(withoutSpaceMark(tokenText(*next)));
}

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
