#pragma once

#include "core/io/atomic_file.h"
#include "ui/background/worker_thread.h"
#include "ui/state/session.h"
#include "ui/state/workspace.h"

#include <QByteArray>
#include <QHash>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// How the model found for a session compares with the one it was saved with.
enum class ModelMatch {
    kNone, ///< the session names no model
    kSame,
    kChanged, ///< a different model is now where the session points
    kGone, ///< there is nothing there, and no known model is the same
};

struct OpenedSession
{
    QString path;
    Session session;
    QStringList warnings;
    ModelMatch match = ModelMatch::kNone;
    QString folder; ///< folder of the model to open; empty with kNone and kGone
};

/// A session file as this window last read or wrote it.
struct KnownFile
{
    QString path; ///< empty = none
    QByteArray digest; ///< SHA-256 of its bytes
};

/// Outcome of saving a file.
struct SaveResult
{
    enum class Kind {
        kSaved,
        kChanged, ///< another window has written the file since this one read or wrote it; the file is
                  ///< untouched
        kFailed, ///< the file is untouched; `notice` says why
    };
    Kind kind = Kind::kSaved;
    Notice notice;
};

/// Reads and writes session files and looks for their models, in the background and in order: files may be on
/// slow disks, and a model's digest takes reading some megabytes. UI thread only.
class SessionFiles : public QObject
{
    Q_OBJECT
public:
    enum class Overwrite {
        kOwn, ///< only if the file is as this window last read or wrote it; see SaveResult::Kind::kChanged
        kAny,
    };
    using Saved = std::function<void(const SaveResult&)>;
    /// Makes Session::picture in the background; may be empty.
    using Painter = std::function<QByteArray()>;
    /// Files in this folder hold unsaved input: only their owner can read them.
    void setPrivateFolder(const QString& folder) { m_private = folder; }

    using QObject::QObject;

    /// Adds the digest of `session.model.folder`; the built-in model has none. `done`: on the UI thread.
    void save(const QString& path, const Session& session, Overwrite overwrite, Saved done,
              Painter painter = {});
    /// Likewise, and waits.
    SaveResult saveNow(const QString& path, const Session& session, Overwrite overwrite,
                       const Painter& painter = {});
    /// `known`: other folders in which the model may be; `builtin`: folder of the built-in model.
    void open(const QString& path, const QStringList& known, const QString& builtin);
    /// Removes a file, after all earlier requests.
    void remove(const QString& path);
    /// Waits for all requests and calls every `done`.
    void settle();

    /// What this window knows about a file; waits. Another window takes it over with remember().
    KnownFile known(const QString& path);
    void remember(const KnownFile& file);

signals:
    void opened(const headlight::OpenedSession& session);
    void failed(const headlight::Notice& notice);

private:
    SaveResult write(const QString& path, Session session, Overwrite overwrite, const Painter& painter);
    void read(const QString& path, const QStringList& known, const QString& builtin);
    std::optional<QString> digestOf(const QString& folder);
    void findModel(OpenedSession& opened, const QStringList& known, const QString& builtin);

    QString m_private;
    // Used by the pool's thread only:
    QHash<QString, QString> m_digests; ///< of models, by folder and modification times
    QHash<QString, QByteArray> m_known; ///< digests of session files, by path
    WorkerThread m_thread; ///< the last member: its destruction waits for all requests
};

/// A lock on `file`.lock that becomes stale only when its owner dies, never by age. Null if another window,
/// of this program or another, holds it.
std::unique_ptr<QLockFile> lockBeside(const QString& file);

/// Lets other windows know that this one has a session file open. It does not stop them from using the file.
class SessionClaim
{
public:
    /// `folder` has a lock for each open session; it is created when needed.
    explicit SessionClaim(QString folder);

    /// Releases the previous file. False if another window has this one open.
    bool take(const QString& file);
    void release();

private:
    QString m_folder, m_file;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace headlight
