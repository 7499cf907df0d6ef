#pragma once

#include "ui/run/session_claim.h"
#include "ui/run/session_files.h"
#include "ui/widgets/trace_view.h"

#include <QObject>

#include <optional>

class QMenu;

namespace headlight {

class CrashCopy;
class MessageBar;
class Rooms;
class RunController;
class Scenes;
class SessionRestorer;

/// Sessions: saves what is looked at to a file, opens such files, and sees to it that no work is lost: not by
/// a crash, by a file that cannot be written, or by another window that has the same session open.
class SessionActions : public QObject
{
    Q_OBJECT
public:
    SessionActions(const ViewContext& context, RunController& runs, Rooms& rooms, Scenes& scenes,
                   QWidget* window);

    QMenu* recentMenu() const { return m_recent; }
    MessageBar* bar() const;
    CrashCopy& crashCopy() const { return *m_crashCopy; }

    /// What is shown from now on: a model, or a trace file.
    void setSource(const SessionModel& model, const QString& trace);
    void setBuiltin(const QString& folder) { m_builtin = folder; }

    /// Opens a session file: its model first, then all the rest.
    void open(const QString& path);
    /// The session has this file as soon as it is written. Asks before it overwrites what another window
    /// saved.
    void save(const QString& path);
    /// Goes on with a session that an earlier window had open.
    void resume(const KnownFile& file);
    const QString& trace() const { return m_trace; }
    void askForFile();
    void askWhereToSave();
    /// Into the session's file; asks for one where there is none yet.
    void saveOrAsk();
    /// Offers what a crash left, if there is something.
    void offerRecovery();
    /// Asks about changes that are not saved, and saves them where that is wished. False where the window
    /// must stay as it is: the user wants it, or saving failed.
    bool mayClose();
    /// Ends the window properly: the recovery copy goes. Returns the file of the session.
    KnownFile finish();

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
    /// A file to be written, and what of it may be lost.
    struct Target
    {
        QString path; ///< empty: not to be written
        SessionFiles::Overwrite overwrite = SessionFiles::Overwrite::kAny;
    };

    void connectParts();
    void rebuildRecent();
    Target targetFor(const QString& path) const;
    Target askWhere();
    Target askAboutChange(const QString& path);
    void save(const Target& target);
    bool saveNow(Target target);
    void saved(const QString& path, const Document& document, const SaveResult& result);
    void opened(const OpenedSession& session);
    void setPath(const QString& path);
    Session current() const;
    SessionFiles::Painter painter() const;
    std::optional<Session> worthKeeping() const;
    QStringList knownFolders() const;

    ViewContext m_context;
    Rooms& m_rooms;
    Scenes& m_scenes;
    QWidget* m_window;
    SessionFiles m_files;
    SessionClaim m_claim;
    CrashCopy* m_crashCopy;
    SessionRestorer* m_restorer;
    QMenu* m_recent;
    QString m_builtin, m_path, m_trace;
    QString m_unsaved; ///< the file that could not be written at the last attempt; empty: it could
    SessionModel m_model; ///< that is shown
};

} // namespace headlight
