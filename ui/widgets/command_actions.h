#pragma once

#include "ui/state/commands.h"

#include <QKeySequence>
#include <QObject>

#include <vector>

class QAction;

namespace headlight {

/// The text of a tooltip with the key at the end, if there is one.
QString tipWithKey(const QString& words, const QKeySequence& key);

/// An action with the command's name, words, tip and keys from the table. The parent owns it.
QAction* makeCommandAction(CommandId id, QObject* parent);

/// One action for each line of the table of commands, except the commands of views, which create their own.
/// Parts of the window connect their actions; menus, the palette and the list of shortcuts show them.
class CommandActions : public QObject
{
    Q_OBJECT
public:
    explicit CommandActions(QObject* parent = nullptr);

    /// Not for commands of views.
    QAction& operator[](CommandId id) const;

private:
    std::vector<QAction*> m_actions; ///< by CommandId
};

} // namespace headlight
