#include "ui/state/focus_keeper.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <utility>
#include <vector>

namespace headlight {

namespace {

bool hasHead(const TraceInfo& info, const HeadRef& head)
{
    const StackShape* shape = info.stack(head.stack);
    return shape != nullptr && head.layer >= 0 && head.layer < shape->layers && head.head >= 0
        && head.head < shape->heads && (head.kind == AttentionKind::kSelf || shape->cross);
}

/// What opens the same model or trace again; empty = nothing.
QString sourceOf(const Workspace& workspace)
{
    return workspace.traceFile().isEmpty() ? workspace.modelFolder() : workspace.traceFile();
}

} // namespace

HeadRef usualHead(const TraceInfo& info)
{
    if (info.decoder && info.decoder->cross)
        return {StackKind::kDecoder, info.decoder->layers - 1, AttentionKind::kCross, 0};
    return {info.encoder ? StackKind::kEncoder : StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
}

FocusKeeper::FocusKeeper(const Workspace& workspace, Focus& focus, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_fresh(workspace.snapshot()->trace.isNull()) // a rebuilt window keeps its focus
    , m_source(sourceOf(workspace))
{
    connect(&workspace, &Workspace::sourceChanged, this, &FocusKeeper::unpinFromOther);
    connect(&workspace, &Workspace::snapshotChanged, this, &FocusKeeper::repair);
    connect(&workspace, &Workspace::stepChanged, this, &FocusKeeper::repair);
    connect(&focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what.testFlag(ViewChange::kHead))
            repair();
    });
}

// Nobody has chosen a place in what another model makes, even where that has as many tokens.
void FocusKeeper::unpinFromOther()
{
    const QString source = sourceOf(m_workspace);
    if (std::exchange(m_source, source) == source && !source.isEmpty())
        return;
    m_lost.reset();
    m_focus.setPin({});
}

void FocusKeeper::repair()
{
    const Trace trace = m_workspace.shownTrace();
    if (trace.isNull())
        return;
    if (std::exchange(m_fresh, false) || !hasHead(trace.info(), m_focus.head())) {
        if (const HeadRef first = usualHead(trace.info()); first != m_focus.head()) {
            m_focus.setHead(first); // re-enters this function
            return;
        }
    }
    repairHeads(trace.info());
    const AttentionMap map = trace.attention(m_focus.head());
    repairMap(map);
    repairCells(map);
}

// A bias, or a term of one, that another model or head does not have.
void FocusKeeper::repairMap(const AttentionMap& map)
{
    const MapKind shown = m_focus.map();
    const bool own = shown == MapKind::kBias || shown == MapKind::kContentToPosition
        || shown == MapKind::kPositionToContent;
    if (own && map.has(MapKind::kWeights) && !map.has(shown))
        m_focus.setMap(MapKind::kWeights);
}

void FocusKeeper::repairHeads(const TraceInfo& info)
{
    std::vector<HeadRef> beside;
    for (const SelectedHead& each : m_focus.heads())
        if (each.head != m_focus.head() && hasHead(info, each.head))
            beside.push_back(each.head);
    m_focus.setMoreHeads(beside);
}

void FocusKeeper::repairCells(const AttentionMap& map)
{
    const bool lost = m_lost && m_lost->instead == m_focus.pin();
    const Cell pin = lost ? m_lost->pin : m_focus.pin();
    const Cell left = pin.within(map.queries(), map.keys());
    m_lost.reset();
    const bool partShown = m_workspace.step() >= 0 || m_workspace.beamNode() >= 0;
    if (left != pin && (partShown || !m_workspace.snapshot()->finished))
        m_lost = LostPin{pin, left};
    m_focus.setPin(left);
    m_focus.setHover(m_focus.hover().within(map.queries(), map.keys()));
}

} // namespace headlight
