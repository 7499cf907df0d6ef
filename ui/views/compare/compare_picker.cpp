#include "ui/views/compare/compare_picker.h"

#include "ui/state/workspace.h"
#include "ui/views/compare/compare_sides.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace headlight {

namespace {

QComboBox* narrowBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

int indexOf(ComparisonChoice::Kind kind)
{
    return static_cast<int>(kind);
}

} // namespace

ComparePicker::ComparePicker(Workspace& workspace)
    : m_workspace(workspace)
    , m_kind(narrowBox(tr("What to compare"),
                       tr("What to compare: the current result with a kept one or a second head, the runs "
                          "before and after the edits, or two branches")))
    , m_a(narrowBox(tr("Branch A"), tr("Branch to show as A")))
    , m_b(narrowBox(tr("Branch B"), tr("Branch to show as B")))
{
    auto* row = makeRow(this, {}, 4);
    m_kind->addItems({tr("Kept or selected"), tr("Before and after the edits"), tr("Two branches")});
    m_kind->setMinimumContentsLength(18);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred); // shares a row with other controls
    row->addWidget(m_kind);
    row->addWidget(m_a, 1);
    row->addWidget(m_b, 1);
    for (QComboBox* box : {m_kind, m_a, m_b})
        connect(box, &QComboBox::activated, this, &ComparePicker::apply);
    refresh();
}

void ComparePicker::fillBranches(QComboBox& box, int chosen) const
{
    const QSignalBlocker quiet(&box);
    box.clear();
    for (const Branch& branch : m_workspace.document().branches.list)
        box.addItem(branch.name, branch.id);
    box.setCurrentIndex(std::max(0, box.findData(chosen)));
}

void ComparePicker::refresh()
{
    const ComparisonChoice choice = choiceInForce(m_workspace);
    const Document& document = m_workspace.document();
    const bool runs = !m_workspace.showsOpenedTrace();
    const bool two = runs && document.branches.list.size() > 1;
    const auto offer = [this](ComparisonChoice::Kind kind, bool offered) {
        if (auto* items = qobject_cast<QStandardItemModel*>(m_kind->model()))
            items->item(indexOf(kind))->setEnabled(offered);
    };
    const bool edits = runs && !document.interventions.empty();
    setVisible(two || edits); // otherwise there is nothing to choose
    offer(ComparisonChoice::Kind::kEdits, edits);
    offer(ComparisonChoice::Kind::kBranches, two);
    m_kind->setCurrentIndex(indexOf(choice.kind));
    const bool branches = choice.kind == ComparisonChoice::Kind::kBranches;
    m_a->setVisible(branches);
    m_b->setVisible(branches);
    if (branches) {
        fillBranches(*m_a, choice.a);
        fillBranches(*m_b, choice.b);
    }
}

void ComparePicker::apply()
{
    ComparisonChoice choice{.kind = static_cast<ComparisonChoice::Kind>(m_kind->currentIndex())};
    if (choice.kind == ComparisonChoice::Kind::kBranches) {
        const Branches& branches = m_workspace.document().branches;
        const bool chosen = m_a->isVisible();
        choice.a = chosen ? m_a->currentData().toInt() : branches.list.front().id;
        choice.b = chosen ? m_b->currentData().toInt() : branches.list.back().id;
        if (choice.a == choice.b) { // do not compare a branch with itself: swap the other one
            const ComparisonChoice before = choiceInForce(m_workspace);
            (choice.a == before.a ? choice.a : choice.b) = choice.a == before.a ? before.b : before.a;
        }
    }
    m_workspace.setComparison(choice);
    refresh();
}

} // namespace headlight
