#include "ui/widgets/version_switch.h"

#include "ui/state/snapshot.h"
#include "ui/widgets/layouts.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QListView>
#include <QStandardItemModel>

#include <algorithm>

namespace headlight {

namespace {
constexpr int kBeforeText = 6;
} // namespace

VersionSwitch::VersionSwitch(Workspace& workspace)
    : m_workspace(workspace)
    , m_versions(new QButtonGroup(this))
    , m_buttons(new QWidget)
    , m_row(makeRow(m_buttons, {}, 4))
    , m_list(new ChoiceBox<RunVersion>(tr("Run that is shown")))
    , m_text(new ElidedLabel)
{
    m_text->setMostLines(1);
    auto* row = makeRow(this, {}, 4);
    layout()->setSizeConstraint(QLayout::SetNoConstraint);
    m_list->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_buttons);
    row->addWidget(m_list);
    addVersion(RunVersion::kBefore, tr("Before"), tr("Show the run without edits in all views (Alt+8)"));
    addVersion(RunVersion::kAfter, tr("After"), tr("Show the run with edits in all views (Alt+9)"));
    addVersion(RunVersion::kDifference, tr("Difference"),
               tr("Show in the heatmap what the edits changed: the run with them minus the run without them "
                  "(Alt+0)"));
    addVersion(RunVersion::kMean, tr("Mean"),
               tr("Show in the heatmap the mean of every weight over the runs with dropout"));
    addVersion(RunVersion::kSpread, tr("Spread"),
               tr("Show in the heatmap the standard deviation of every weight over the runs with dropout"));
    const QString both = tr("Open the Compare view with both runs, their difference and where it is largest");
    QToolButton* const beside = makeFlatButton(tr("Side by side"), both, both);
    beside->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(beside);
    row->addSpacing(kBeforeText);
    row->addWidget(m_text, 1);
    connect(m_versions, &QButtonGroup::idClicked, this,
            [this](int id) { m_workspace.setVersion(static_cast<RunVersion>(id)); });
    m_list->whenChosen(this, [this](RunVersion version) { m_workspace.setVersion(version); });
    connect(beside, &QToolButton::clicked, this, [this] {
        m_workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    connect(&workspace, &Workspace::documentChanged, this, &VersionSwitch::refresh);
    connect(&workspace, &Workspace::snapshotChanged, this, &VersionSwitch::refresh);
    connect(&workspace, &Workspace::stepChanged, this, &VersionSwitch::refresh);
    refresh();
}

void VersionSwitch::addVersion(RunVersion version, const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_versions->addButton(button, static_cast<int>(version));
    m_row->addWidget(button);
    m_list->add(text, version);
    m_list->setItemData(m_list->count() - 1, tip, Qt::ToolTipRole);
}

void VersionSwitch::offer(RunVersion version, bool offered, bool enabled)
{
    QAbstractButton* const button = m_versions->button(static_cast<int>(version));
    button->setVisible(offered);
    button->setEnabled(enabled);
    const int row = m_list->indexOf(version);
    auto* const list = qobject_cast<QListView*>(m_list->view());
    if (list != nullptr)
        list->setRowHidden(row, !offered);
    if (auto* const items = qobject_cast<QStandardItemModel*>(m_list->model()))
        items->item(row)->setEnabled(enabled);
}

QSize VersionSwitch::minimumSizeHint() const
{
    const QMargins around = layout()->contentsMargins();
    return {m_list->minimumSizeHint().width() + around.left() + around.right(),
            std::max(m_list->sizeHint().height(), m_buttons->sizeHint().height())};
}

int VersionSwitch::widthWithButtons() const
{
    return m_buttons->sizeHint().width() + layout()->contentsMargins().right();
}

void VersionSwitch::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= widthWithButtons();
    m_buttons->setVisible(wide);
    m_list->setVisible(!wide);
    fitText();
}

void VersionSwitch::fitText()
{
    const QWidget& choice = width() >= widthWithButtons() ? *m_buttons : static_cast<QWidget&>(*m_list);
    const int room = width() - choice.sizeHint().width() - kBeforeText - 2 * layout()->spacing();
    m_text->setVisible(m_text->fontMetrics().horizontalAdvance(m_text->text()) < room);
}

void VersionSwitch::refresh()
{
    const bool active = !m_workspace.document().interventions.empty();
    const bool known = m_workspace.hasUnedited();
    const int runs = runsAskedFor(m_workspace.document().interventions);
    for (QAbstractButton* button : m_versions->buttons())
        button->setEnabled(known || m_versions->id(button) == static_cast<int>(RunVersion::kAfter));
    for (const RunVersion version : {RunVersion::kMean, RunVersion::kSpread})
        offer(version, runs > 1, m_workspace.snapshot()->runs > 1);
    m_list->setEnabled(known);
    const RunVersion shown = known ? m_workspace.version() : RunVersion::kAfter;
    m_list->setValue(shown);
    m_versions->button(static_cast<int>(shown))->setChecked(true);
    if (!known)
        m_text->setText(tr("Running the model without edits…"));
    else if (m_workspace.showsDifference())
        m_text->setText(tr("Showing the difference, after − before."));
    else if (m_workspace.showsUnedited())
        m_text->setText(tr("Showing the run without edits."));
    else if (m_workspace.version() == RunVersion::kMean || m_workspace.version() == RunVersion::kSpread)
        m_text->setText(m_workspace.manyRunsTrace().isNull()
                            ? tr("Running %n time(s)…", nullptr, runs)
                            : tr("Mean and spread of %n run(s).", nullptr, m_workspace.snapshot()->runs));
    else
        m_text->setText(tr("Showing the run with edits."));
    fitText();
    setVisible(active);
}

} // namespace headlight
