#include "ui/window/actions/help_actions.h"

#include "ui/dialogs/about_dialog.h"
#include "ui/window/actions/command_actions.h"

#include <QAction>
#include <QMainWindow>

namespace headlight {

HelpActions::HelpActions(const CommandActions& commands, QMainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    connect(&commands[CommandId::kShortcuts], &QAction::triggered, this, &HelpActions::showShortcuts);
    QAction& about = commands[CommandId::kAbout];
    about.setMenuRole(QAction::AboutRole);
    connect(&about, &QAction::triggered, this, [this] { showAbout(&m_window); });
}

void HelpActions::showShortcuts()
{
    auto* dialog
        = new ShortcutsDialog(shortcutGroups ? shortcutGroups() : QList<ActionGroupList>{}, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace headlight
