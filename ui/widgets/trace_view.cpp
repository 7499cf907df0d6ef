#include "ui/widgets/trace_view.h"

#include "ui/background/once_after.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QElapsedTimer>
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

void TraceView::markDirty(ViewChanges changes)
{
    m_dirty |= changes;
    if (m_scheduled || !m_dirty)
        return;
    if (!isVisible())
        return letGoIfStale();
    m_scheduled = true;
    RefreshTurns::of(focus()).add(*this);
}

/// The steps of one decoding, and the layers of one pass, are parts of the same recording.
void TraceView::letGoIfStale()
{
    const Workspace& now = m_context.workspace;
    if (m_seen.lock() != now.snapshot()->trace.leaf() || m_seenModel.lock() != now.model())
        letGo();
}

void TraceView::flush()
{
    m_scheduled = false;
    if (!isVisible())
        return letGoIfStale(); // showEvent() catches up
    const ViewChanges changes = std::exchange(m_dirty, ViewChanges{});
    if (!changes)
        return;
    m_seen = m_context.workspace.snapshot()->trace.leaf();
    m_seenModel = m_context.workspace.model();
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
    if (event->type() == QEvent::FontChange)
        arrange();
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

namespace {

constexpr qint64 kThirdOfFrame = 5; ///< milliseconds

} // namespace

RefreshTurns::RefreshTurns(QObject* parent)
    : QObject(parent)
{
    onceAfter(m_turn, 0, this, &RefreshTurns::run);
}

RefreshTurns& RefreshTurns::of(QObject& owner)
{
    auto* const known = owner.findChild<RefreshTurns*>({}, Qt::FindDirectChildrenOnly);
    return known != nullptr ? *known : *new RefreshTurns(&owner);
}

void RefreshTurns::add(TraceView& view)
{
    m_due.emplace_back(&view);
    m_turn.start();
}

void RefreshTurns::run()
{
    QElapsedTimer time;
    time.start();
    // A refresh may add other views; they come last.
    while (!m_due.empty() && time.elapsed() < kThirdOfFrame) {
        const QPointer<TraceView> view = m_due.front();
        m_due.erase(m_due.begin());
        if (view)
            view->flush();
    }
    if (!m_due.empty())
        m_turn.start();
}

} // namespace headlight
