#pragma once

#include <QSettings>
#include <QString>
#include <QVariant>

namespace headlight {

/// Where what lasts from one start to the next is stored. What is stored there is said by the Setting values,
/// each beside the view or part that uses it. Tests inject a file of their own.
class Settings
{
public:
    Settings(); ///< the user's
    explicit Settings(const QString& iniFile);

    /// Invalid where there is none.
    QVariant value(const QString& key) const;
    /// An invalid value removes the key.
    void setValue(const QString& key, const QVariant& value);

    /// A folder for files of the program's own: what a crash must not lose.
    QString dataFolder() const { return m_dataFolder; }

private:
    void keepPrivate() const;

    QSettings m_store;
    QString m_dataFolder;
};

} // namespace headlight
