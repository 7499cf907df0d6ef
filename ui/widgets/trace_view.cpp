#include "ui/widgets/trace_view.h"

#include "ui/state/commands.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/refresh_turns.h"

#include <QEvent>

#include <utility>

namespace headlight {

TraceView::TraceView(const ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_dirty(ViewChange::kAll)
{
    connect(&context.focus, &Focus::changed, this, &TraceView::markDirty);
    connect(&context.workspace, &Workspace::snapshotChanged, this, [this] { markDirty(ViewChange::kTrace); });
    connect(&context.workspace, &Workspace::stepChanged, this, [this] { markDirty(ViewChange::kTrace); });
    connect(&context.workspace, &Workspace::modelChanged, this, [this] { markDirty(ViewChange::kModel); });
    // These change the message that is shown while there is nothing else, or for layers that are missing.
    for (const auto signal : {&Workspace::runningChanged, &Workspace::noticeChanged})
        connect(&context.workspace, signal, this, [this] {
            const Snapshot& shown = *m_context.workspace.snapshot();
            if (shown.trace.isNull() || !shown.hasAllLayers())
                markDirty(ViewChange::kTrace);
        });
    connect(&context.workspace, &Workspace::documentChanged, this,
            [this] { markDirty(ViewChange::kDocument); });
}

bool TraceView::perform(CommandId)
{
    return false;
}

void TraceView::markDirty(ViewChanges changes)
{
    m_dirty |= changes;
    if (m_scheduled || !m_dirty || !isVisible())
        return;
    m_scheduled = true;
    RefreshTurns::of(focus()).add(*this);
}

void TraceView::flush()
{
    m_scheduled = false;
    if (!isVisible())
        return; // showEvent() catches up
    const ViewChanges changes = std::exchange(m_dirty, ViewChanges{});
    if (changes)
        refresh(changes);
}

void TraceView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty({});
}

void TraceView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        markDirty(ViewChange::kColours);
    else if (event->type() == QEvent::LanguageChange)
        markDirty(ViewChange::kAll);
}

void TraceView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace headlight
