#include "ui/window/actions/command_actions.h"

#include "ui/widgets/layouts.h"

#include <QAction>

namespace headlight {

CommandActions::CommandActions(QObject* parent)
    : QObject(parent)
{
    for (const Command& command : commandTable())
        if (command.place != CommandPlace::kView)
            m_actions.push_back(makeCommandAction(command.id, this));
}

QAction& CommandActions::operator[](CommandId id) const
{
    return *m_actions.at(static_cast<std::size_t>(id));
}

} // namespace headlight
