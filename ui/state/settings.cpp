#include "ui/state/settings.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace headlight {

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headlight"),
              QStringLiteral("headlight"))
    , m_dataFolder(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                   + QStringLiteral("/headlight"))
{ }

Settings::Settings(const QString& iniFile)
    : m_store(iniFile, QSettings::IniFormat)
    , m_dataFolder(QFileInfo(iniFile).absolutePath() + QStringLiteral("/data"))
{ }

QVariant Settings::value(const QString& key) const
{
    return m_store.value(key);
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    if (value.isValid())
        m_store.setValue(key, value);
    else
        m_store.remove(key);
}

} // namespace headlight
