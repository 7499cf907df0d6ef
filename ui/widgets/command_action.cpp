#include "ui/widgets/command_action.h"

#include <QAction>

namespace headlight {

QAction* makeCommandAction(CommandId id, QObject* parent)
{
    const Command& command = commandOf(id);
    auto* const action = new QAction(commandWords(command), parent);
    action->setObjectName(QLatin1String(command.name));
    action->setShortcuts(command.keys);
    action->setCheckable(command.checkable);
    if (const QString tip = commandTip(command); !tip.isEmpty())
        action->setToolTip(tip);
    return action;
}

} // namespace headlight
