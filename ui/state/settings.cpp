#include "ui/state/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace headlight {

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headlight"),
              QStringLiteral("headlight"))
    , m_dataFolder(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                   + QStringLiteral("/headlight"))
{
    keepPrivate();
}

Settings::Settings(const QString& iniFile)
    : m_store(iniFile, QSettings::IniFormat)
    , m_dataFolder(QFileInfo(iniFile).absolutePath() + QStringLiteral("/data"))
{
    keepPrivate();
}

// The settings name files and keep recent texts. QSettings keeps the permissions of its file.
void Settings::keepPrivate() const
{
    QFile file(m_store.fileName());
    if (!file.exists() && QDir().mkpath(QFileInfo(file).absolutePath()) && file.open(QIODevice::NewOnly)) {
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    } else if (file.exists()) {
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    if (value.isValid())
        m_store.setValue(key, value);
    else
        m_store.remove(key);
}

} // namespace headlight
