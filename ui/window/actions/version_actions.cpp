#include "ui/window/actions/version_actions.h"

#include "ui/state/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>

namespace headlight {

VersionActions::VersionActions(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_group(new QActionGroup(this))
    , m_beside(new QAction(tr("Before and after side by side"), this))
{
    m_versions = {add(RunVersion::kBefore, "before", tr("Show the run before the edits"),
                      tr("All views show the run of the plain model, without the edits.")),
                  add(RunVersion::kAfter, "after", tr("Show the run after the edits"),
                      tr("All views show the run with the edits.")),
                  add(RunVersion::kDifference, "difference", tr("Show the difference that the edits make"),
                      tr("The heatmap shows the run with the edits minus the run without them."))};
    // Beside the kinds of maps, which have Alt+1 … Alt+7.
    m_versions[0]->setShortcut(Qt::ALT | Qt::Key_8);
    m_versions[1]->setShortcut(Qt::ALT | Qt::Key_9);
    m_versions[2]->setShortcut(Qt::ALT | Qt::Key_0);
    m_beside->setObjectName(QStringLiteral("version.beside"));
    m_beside->setToolTip(tr("Compare the run without the edits and the run with them."));
    connect(m_beside, &QAction::triggered, this, [this] {
        m_workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    connect(&workspace, &Workspace::documentChanged, this, &VersionActions::refresh);
    connect(&workspace, &Workspace::snapshotChanged, this, &VersionActions::refresh);
    connect(&workspace, &Workspace::stepChanged, this, &VersionActions::refresh);
    refresh();
}

QAction* VersionActions::add(RunVersion version, const char* name, const QString& text, const QString& tip)
{
    auto* action = new QAction(text, m_group);
    action->setObjectName(QLatin1String("version.") + QLatin1String(name));
    action->setCheckable(true);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, version] { m_workspace.setVersion(version); });
    return action;
}

void VersionActions::refresh()
{
    const bool known = m_workspace.hasUnedited();
    for (QAction* action : m_versions)
        action->setEnabled(known);
    m_beside->setEnabled(known);
    m_versions.at(static_cast<std::size_t>(m_workspace.version()))->setChecked(true);
}

} // namespace headlight
