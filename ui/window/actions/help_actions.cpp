#include "ui/window/actions/help_actions.h"

#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/tour.h"
#include "ui/state/settings.h"

#include <QAction>
#include <QMainWindow>

namespace headlight {

HelpActions::HelpActions(QMainWindow& window, Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
    , m_tour(new QAction(tr("Short &tour"), this))
    , m_shortcuts(new QAction(tr("&Shortcuts…"), this))
    , m_about(new QAction(tr("&About Headlight"), this))
{
    m_tour->setObjectName(QStringLiteral("help.tour"));
    m_tour->setShortcut(QKeySequence::HelpContents);
    m_shortcuts->setObjectName(QStringLiteral("help.shortcuts"));
    m_shortcuts->setShortcut(Qt::CTRL | Qt::Key_F1);
    m_about->setMenuRole(QAction::AboutRole);
    connect(m_tour, &QAction::triggered, this, &HelpActions::startTour);
    connect(m_shortcuts, &QAction::triggered, this, &HelpActions::showShortcuts);
    connect(m_about, &QAction::triggered, this, [this] { showAbout(&m_window); });
}

void HelpActions::startTour()
{
    if (m_running != nullptr)
        m_running->finish();
    m_settings.setTourSeen(true);
    m_running = new Tour(tourSteps ? tourSteps() : std::vector<TourStep>{}, &m_window);
}

void HelpActions::showShortcuts()
{
    auto* dialog
        = new ShortcutsDialog(shortcutGroups ? shortcutGroups() : QList<ActionGroupList>{}, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace headlight
