#include "ui/widgets/trace_view.h"

#include <QEvent>
#include <QTimer>

#include <utility>

namespace headlight {

namespace {

ViewChanges translated(FocusChanges what)
{
    ViewChanges changes;
    changes.setFlag(ViewChange::kHead, what.testFlag(FocusChange::kHead));
    changes.setFlag(ViewChange::kMap, what.testFlag(FocusChange::kMap));
    changes.setFlag(ViewChange::kHover, what.testFlag(FocusChange::kHover));
    changes.setFlag(ViewChange::kPin, what.testFlag(FocusChange::kPin));
    changes.setFlag(ViewChange::kColours, what.testFlag(FocusChange::kColours));
    changes.setFlag(ViewChange::kMoreHeads, what.testFlag(FocusChange::kMoreHeads));
    changes.setFlag(ViewChange::kMapOptions, what.testFlag(FocusChange::kMapOptions));
    changes.setFlag(ViewChange::kFound, what.testFlag(FocusChange::kFound));
    changes.setFlag(ViewChange::kZoom, what.testFlag(FocusChange::kZoom));
    return changes;
}

} // namespace

TraceView::TraceView(const ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_dirty(ViewChange::kAll)
{
    connect(&context.focus, &Focus::changed, this,
            [this](FocusChanges what) { markDirty(translated(what)); });
    connect(&context.workspace, &Workspace::snapshotChanged, this, [this] { markDirty(ViewChange::kTrace); });
    connect(&context.workspace, &Workspace::stepChanged, this, [this] { markDirty(ViewChange::kTrace); });
    connect(&context.workspace, &Workspace::modelChanged, this, [this] { markDirty(ViewChange::kModel); });
    // What is said while there is nothing to show yet.
    for (const auto signal : {&Workspace::runningChanged, &Workspace::noticeChanged})
        connect(&context.workspace, signal, this, [this] {
            if (m_context.workspace.snapshot()->trace.isNull())
                markDirty(ViewChange::kTrace);
        });
    connect(&context.workspace, &Workspace::documentChanged, this,
            [this] { markDirty(ViewChange::kDocument); });
}

void TraceView::markDirty(ViewChanges changes)
{
    m_dirty |= changes;
    if (m_scheduled || !m_dirty || !isVisible())
        return;
    m_scheduled = true;
    QTimer::singleShot(0, this, [this] { flush(); });
}

void TraceView::flush()
{
    m_scheduled = false;
    if (!isVisible())
        return; // showEvent() comes back to it
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

} // namespace headlight
