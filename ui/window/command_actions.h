#pragma once

#include "ui/state/commands.h"

#include <QObject>

#include <vector>

class QAction;

namespace headlight {

/// One action for each line of the table of commands. Parts of the window connect theirs; menus, the palette
/// and the list of shortcuts show them.
class CommandActions : public QObject
{
    Q_OBJECT
public:
    explicit CommandActions(QObject* parent = nullptr);

    QAction& operator[](CommandId id) const { return *m_actions[static_cast<std::size_t>(id)]; }

private:
    std::vector<QAction*> m_actions; ///< by id
};

} // namespace headlight
