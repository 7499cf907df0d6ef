#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace headlight {

class ModelLibrary;
class RunController;
class Settings;
struct BaseWanted;
struct LargeModel;

/// Opens models, and knows which there are. Asks before opening a large one; can remember the answer.
class ModelOpener : public QObject
{
    Q_OBJECT
public:
    /// The objects and the window must outlive this.
    ModelOpener(Settings& settings, RunController& runs, QWidget& window);

    const ModelLibrary& library() const { return *m_library; }
    /// Searches again for models in the places named in the settings.
    void searchModels();

    /// The folder of the model with this name, which may not exist.
    QString folderOf(const QString& name) const;

    /// Opens a model folder according to the settings.
    void openModel(const QString& folder);
    /// Whether something is being opened, a trace included.
    bool isOpening() const;

signals:
    /// The user declined to open a large model.
    void declined();

private:
    void askAboutLarge(const LargeModel& model);
    void askForBase(const BaseWanted& wanted);
    void openOver(const QString& adapter, const QString& base);

    Settings& m_settings;
    RunController& m_runs;
    QWidget& m_window;
    ModelLibrary* m_library;
};

} // namespace headlight
