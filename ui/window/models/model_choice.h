#pragma once

#include <QComboBox>

class QMenu;

namespace headlight {

class ModelLibrary;
class Settings;

/// The choice of model: built-in ones, recent ones, those found in the model folders and in Hugging Face's
/// cache, and any folder. The recent ones also form the menu "Open recent".
class ModelChoice : public QComboBox
{
    Q_OBJECT
public:
    ModelChoice(Settings& settings, const ModelLibrary& library, QWidget* parent = nullptr);

    /// Sets the current model and adds it to the recent ones. Empty = none.
    void setCurrent(const QString& folder);
    QMenu* recentMenu() const { return m_recent; }

signals:
    void chosen(const QString& folder);
    void folderWanted(); ///< "Open model folder…"

private:
    void rebuild();
    void addGroup();
    void addModel(const QString& folder, const QString& name, const QString& obstacle = {});
    void activate(int index);

    Settings& m_settings;
    const ModelLibrary& m_library;
    QString m_current;
    QMenu* m_recent;
};

} // namespace headlight
