#include "ui/run/session_claim.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace headlight {

std::unique_ptr<QLockFile> lockBeside(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QLatin1String(".lock"));
    lock->setStaleLockTime(0);
    if (!lock->tryLock(0))
        return nullptr;
    QFile::setPermissions(lock->fileName(),
                          QFile::ReadOwner | QFile::WriteOwner); // it names user and machine
    return lock;
}

SessionClaim::SessionClaim(QString folder)
    : m_folder(std::move(folder))
{ }

bool SessionClaim::take(const QString& file)
{
    const QString real = QFileInfo(file).canonicalFilePath(); // links name the same file
    if (m_lock != nullptr && real == m_file)
        return true;
    release();
    if (real.isEmpty() || !QDir().mkpath(m_folder))
        return true;
    const QByteArray name = QCryptographicHash::hash(real.toUtf8(), QCryptographicHash::Sha256).toHex();
    m_file = real;
    m_lock = lockBeside(m_folder + QLatin1Char('/') + QString::fromLatin1(name));
    return m_lock != nullptr;
}

void SessionClaim::release()
{
    m_lock.reset();
    m_file.clear();
}

} // namespace headlight
