#pragma once

#include "ui/run/session_files.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/recovery.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QMenu;

namespace headlight {

class DockArea;
class MessageBar;
class RunController;

/// Sessions: saves what is looked at to a file and brings it back, keeps a copy for the case of a crash,
/// and offers that copy at the next start. Owns the bar that makes the offer.
class SessionActions : public QObject
{
    Q_OBJECT
public:
    SessionActions(const ViewContext& context, RunController& runs, DockArea& views, QWidget* window);

    QMenu* recentMenu() const { return m_recent; }
    MessageBar* bar() const { return m_bar; }

    /// What is shown from now on: a model, or a trace file.
    void setSource(const SessionModel& model, const QString& trace);
    void setBuiltin(const QString& folder) { m_builtin = folder; }

    /// Opens a session file: its model first, then all the rest.
    void open(const QString& path);
    void save(const QString& path);
    /// Goes on with a session that an earlier window had open.
    void resume(const QString& path);
    const QString& trace() const { return m_trace; }
    void askForFile();
    void askWhereToSave();
    /// Into the session's file; asks for one where there is none yet.
    void saveOrAsk();
    /// Offers what a crash left, if there is something.
    void offerRecovery();
    /// False where the user wants to stay: the session has changes that are not saved.
    bool mayClose();
    /// Ends the window properly: the recovery copy goes.
    void finish();

    /// The file of the session; empty while it has none.
    const QString& path() const { return m_path; }
    bool isModified() const;

signals:
    /// Another file, or saved, or changed since.
    void nameChanged();
    /// The model or trace of a session is to be opened.
    void modelWanted(const QString& folder);
    void traceWanted(const QString& file);

private:
    void rebuildRecent();
    void opened(const OpenedSession& session);
    void settle(const OpenedSession& session);
    void askForModel(const OpenedSession& session);
    void sourceReady();
    void applyDocument();
    void runEnded();
    void applyFocus();
    void setPath(const QString& path);
    Session current() const;
    QStringList knownFolders() const;
    void keepCopy();

    ViewContext m_context;
    RunController& m_runs;
    DockArea& m_views;
    QWidget* m_window;
    SessionFiles m_files;
    Recovery m_recovery;
    QTimer m_copySoon;
    MessageBar* m_bar;
    QMenu* m_recent;
    QString m_builtin, m_path, m_trace;
    SessionModel m_model; ///< that is shown
    std::optional<OpenedSession> m_waiting; ///< for its model
    std::optional<OpenedSession> m_running; ///< its document is applied, its result is not there yet
    quint64 m_before = 0; ///< the request whose snapshot was shown when the document was applied
    bool m_otherSource = false; ///< the session's model or trace had to be opened
    bool m_finished = false;
};

} // namespace headlight
