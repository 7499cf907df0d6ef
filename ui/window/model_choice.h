#pragma once

#include <QComboBox>

class QAction;
class QMenu;

namespace headlight {

class Settings;

/// The choice of model: the built-in one, those used lately, and any folder. The same list is the menu
/// "Open recent".
class ModelChoice : public QComboBox
{
    Q_OBJECT
public:
    ModelChoice(Settings& settings, QString builtinFolder, QWidget* parent = nullptr);

    /// The model in use; adds it to the list.
    void setCurrent(const QString& folder);
    QMenu* recentMenu() const { return m_recent; }

signals:
    void chosen(const QString& folder);
    void folderWanted(); ///< "Open model folder…"

private:
    void rebuild();
    void activate(int index);
    QString labelOf(const QString& folder) const;

    Settings& m_settings;
    QString m_builtin, m_current;
    QMenu* m_recent;
};

} // namespace headlight
