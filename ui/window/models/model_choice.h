#pragma once

#include <QComboBox>
#include <QWheelEvent>

class QMenu;

namespace headlight {

class ModelLibrary;
class Settings;
class Workspace;

/// The choice of model: built-in ones, recent ones, those found in the model folders and in Hugging Face's
/// cache, and any folder or file. The recent ones also form the menu "Open recent".
class ModelChoice : public QComboBox
{
    Q_OBJECT
public:
    ModelChoice(const Workspace& workspace, Settings& settings, const ModelLibrary& library,
                QWidget* parent = nullptr);

    QMenu* recentMenu() const { return m_recent; }

protected:
    /// Scrolling past it must not open models.
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }

signals:
    void chosen(const QString& folder);
    void folderWanted(); ///< "Open model folder…"
    void fileWanted(); ///< "Open GGUF file…"

private:
    /// Shows the open model, adds it to the recent ones, and opens it at the next start.
    void adapt();
    void rebuild();
    void addGroup();
    void addModel(const QString& folder, const QString& name, const QString& obstacle = {});
    void activate(int index);

    const Workspace& m_workspace;
    Settings& m_settings;
    const ModelLibrary& m_library;
    QString m_current;
    QMenu* m_recent;
};

} // namespace headlight
