#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>
#include <vector>

namespace headlight {

/// A copy of the work in the program's data folder, for the case that the program dies: one file per
/// window with a lock beside it. A copy whose lock nobody holds was left by a crash.
class Recovery
{
public:
    /// The folder is made when it is needed.
    explicit Recovery(QString folder);
    ~Recovery();
    Recovery(const Recovery&) = delete;
    Recovery& operator=(const Recovery&) = delete;
    Recovery(Recovery&&) = delete;
    Recovery& operator=(Recovery&&) = delete;

    /// Where this window's copy belongs; empty where the folder cannot be written.
    QString file();

    struct Orphan
    {
        QString file;
        QDateTime written;
    };
    /// The newest copy of a dead program; no other window is offered the same one. An empty file name:
    /// there is none.
    const Orphan& orphan();
    /// Forgets all copies of dead programs, on the disk too.
    void discardOrphans();
    /// The end of a window that was closed properly: its lock goes, its copy is removed by who wrote it.
    void release();

private:
    void lookForOrphans();

    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<std::unique_ptr<QLockFile>> m_orphanLocks;
    std::vector<QString> m_orphanFiles;
    Orphan m_newest;
    bool m_looked = false;
};

} // namespace headlight
