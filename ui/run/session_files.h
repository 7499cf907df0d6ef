#pragma once

#include "ui/state/notice.h"
#include "ui/state/session.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <optional>

namespace headlight {

/// How the model that was found for a session compares with the one that it was saved with.
enum class ModelMatch {
    kNone, ///< the session names no model
    kSame,
    kChanged, ///< in the place that the session names, there is another one now
    kGone, ///< nothing is there, nor is the same model among those that are known
};

struct OpenedSession
{
    QString path;
    Session session;
    QStringList warnings;
    ModelMatch match = ModelMatch::kNone;
    QString folder; ///< of the model to open; empty with kNone and kGone
};

/// Reads and writes session files, and looks for their models, in the background: files may lie on slow
/// disks, and a model's digest reads some megabytes. Lives on the UI thread; one thing after the other.
class SessionFiles : public QObject
{
    Q_OBJECT
public:
    explicit SessionFiles(QObject* parent = nullptr);
    /// Waits: a file that was begun is finished.
    ~SessionFiles() override;

    /// The session's `model.folder` is what is hashed; the built-in model is not. What cannot be written
    /// is told by failed(), unless it was `quiet`: nobody asked for a recovery copy.
    void save(const QString& path, const Session& session, bool quiet = false);
    /// `known`: folders in which the model may be besides where the session says; `builtin`: the folder
    /// of the built-in model.
    void open(const QString& path, const QStringList& known, const QString& builtin);
    /// Removes a file, after all that was asked for before.
    void remove(const QString& path);
    void waitForDone() { m_pool.waitForDone(); }

signals:
    void saved(const QString& path);
    void opened(const headlight::OpenedSession& session);
    void failed(const headlight::Notice& notice);

private:
    std::optional<QString> digestOf(const QString& folder);
    void findModel(OpenedSession& opened, const QStringList& known, const QString& builtin);

    QThreadPool m_pool; ///< one thread
    QHash<QString, QString> m_digests; ///< by folder and its time; used by the pool's thread only
};

} // namespace headlight
