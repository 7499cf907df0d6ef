#pragma once

#include "ui/state/workspace.h"

#include <QObject>

#include <array>

class QAction;

namespace headlight {

class CommandActions;

/// Which run is shown while an edit is active: before it, after it, their difference, or both side by side.
class VersionActions : public QObject
{
    Q_OBJECT
public:
    VersionActions(Workspace& workspace, const CommandActions& commands, QObject* parent = nullptr);

private:
    void refresh();

    Workspace& m_workspace;
    std::array<QAction*, 5> m_versions; ///< by RunVersion
    QAction* m_beside;
};

} // namespace headlight
