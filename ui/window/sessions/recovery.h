#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>
#include <utility>
#include <vector>

namespace headlight {

/// Copies of the work in the program's data folder, in case the program crashes: one file per window with a
/// lock beside it. A copy without a lock holder was left by a crash, or by a window that was closed with work
/// that is in no file.
class Recovery
{
    Q_DISABLE_COPY_MOVE(Recovery)

public:
    /// The folder is created when needed.
    explicit Recovery(QString folder)
        : m_folder(std::move(folder))
    { }

    const QString& folder() const { return m_folder; }
    /// Path for this window's copy; empty if the folder is not writable.
    QString file();

    struct Orphan
    {
        QString file;
        QDateTime written;
        bool closed = false; ///< left by a window that was closed
        std::unique_ptr<QLockFile> lock; ///< held so that no other window offers the same copy
    };
    /// The copies left by dead programs, newest first.
    const std::vector<Orphan>& orphans();
    bool isCopy(const QString& file) const;
    /// Makes a dead program's copy this window's own, unless another window has taken it.
    void adopt(const QString& copy);
    /// Leaves a copy to another window.
    void leave(const QString& copy);
    /// Deletes the copies of dead programs.
    void discardOrphans();
    /// Ends a closed window: removes its lock. Whoever wrote the copy removes it, unless it stays.
    void release(bool stays);

private:
    std::unique_ptr<QLockFile> takeLock(const QString& copy);

    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<Orphan> m_orphans;
    bool m_looked = false;
};

} // namespace headlight
