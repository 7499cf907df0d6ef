#include "ui/window/command_actions.h"

#include <QAction>

namespace headlight {

CommandActions::CommandActions(QObject* parent)
    : QObject(parent)
{
    for (const Command& command : commandTable()) {
        auto* const action = new QAction(commandWords(command), this);
        action->setObjectName(QLatin1String(command.name));
        action->setShortcuts(command.keys);
        action->setCheckable(command.checkable);
        if (const QString tip = commandTip(command); !tip.isEmpty())
            action->setToolTip(tip);
        m_actions.push_back(action);
    }
}

} // namespace headlight
