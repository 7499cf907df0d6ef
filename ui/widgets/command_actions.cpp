#include "ui/widgets/command_actions.h"

#include <QAction>

namespace headlight {

QString tipWithKey(const QString& words, const QKeySequence& key)
{
    return key.isEmpty() ? words
                         : QStringLiteral("%1 (%2)").arg(words, key.toString(QKeySequence::NativeText));
}

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
