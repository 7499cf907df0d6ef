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

/// Brings a session that was read into the window: its model or trace, then its views and document, and its
/// focus when the document's result is there.
class SessionRestorer : public QObject
{
    Q_OBJECT
public:
    SessionRestorer(const ViewContext& context, RunController& runs, Rooms& rooms, QWidget* window);

    /// Asks for another model where the session's own is gone or has changed.
    void restore(const OpenedSession& session);
    /// What is shown from now on: the folder of a model, or a trace file. The other one is empty.
    void setSource(const QString& folder, const QString& trace);

signals:
    void modelWanted(const QString& folder);
    void traceWanted(const QString& file);
    /// The document is the session's.
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
    QString m_folder, m_trace; ///< that are shown
    std::optional<OpenedSession> m_waiting; ///< for its model
    std::optional<OpenedSession> m_running; ///< its document is applied, its result is not there yet
    quint64 m_before = 0; ///< the request whose snapshot was shown when the document was applied
    bool m_otherSource = false; ///< the session's model or trace had to be opened
};

} // namespace headlight
