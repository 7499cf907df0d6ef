#pragma once

#include "ui/run/session_files.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QString>

#include <optional>

class QWidget;

namespace headlight {

class Rooms;
class RunController;

/// Brings a session into the window: its model or trace, its views and document, then its focus.
class SessionRestorer : public QObject
{
    Q_OBJECT
public:
    SessionRestorer(const ViewContext& context, RunController& runs, Rooms& rooms, QWidget* window);

    /// Offers another model if the session's own is missing or has changed.
    void restore(const OpenedSession& session);

    /// Whether a session waits for its model, or for the result of its document.
    bool isRestoring() const { return m_waiting || m_running; }

signals:
    void modelWanted(const QString& folder);
    void traceWanted(const QString& file);
    /// The session's document has been applied.
    void applied(const headlight::OpenedSession& session);

private:
    void settle(const OpenedSession& session);
    void askForModel(const OpenedSession& session);
    void sourceReady();
    void applyDocument();
    void runEnded();
    void applyFocus();

    ViewContext m_context;
    RunController& m_runs;
    Rooms& m_rooms;
    QWidget* m_window;
    std::optional<OpenedSession> m_waiting; ///< waiting for its model
    std::optional<OpenedSession> m_running; ///< document applied, result not there yet
    quint64 m_before = 0; ///< request of the snapshot shown when the document was applied
    bool m_otherSource = false; ///< the session's model or trace had to be opened
};

} // namespace headlight
