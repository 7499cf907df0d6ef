#include "ui/window/actions/help_actions.h"

#include "ui/dialogs/manual_window.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/window_menus.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/view_places.h"

#include <QAction>
#include <QLocale>
#include <QMainWindow>

namespace headlight {

HelpActions::HelpActions(const CommandActions& commands, DockArea& views, QMainWindow& window)
    : QObject(&window)
    , m_commands(commands)
    , m_views(views)
    , m_window(window)
{
    connect(&commands[CommandId::kManual], &QAction::triggered, this, &HelpActions::showManual);
    connect(&commands[CommandId::kShortcuts], &QAction::triggered, this, [this] {
        auto* const dialog = new ShortcutsDialog(actionGroups(m_window, m_commands, m_views), &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    QAction& about = commands[CommandId::kAbout];
    about.setMenuRole(QAction::AboutRole);
    connect(&about, &QAction::triggered, this, [this] { showAbout(&m_window); });
}

ManualWindow& HelpActions::manual()
{
    if (m_manual == nullptr) {
        m_manual = new ManualWindow(QLocale(), &m_window);
        m_manual->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
    return *m_manual;
}

void HelpActions::showManual()
{
    const ViewId asked = m_views.viewInFocus();
    ManualWindow& window = manual();
    for (const ViewDescriptor& view : viewRegistry())
        if (view.id == asked)
            window.showSection(viewTitle(view));
}

} // namespace headlight
