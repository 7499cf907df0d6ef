#include "ui/window/actions/preferences_actions.h"

#include "ui/dialogs/preferences_dialog.h"

#include <QAction>

namespace headlight {

PreferencesActions::PreferencesActions(QWidget& window)
    : QObject(&window)
    , m_window(window)
    , m_preferences(new QAction(tr("&Preferences…"), this))
{
    m_preferences->setObjectName(QStringLiteral("edit.preferences"));
    m_preferences->setShortcut(Qt::CTRL | Qt::Key_Comma);
    m_preferences->setMenuRole(QAction::PreferencesRole);
    connect(m_preferences, &QAction::triggered, this, &PreferencesActions::show);
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
