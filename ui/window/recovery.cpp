#include "ui/window/recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <utility>

namespace headlight {

namespace {

std::unique_ptr<QLockFile> lockFor(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QLatin1String(".lock"));
    lock->setStaleLockTime(0); // only the death of its owner makes a lock stale, not its age
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

} // namespace

Recovery::Recovery(QString folder)
    : m_folder(std::move(folder))
{ }

Recovery::~Recovery() = default;

QString Recovery::file()
{
    if (m_lock != nullptr)
        return m_file;
    if (!QDir().mkpath(m_folder))
        return {};
    m_file = m_folder + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces)
        + QLatin1String(".headlight");
    m_lock = lockFor(m_file);
    return m_lock == nullptr ? QString() : m_file;
}

void Recovery::lookForOrphans()
{
    if (std::exchange(m_looked, true))
        return;
    const QFileInfoList copies
        = QDir(m_folder).entryInfoList({QStringLiteral("*.headlight")}, QDir::Files, QDir::Time);
    for (const QFileInfo& copy : copies) {
        const QString file = copy.absoluteFilePath();
        if (file == m_file)
            continue;
        std::unique_ptr<QLockFile> lock = lockFor(file);
        if (lock == nullptr)
            continue; // another window's
        if (m_orphanFiles.empty())
            m_newest = {file, copy.lastModified()};
        m_orphanFiles.push_back(file);
        m_orphanLocks.push_back(std::move(lock));
    }
}

const Recovery::Orphan& Recovery::orphan()
{
    lookForOrphans();
    return m_newest;
}

void Recovery::discardOrphans()
{
    for (const QString& file : m_orphanFiles)
        QFile::remove(file);
    m_orphanFiles.clear();
    m_orphanLocks.clear();
    m_newest = {};
}

void Recovery::release()
{
    m_lock.reset();
}

} // namespace headlight
