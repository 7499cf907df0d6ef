#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace headlight {

/// A lock on `file`.lock that only the death of its owner makes stale, not its age. Null where another
/// window, of this program or of another, holds it.
std::unique_ptr<QLockFile> lockBeside(const QString& file);

/// Lets other windows know that a session file is open in this one. Nothing is kept from them.
class SessionClaim
{
public:
    /// Holds a lock for each session that is open; made when it is needed.
    explicit SessionClaim(QString folder);

    /// Lets go of the file before. False where another window has this one open.
    bool take(const QString& file);
    void release();

private:
    QString m_folder, m_file;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace headlight
