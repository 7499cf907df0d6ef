#include "ui/views/compare/paired_maps.h"

#include "core/analysis/map_transform.h"
#include "core/edit/recorded_edits.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_sides.h"
#include "ui/words/next_token.h"

namespace headlight {

CompareCanvas::Content panelsOf(const ComparedSides& sides)
{
    const ComparedSide &a = *sides.a, &b = *sides.b;
    const bool sameNext = a.written && b.written && a.written->id == b.written->id;
    CompareCanvas::Content panels;
    // While the sentence is typed, the labels of A and B would now stand once and now twice.
    panels.sameRows = (sides.choice.kind != ComparisonChoice::Kind::kOwn || a.trace.leaf() == b.trace.leaf())
        && (sameNext || (!a.written && !b.written));
    panels.titles = panelTitles(a, b);
    panels.written = {a.written, b.written, sameNext ? a.written : std::nullopt};
    panels.off = {isOff(a), isOff(b), false};
    return panels;
}

PairedMaps pairedMaps(AttentionMap a, AttentionMap b, MapKind kind, TokenPairing pairing,
                      const CompareCanvas::Content& panels)
{
    PairedMaps result;
    if (pairing == TokenPairing::kWords && a.has(kind) && b.has(kind)) {
        const PictureAxes words = PictureAxes::ofWords(a);
        a = mergedTokens(a, *words.rows(), *words.columns());
        result.axes = PictureAxes::ofWords(b);
        b = mergedTokens(b, *result.axes.rows(), *result.axes.columns());
    }
    const TokenMatch match = pairing == TokenPairing::kTokens ? TokenMatch::kExact : TokenMatch::kSpelling;
    const MapComparison comparison = pairing == TokenPairing::kPositions
        ? MapComparison(a, b, kind, alignPositions(a.queries(), b.queries()),
                        alignPositions(a.keys(), b.keys()))
        : compareMaps(a, b, kind, match);
    if (comparison.isNull())
        return result;
    result.content = std::make_shared<CompareCanvas::Content>(panels);
    result.content->comparison = comparison;
    result.content->kind = kind;
    result.content->sameRows &= pairing == TokenPairing::kTokens && comparison.queries().complete()
        && comparison.keys().complete();
    return result;
}

std::shared_ptr<CompareCanvas::Content> shownAsA(const Workspace& workspace, const Focus& focus)
{
    const bool edits
        = workspace.comparison().kind == ComparisonChoice::Kind::kEdits && !workspace.showsOpenedTrace();
    const Trace trace = workspace.shownTrace();
    // What is shown while the edits run is not always "before the edits".
    const bool known = !edits || workspace.document().interventions.empty()
        || (!trace.isNull() && recordedEdits(trace.info()).empty());
    if (trace.isNull() || !known)
        return nullptr;
    const HeadRef head = focus.head();
    auto content = std::make_shared<CompareCanvas::Content>();
    content->only = trace.attention(head);
    content->kind = content->only.has(focus.map()) ? focus.map() : MapKind::kWeights;
    content->sameRows = edits;
    content->titles = startTitles(workspace, head);
    content->written[CompareCanvas::kA] = writtenToken(workspace);
    content->off[CompareCanvas::kA] = isSwitchedOff(recordedEdits(trace.info()), head);
    return content;
}

} // namespace headlight
