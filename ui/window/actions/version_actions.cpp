#include "ui/window/actions/version_actions.h"

#include "ui/state/snapshot.h"
#include "ui/widgets/command_actions.h"

#include <QAction>
#include <QActionGroup>

namespace headlight {

VersionActions::VersionActions(Workspace& workspace, const CommandActions& commands, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_versions{&commands[CommandId::kRunBefore], &commands[CommandId::kRunAfter],
                 &commands[CommandId::kRunDifference], &commands[CommandId::kRunMean],
                 &commands[CommandId::kRunSpread]}
    , m_beside(&commands[CommandId::kCompareRuns])
{
    auto* const group = new QActionGroup(this);
    for (std::size_t i = 0; i < m_versions.size(); ++i) {
        group->addAction(m_versions.at(i));
        connect(m_versions.at(i), &QAction::triggered, this,
                [this, i] { m_workspace.setVersion(static_cast<RunVersion>(i)); });
    }
    connect(m_beside, &QAction::triggered, this, [this] {
        m_workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    connect(&workspace, &Workspace::documentChanged, this, &VersionActions::refresh);
    connect(&workspace, &Workspace::snapshotChanged, this, &VersionActions::refresh);
    connect(&workspace, &Workspace::stepChanged, this, &VersionActions::refresh);
    refresh();
}

void VersionActions::refresh()
{
    const bool known = m_workspace.hasUnedited();
    const bool many = m_workspace.snapshot()->runs > 1;
    for (std::size_t i = 0; i < m_versions.size(); ++i) {
        const auto version = static_cast<RunVersion>(i);
        const bool ofMany = version == RunVersion::kMean || version == RunVersion::kSpread;
        m_versions.at(i)->setEnabled(ofMany ? many : known);
    }
    m_beside->setEnabled(known);
    m_versions.at(static_cast<std::size_t>(m_workspace.version()))->setChecked(true);
}

} // namespace headlight
