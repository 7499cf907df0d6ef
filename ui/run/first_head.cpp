#include "ui/run/first_head.h"

#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_statistics.h"
#include "core/trace/trace.h"
#include "ui/background/latest_task.h"
#include "ui/state/focus.h"
#include "ui/state/focus_keeper.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr Index kCellsAtOnce = Index{1} << 16; ///< all heads together: no more is read while the window waits
constexpr Index kMostCells = Index{1} << 33; ///< all heads together: beyond this, shows the usual head

std::optional<HeadRef> clearestOf(const Trace& trace, const std::stop_token& stop)
{
    std::vector<std::pair<HeadRef, HeadStatistics>> all;
    for (const HeadRef& head : trace.info().headsOf(kEveryHead)) {
        if (stop.stop_requested())
            return std::nullopt;
        if (const AttentionMap map = trace.attention(head); map.has(MapKind::kWeights))
            all.emplace_back(head, headStatistics(map, stop));
    }
    return clearestHead(all);
}

Index cellsOf(const Trace& trace)
{
    Index cells = 0;
    for (const HeadRef& head : trace.info().headsOf(kEveryHead)) {
        const AttentionMap map = trace.attention(head);
        cells += map.queries() * map.keys() * map.effort(MapKind::kWeights);
    }
    return cells;
}

} // namespace

FirstHead::FirstHead(const Workspace& workspace, Focus& focus, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_task(new LatestTask(this))
    , m_due(workspace.snapshot()->trace.isNull()) // a rebuilt window keeps its focus
    , m_before(focus.head())
{
    connect(&workspace, &Workspace::modelChanged, this, [this] {
        m_due = true;
        m_preferred.reset();
        m_before = m_focus.head();
        m_stale = m_workspace.snapshot()->request;
        m_task->cancel();
    });
    connect(&workspace, &Workspace::snapshotChanged, this, &FirstHead::lookThrough);
}

bool FirstHead::isUntouched(const Trace& trace) const
{
    return m_focus.heads().size() == 1
        && (m_focus.head() == m_before || m_focus.head() == usualHead(trace.info()));
}

void FirstHead::lookThrough()
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    if (!m_due || !snapshot.finished || snapshot.trace.isNull() || snapshot.request <= m_stale)
        return;
    m_due = false;
    if (!isUntouched(snapshot.trace))
        return;
    if (m_preferred && !snapshot.trace.attention(*m_preferred).isNull())
        return take(m_preferred);
    const Index cells = cellsOf(snapshot.trace);
    if (cells <= kCellsAtOnce)
        return take(clearestOf(snapshot.trace, {}));
    if (cells > kMostCells)
        return;
    m_task->start(
        [this, trace = snapshot.trace](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
            const std::optional<HeadRef> clearest = clearestOf(trace, stop);
            deliver([this, trace, clearest] {
                if (isUntouched(trace))
                    take(clearest);
            });
        });
}

void FirstHead::take(const std::optional<HeadRef>& clearest)
{
    if (clearest)
        m_focus.setHead(*clearest);
}

} // namespace headlight
