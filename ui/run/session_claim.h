#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace headlight {

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
