#pragma once

#include <QObject>
#include <QPalette>

class QDBusVariant;

namespace headlight {

/// The program's own light and dark palettes, and which of them is in use: the setting's, else the
/// desktop's (its portal says which, also when it changes), else the platform palette's.
class Theme : public QObject
{
    Q_OBJECT
public:
    explicit Theme(QObject* parent = nullptr);

    /// "system", "light" or "dark".
    void choose(const QString& name);
    const QString& chosen() const { return m_chosen; }
    bool isDark() const;

    static QPalette lightPalette();
    static QPalette darkPalette();

private slots:
    void portalChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void setDesktop(const QVariant& scheme);
    void apply();

    QString m_chosen = QStringLiteral("system");
    bool m_desktopIsDark = false;
};

} // namespace headlight
