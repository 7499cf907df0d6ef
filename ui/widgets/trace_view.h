#pragma once

#include "core/trace/record_plan.h"
#include "ui/state/view_change.h"
#include "ui/state/view_id.h"

#include <QWidget>

namespace headlight {

class Focus;
class Settings;
class Workspace;
enum class CommandId : unsigned char;

/// What every view is given. The objects outlive the views.
struct ViewContext
{
    Workspace& workspace;
    Focus& focus;
    Settings& settings;
};

/// Base of all views: gathers changes, merges them, and calls refresh() once per turn of the event
/// loop, only while the view is visible. Views never call each other.
class TraceView : public QWidget
{
    Q_OBJECT
public:
    explicit TraceView(const ViewContext& context, QWidget* parent = nullptr);

    /// Does a command that the table gives to this view; false where that is another's.
    virtual bool perform(CommandId command);
    /// What must be recorded for what it shows now, besides what its line in the registry says.
    virtual SiteSet needs() const { return {}; }

signals:
    /// What was chosen here is shown by another view, which is to come to the front.
    void viewWanted(headlight::ViewId view);
    void needsChanged();

protected:
    virtual void refresh(ViewChanges changes) = 0;
    void markDirty(ViewChanges changes);

    Workspace& workspace() const { return m_context.workspace; }
    Focus& focus() const { return m_context.focus; }
    Settings& settings() const { return m_context.settings; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    friend class RefreshTurns;
    void flush();

    ViewContext m_context;
    ViewChanges m_dirty;
    bool m_scheduled = false;
};

} // namespace headlight
