#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>

class QDBusVariant;

namespace headlight {

/// The program's palettes (light and dark, each also with high contrast) and text size. The setting decides
/// which palette is used, otherwise the desktop (whose portal reports changes), otherwise the platform's
/// palette. The destructor restores everything.
class Theme : public QObject
{
    Q_OBJECT
public:
    Theme();
    ~Theme() override;

    /// "system", "light", "dark", "contrast-light" or "contrast-dark".
    void choose(const QString& name);
    const QString& chosen() const { return m_chosen; }
    bool isDark() const;
    bool isHighContrast() const;
    /// Percentage of the desktop's text size, kSmallestText … kLargestText.
    void setTextSize(int percent);
    int textSize() const { return m_textSize; }
    static constexpr int kSmallestText = 80, kLargestText = 250;

    static QPalette palette(bool dark, bool highContrast);

private slots:
    void portalChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void ask(const QString& key);
    void take(const QString& key, const QVariant& value);
    void apply() const;

    QString m_chosen = QStringLiteral("system");
    bool m_desktopIsDark = false;
    bool m_desktopHasContrast = false;
    QFont m_desktopFont;
    int m_textSize = 100;
};

} // namespace headlight
