#pragma once

#include <QSettings>
#include <QString>
#include <QVariant>

namespace headlight {

/// Storage for what is kept between starts. The Setting values, each next to the view or part that uses it,
/// define what is stored. Tests inject their own file.
class Settings
{
public:
    Settings(); ///< the user's settings
    explicit Settings(const QString& iniFile);

    /// Invalid if there is none.
    QVariant value(const QString& key) const { return m_store.value(key); }
    /// An invalid value removes the key.
    void setValue(const QString& key, const QVariant& value);

    /// A folder for the program's own files that must survive a crash.
    QString dataFolder() const { return m_dataFolder; }

private:
    void keepPrivate() const;

    QSettings m_store;
    QString m_dataFolder;
};

} // namespace headlight
