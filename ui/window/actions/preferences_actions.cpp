#include "ui/window/actions/preferences_actions.h"

#include "ui/dialogs/preferences_dialog.h"
#include "ui/widgets/command_actions.h"

#include <QAction>

#include <utility>

namespace headlight {

PreferencesActions::PreferencesActions(const CommandActions& commands, std::vector<MakePage> pages,
                                       QWidget& window)
    : QObject(&window)
    , m_window(window)
    , m_pages(std::move(pages))
{
    QAction& preferences = commands[CommandId::kPreferences];
    preferences.setMenuRole(QAction::PreferencesRole);
    connect(&preferences, &QAction::triggered, this, &PreferencesActions::show);
}

void PreferencesActions::show()
{
    auto* const dialog = new PreferencesDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    for (const MakePage& make : m_pages)
        dialog->addPage(make());
    connect(dialog, &PreferencesDialog::applied, this, &PreferencesActions::applied);
    dialog->open();
}

} // namespace headlight
