#pragma once

#include "core/trace/site.h"

#include <QObject>

#include <optional>

namespace headlight {

class Focus;
class LatestTask;
class Trace;
class Workspace;

/// Opens each model on the head whose map explains itself best on the text (clearestHead()), once its first
/// result is complete; somebody who has chosen a head by then keeps it. Large results are looked through off
/// the UI thread. Make it after the FocusKeeper. UI thread only.
class FirstHead : public QObject
{
    Q_OBJECT
public:
    FirstHead(const Workspace& workspace, Focus& focus, QObject* parent = nullptr);

    /// The open model's own head, to be shown instead of the clearest one; nothing: there is none.
    void prefer(const std::optional<HeadRef>& head) { m_preferred = head; }

private:
    void lookThrough();
    void take(const std::optional<HeadRef>& clearest);
    /// Nobody has chosen a head since the model came.
    bool isUntouched(const Trace& trace) const;

    const Workspace& m_workspace;
    Focus& m_focus;
    LatestTask* m_task;
    bool m_due; ///< a model has come whose first result is not complete yet
    std::optional<HeadRef> m_preferred;
    HeadRef m_before; ///< looked at when it came
    quint64 m_stale = 0; ///< the result of the model before, which may still be there
};

} // namespace headlight
