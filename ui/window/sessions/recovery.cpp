#include "ui/window/sessions/recovery.h"

#include "ui/run/session_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

const QString kClosed = QStringLiteral("closed-"); ///< begins the name of a copy that a closed window left

} // namespace

QString Recovery::file()
{
    if (m_lock != nullptr)
        return m_file;
    if (!QDir().mkpath(m_folder))
        return {};
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_file = m_folder + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces)
        + QLatin1String(".headlight");
    m_lock = lockBeside(m_file);
    return m_lock == nullptr ? QString() : m_file;
}

const std::vector<Recovery::Orphan>& Recovery::orphans()
{
    if (std::exchange(m_looked, true))
        return m_orphans;
    const QFileInfoList copies
        = QDir(m_folder).entryInfoList({QStringLiteral("*.headlight")}, QDir::Files, QDir::Time);
    for (const QFileInfo& copy : copies) {
        const QString file = copy.absoluteFilePath();
        if (file == m_file)
            continue;
        if (auto lock = lockBeside(file)) // otherwise it belongs to another window
            m_orphans.push_back(
                {file, copy.lastModified(), copy.fileName().startsWith(kClosed), std::move(lock)});
    }
    return m_orphans;
}

bool Recovery::isCopy(const QString& file) const
{
    return file != m_file && QFileInfo(file).absolutePath() == QFileInfo(m_folder).absoluteFilePath();
}

std::unique_ptr<QLockFile> Recovery::takeLock(const QString& copy)
{
    const auto found = std::ranges::find(m_orphans, copy, &Orphan::file);
    if (found == m_orphans.end())
        return lockBeside(copy);
    auto lock = std::move(found->lock);
    m_orphans.erase(found);
    return lock;
}

void Recovery::adopt(const QString& copy)
{
    const auto lock = takeLock(copy);
    const QString own = file();
    if (lock == nullptr || own.isEmpty())
        return;
    QFile::remove(own);
    QFile::rename(copy, own);
}

void Recovery::leave(const QString& copy)
{
    takeLock(copy); // and releases it
}

void Recovery::discardOrphans()
{
    for (const Orphan& orphan : m_orphans)
        QFile::remove(orphan.file);
    m_orphans.clear();
}

void Recovery::release(bool stays)
{
    if (stays && m_lock != nullptr)
        QFile::rename(m_file, m_folder + QLatin1Char('/') + kClosed + QFileInfo(m_file).fileName());
    m_lock.reset();
}

} // namespace headlight
