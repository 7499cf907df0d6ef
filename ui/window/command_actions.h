#pragma once

#include "ui/state/commands.h"

#include <QObject>

#include <vector>

class QAction;

namespace headlight {

/// One action for each line of the table of commands but those of views, which make their own. Parts of the
/// window connect theirs; menus, the palette and the list of shortcuts show them.
class CommandActions : public QObject
{
    Q_OBJECT
public:
    explicit CommandActions(QObject* parent = nullptr);

    /// No command of a view.
    QAction& operator[](CommandId id) const;

private:
    std::vector<QAction*> m_actions; ///< by id
};

} // namespace headlight
