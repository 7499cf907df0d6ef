#pragma once

#include "core/trace/site.h"

#include <QObject>

#include <optional>

namespace headlight {

class Focus;
class LatestTask;
class Trace;
class Workspace;

/// Opens each model on the head whose map is easiest to read on the text (clearestHead()), once its first
/// result is complete. If the user has already chosen a head, that one stays. Large results are searched off
/// the UI thread. Create it after the FocusKeeper. UI thread only.
class FirstHead : public QObject
{
    Q_OBJECT
public:
    FirstHead(const Workspace& workspace, Focus& focus, QObject* parent = nullptr);

    /// A head to show for the open model instead of the clearest one; nothing = none.
    void prefer(const std::optional<HeadRef>& head) { m_preferred = head; }

private:
    void lookThrough();
    void take(const std::optional<HeadRef>& clearest);
    /// Whether nobody has chosen a head since the model was opened.
    bool isUntouched(const Trace& trace) const;

    const Workspace& m_workspace;
    Focus& m_focus;
    LatestTask* m_task;
    bool m_due; ///< a model has been opened and its first result is not complete yet
    std::optional<HeadRef> m_preferred;
    HeadRef m_before; ///< current head at that moment
    quint64 m_stale = 0; ///< request of the previous model's result, which may still be shown
};

} // namespace headlight
