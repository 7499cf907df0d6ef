#pragma once

#include "ui/dialogs/shortcuts_dialog.h"

#include <QObject>

#include <functional>

class QMainWindow;

namespace headlight {

class CommandActions;

/// The Help menu: the list of shortcuts, about. Asks for the list of actions only when it is needed.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(const CommandActions& commands, QMainWindow& window);

    std::function<QList<ActionGroupList>()> shortcutGroups;

public slots:
    void showShortcuts();

private:
    QMainWindow& m_window;
};

} // namespace headlight
