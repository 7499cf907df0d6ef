#pragma once

#include "core/trace/record_plan.h"
#include "ui/state/focus.h"
#include "ui/state/view_id.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

namespace headlight {

class Model;
class Settings;
class TraceView;
class Workspace;
enum class CommandId : unsigned char;

/// What every view receives. The objects outlive the views.
struct ViewContext
{
    Workspace& workspace;
    Focus& focus;
    Settings& settings;
};

/// Refreshes the views that need it, one after the other. After a third of a frame it leaves the rest to the
/// next turn of the event loop, so that many views of a long text together do not block the mouse. UI thread.
class RefreshTurns : public QObject
{
    Q_OBJECT
public:
    explicit RefreshTurns(QObject* parent);
    /// The instance shared by all views of the owner; created at the first call.
    static RefreshTurns& of(QObject& owner);

    void add(TraceView& view);

private:
    void run();

    std::vector<QPointer<TraceView>> m_due;
    QTimer m_turn;
};

/// Base of all views: collects changes, merges them, and calls refresh() once per turn of the event loop,
/// only while the view is visible. Views never call each other.
class TraceView : public QWidget
{
    Q_OBJECT
public:
    explicit TraceView(const ViewContext& context, QWidget* parent = nullptr);

    /// Runs a command that the table assigns to this view; false for other commands.
    virtual bool perform(CommandId /*command*/) { return false; }
    /// Opens one of the view's own examples, from 0; views without examples ignore it.
    virtual void showExample(int /*example*/) { }
    /// What must be recorded for what it shows now, in addition to its registry entry.
    virtual SiteSet needs() const { return {}; }

signals:
    /// A choice made here is shown by another view, which should come to the front.
    void viewWanted(headlight::ViewId view);
    void needsChanged();

protected:
    virtual void refresh(ViewChanges changes) = 0;
    /// Lets go of the trace and of the model that it shows: they have changed while nobody sees the view,
    /// which is refreshed as soon as somebody does.
    virtual void letGo() { }
    /// Places the parts as they fit into the view, which was resized.
    virtual void arrange() { }
    void markDirty(ViewChanges changes);

    Workspace& workspace() const { return m_context.workspace; }
    Focus& focus() const { return m_context.focus; }
    Settings& settings() const { return m_context.settings; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class RefreshTurns;
    void flush();
    void letGoIfStale();

    ViewContext m_context;
    ViewChanges m_dirty;
    std::weak_ptr<const void> m_seen; ///< the recording at the last refresh
    std::weak_ptr<const Model> m_seenModel; ///< likewise
    bool m_scheduled = false;
};

} // namespace headlight
