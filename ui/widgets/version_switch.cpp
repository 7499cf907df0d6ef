#include "ui/widgets/version_switch.h"

#include "ui/state/workspace.h"
#include "ui/widgets/elided_label.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace headlight {

VersionSwitch::VersionSwitch(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_versions(new QButtonGroup(this))
    , m_text(new ElidedLabel)
{
    m_text->setMostLines(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 14, 0);
    row->setSpacing(4);
    const auto add = [&](RunVersion version, const QString& text, const QString& tip) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        m_versions->addButton(button, static_cast<int>(version));
        row->addWidget(button);
    };
    add(RunVersion::kBefore, tr("Before"), tr("Show the run without edits in all views (Alt+8)"));
    add(RunVersion::kAfter, tr("After"), tr("Show the run with edits in all views (Alt+9)"));
    add(RunVersion::kDifference, tr("Difference"),
        tr("Show in the heatmap what the edits changed: the run with them minus the run without them "
           "(Alt+0)"));
    auto* beside = new QToolButton;
    beside->setText(tr("Side by side"));
    beside->setToolTip(tr("Open the Compare view with both runs, their difference and where it is largest"));
    beside->setAccessibleName(beside->toolTip());
    beside->setAutoRaise(true);
    beside->setFocusPolicy(Qt::TabFocus);
    row->addWidget(beside);
    row->addSpacing(6);
    row->addWidget(m_text, 1);
    connect(m_versions, &QButtonGroup::idClicked, this,
            [this](int id) { m_workspace.setVersion(static_cast<RunVersion>(id)); });
    connect(beside, &QToolButton::clicked, this, [this] {
        m_workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    connect(&workspace, &Workspace::documentChanged, this, &VersionSwitch::refresh);
    connect(&workspace, &Workspace::snapshotChanged, this, &VersionSwitch::refresh);
    connect(&workspace, &Workspace::stepChanged, this, &VersionSwitch::refresh);
    refresh();
}

QString VersionSwitch::text() const
{
    return m_text->text();
}

void VersionSwitch::refresh()
{
    const bool active = !m_workspace.document().interventions.empty();
    const bool known = m_workspace.hasUnedited();
    for (QAbstractButton* button : m_versions->buttons())
        button->setEnabled(known || m_versions->id(button) == static_cast<int>(RunVersion::kAfter));
    m_versions->button(static_cast<int>(known ? m_workspace.version() : RunVersion::kAfter))
        ->setChecked(true);
    if (!known)
        m_text->setText(tr("Running the model without edits…"));
    else if (m_workspace.showsDifference())
        m_text->setText(tr("Showing the difference, after − before."));
    else if (m_workspace.showsUnedited())
        m_text->setText(tr("Showing the run without edits."));
    else
        m_text->setText(tr("Showing the run with edits."));
    setVisible(active);
}

} // namespace headlight
