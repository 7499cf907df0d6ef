#pragma once

#include "ui/run/session_files.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/sessions/session_restorer.h"

#include <QObject>

#include <optional>

class QMenu;

namespace headlight {

class CommandActions;
class CrashCopy;
class Rooms;
class RunController;

/// Sessions: saves the current state to a file, opens such files, and makes sure that no work is lost,
/// whether by a crash, an unwritable file, or another window with the same session open.
class SessionActions : public QObject
{
    Q_OBJECT
public:
    SessionActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                   Rooms& rooms, QWidget* window);

    QMenu* recentMenu() const { return m_recent; }
    CrashCopy& crashCopy() const { return *m_crashCopy; }

    /// Opens a session file: first its model, then everything else.
    void open(const QString& path);
    /// Saves to this file, the session's once it is written. Asks before overwriting another window's.
    void save(const QString& path) { save(targetFor(path)); }
    /// Continues with a session that an earlier window had open.
    void resume(const KnownFile& file);
    void askForFile();
    void askWhereToSave() { save(askWhere()); }
    /// Saves to the session's file; asks for one if there is none yet.
    void saveOrAsk() { save(m_path.isEmpty() ? askWhere() : targetFor(m_path)); }
    /// Offers to restore what a crash left behind, if anything.
    void offerRecovery();
    /// Asks about unsaved changes, and saves them. False: the user cancelled, or saving failed.
    bool mayClose();
    /// Ends the window normally: removes the recovery copy, unless the window closes with work that is in no
    /// file. Returns the file of the session.
    KnownFile finish(bool closes);

    /// Ends without asking: unsaved changes stay in the recovery copy.
    void endNow();

    /// The session's file; empty if it has none yet.
    const QString& path() const { return m_path; }
    bool isModified() const;
    /// Whether a session is on its way to the window.
    bool isRestoring() const { return m_restorer->isRestoring(); }

signals:
    /// The file has changed, has been saved, or differs from the session again.
    void nameChanged();
    /// The model or trace of a session should be opened.
    void modelWanted(const QString& folder);
    void traceWanted(const QString& file);

private:
    /// A file to write, and whose version of it may be overwritten.
    struct Target
    {
        QString path; ///< empty = do not write
        SessionFiles::Overwrite overwrite = SessionFiles::Overwrite::kAny;
    };

    void connectParts();
    void rebuildRecent();
    Target targetFor(const QString& path) const;
    Target askWhere();
    Target askAboutChange(const QString& path);
    void save(const Target& target);
    bool saveNow(Target target);
    void saved(const QString& path, const Session& session, const SaveResult& result);
    void opened(const OpenedSession& session);
    void setPath(const QString& path);
    Session current() const;
    SessionFiles::Painter painter() const;
    bool hasWork() const;

    ViewContext m_context;
    Rooms& m_rooms;
    QWidget* m_window;
    SessionFiles m_files;
    SessionClaim m_claim;
    CrashCopy* m_crashCopy;
    SessionRestorer* m_restorer;
    QMenu* m_recent;
    QString m_path;
    bool m_hasSource = false; ///< a model or a trace has been open
    QString m_unsaved; ///< file that could not be written at the last attempt; empty = it succeeded
};

} // namespace headlight
