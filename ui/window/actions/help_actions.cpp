#include "ui/window/actions/help_actions.h"

#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/tour.h"
#include "ui/window/actions/command_actions.h"
#include "ui/window/window_settings.h"

#include <QAction>
#include <QMainWindow>

namespace headlight {

HelpActions::HelpActions(const CommandActions& commands, QMainWindow& window, Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
{
    connect(&commands[CommandId::kTour], &QAction::triggered, this, &HelpActions::startTour);
    connect(&commands[CommandId::kShortcuts], &QAction::triggered, this, &HelpActions::showShortcuts);
    QAction& about = commands[CommandId::kAbout];
    about.setMenuRole(QAction::AboutRole);
    connect(&about, &QAction::triggered, this, [this] { showAbout(&m_window); });
}

void HelpActions::startTour()
{
    if (m_running != nullptr)
        m_running->finish();
    kTourSeen.set(m_settings, true);
    m_running = new Tour(tourSteps ? tourSteps() : std::vector<TourStep>{}, &m_window);
    if (tourEnded)
        connect(m_running, &Tour::finished, this, tourEnded);
}

void HelpActions::showShortcuts()
{
    auto* dialog
        = new ShortcutsDialog(shortcutGroups ? shortcutGroups() : QList<ActionGroupList>{}, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace headlight
