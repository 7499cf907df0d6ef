#pragma once

#include "ui/dialogs/preferences_dialog.h"
#include "ui/state/model_settings.h"
#include "ui/widgets/choice_box.h"

class QCheckBox;
class QListWidget;
class QPushButton;

namespace headlight {

class Settings;

/// Preferences for models: how weights are held, where to look for models, when to ask about large ones.
class ModelsPage : public PreferencesPage
{
    Q_OBJECT
public:
    explicit ModelsPage(Settings& settings);

    QString title() const override { return tr("Models"); }
    void apply() override;
    /// Adds a folder to the list if it is not in it yet.
    void addFolder(const QString& folder);

private:
    QWidget* buildFolders();

    Settings& m_settings;
    ChoiceBox<HeldPrecision>* m_precision;
    QListWidget* m_folders;
    QPushButton* m_remove;
    QCheckBox* m_hub;
    QCheckBox* m_askAgain;
};

} // namespace headlight
