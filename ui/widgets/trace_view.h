#pragma once

#include "ui/state/focus.h"
#include "ui/state/workspace.h"

#include <QWidget>

namespace headlight {

class Settings;

/// What every view is given. The objects outlive the views.
struct ViewContext
{
    Workspace& workspace;
    Focus& focus;
    Settings& settings;
};

enum class ViewChange : unsigned {
    kTrace = 1, ///< another snapshot or step: matrices and tokens may all differ
    kHead = 2,
    kMap = 4,
    kHover = 8,
    kPin = 16,
    kColours = 32, ///< colour map or palette
    kModel = 64,
    kDocument = 128,
    kMoreHeads = 256, ///< the heads beside the main one
    kMapOptions = 512, ///< how maps are looked at
    kFound = 1024, ///< tokens that a search has found
    kZoom = 2048, ///< the part of maps that is looked at, or whether views share it
    kAll = 4095,
};
Q_DECLARE_FLAGS(ViewChanges, ViewChange)

/// Base of all views: gathers changes, merges them, and calls refresh() once per turn of the event
/// loop, only while the view is visible. Views never call each other.
class TraceView : public QWidget
{
    Q_OBJECT
public:
    explicit TraceView(const ViewContext& context, QWidget* parent = nullptr);

protected:
    virtual void refresh(ViewChanges changes) = 0;
    void markDirty(ViewChanges changes);

    Workspace& workspace() const { return m_context.workspace; }
    Focus& focus() const { return m_context.focus; }
    Settings& settings() const { return m_context.settings; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void flush();

    ViewContext m_context;
    ViewChanges m_dirty;
    bool m_scheduled = false;
};

} // namespace headlight

Q_DECLARE_OPERATORS_FOR_FLAGS(headlight::ViewChanges)
