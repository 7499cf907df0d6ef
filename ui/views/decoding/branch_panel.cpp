#include "ui/views/decoding/branch_panel.h"

#include "core/trace/token_label.h"
#include "ui/picture/token_flow.h"
#include "ui/state/branch_board.h"
#include "ui/state/branch_edit.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

#include <cmath>
#include <map>

namespace headlight {

namespace {

enum Column { kName, kFork, kLogProbability, kText, kColumns };
constexpr int kNameInChars = 36; ///< widest column of names

QString tokenOf(const Snapshot& snapshot, TokenId id)
{
    return chipText(labelOf(snapshot.vocabulary.get(), id), false).text;
}

QString numbersOf(const Branch& branch)
{
    const double sum = logProbabilityOf(branch);
    const auto count = std::max<std::size_t>(branch.tokens.size(), 1);
    return BranchPanel::tr("log p %1, %2 per token, in nats; %Ln token(s)", "",
                           static_cast<int>(branch.tokens.size()))
        .arg(numberText(sum), numberText(sum / static_cast<double>(count)));
}

QString tokenInWords(const Snapshot& snapshot, const Branch& branch, std::size_t step)
{
    if (step >= branch.tokens.size())
        return BranchPanel::tr("nothing");
    const BranchToken& token = branch.tokens[step];
    return BranchPanel::tr("“%1” (%2)")
        .arg(isolated(tokenOf(snapshot, token.id)),
             probabilityText(std::exp(static_cast<double>(token.logProbability))));
}

/// A name that has quotation marks of its own, “l” at step 4, gets no others.
QString quotedName(const Branch& branch)
{
    const bool quoted = branch.name.contains(QChar(0x201C)) || branch.name.contains(QChar(0xAB));
    return quoted ? branch.name : BranchPanel::tr("“%1”").arg(branch.name);
}

/// Names the more likely branch first, so that the ratio is never below 1.
QString ratioInWords(const Branch& a, const Branch& b)
{
    constexpr double kLargestRatio = 10000;
    const bool first = logProbabilityOf(a) > logProbabilityOf(b);
    const Branch& more = first ? a : b;
    const Branch& less = first ? b : a;
    const double difference = logProbabilityOf(more) - logProbabilityOf(less);
    return difference > std::log(kLargestRatio)
        ? BranchPanel::tr("%1 is likelier than %2: Δ log p = %3 nats.")
              .arg(quotedName(more), quotedName(less), numberText(difference))
        : BranchPanel::tr("%1 is %2 times as likely as %3.")
              .arg(quotedName(more), numberText(std::exp(difference)), quotedName(less));
}

} // namespace

BranchPanel::BranchPanel(const ViewContext& context)
    : m_context(context)
    , m_comparison(makeWrappedLabel())
{
    auto* layout = makeColumn(this, {4, 4, 4, 4}, 4);
    buildTree();
    layout->addWidget(m_tree, 1);
    layout->addWidget(buildButtons());
    m_comparison->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_comparison->setAccessibleName(tr("Comparison of two branches"));
    layout->addWidget(m_comparison);
    connect(&context.workspace.branchRuns(), &BranchBoard::changed, this, [this] {
        if (isVisible())
            refresh();
    });
    adapt();
}

void BranchPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_context.workspace.branchRuns().wantScores(true);
    refresh();
}

void BranchPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_context.workspace.branchRuns().wantScores(false); // do not run what nobody sees
}

void BranchPanel::buildTree()
{
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("branches"));
    m_tree->setColumnCount(kColumns);
    m_tree->setHeaderLabels({tr("Branch"), tr("From step"), tr("Log p"), tr("Text")});
    m_tree->headerItem()->setData(kLogProbability, kTermRole, termNumber(Term::kSurprisal));
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAccessibleName(tr("Branches of the decoding"));
    m_tree->setToolTip(tr("Press Enter or double-click to switch, F2 to rename, Delete to delete. Select two "
                          "branches to compare them."));
    // Keep the comparison below visible; the tree scrolls.
    m_tree->setMinimumHeight(6 * fontMetrics().height());
    m_tree->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    connect(m_tree, &QTreeWidget::itemActivated, this, &BranchPanel::switchToSelected);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] {
        if (!m_filling)
            adapt();
    });
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (m_filling || column != kName)
            return;
        // The view refreshes in the next turn: the editor must close before the items disappear.
        Workspace& workspace = m_context.workspace;
        workspace.apply(
            renamed(workspace.document(), item->data(kName, Qt::UserRole).toInt(), item->text(kName)),
            tr("Rename the branch"));
    });
}

QWidget* BranchPanel::buildButtons()
{
    auto* row = new QWidget;
    auto* layout = new WrapLayout(6, row);
    m_switch = new QPushButton(tr("&Switch to this branch"));
    m_switch->setToolTip(tr("Show this branch (Enter)"));
    m_rename = new QPushButton(tr("Re&name"));
    m_rename->setToolTip(tr("Give the branch another name (F2)"));
    m_remove = new QPushButton(tr("&Delete"));
    m_remove->setToolTip(tr("Delete the branch; you can undo this (Delete)"));
    m_maps = new QPushButton(tr("&Compare maps"));
    m_maps->setToolTip(tr("Show the heatmaps of both branches side by side, with their difference"));
    for (QPushButton* button : {m_switch, m_rename, m_remove, m_maps})
        layout->addWidget(button);
    connect(m_switch, &QPushButton::clicked, this, &BranchPanel::switchToSelected);
    connect(m_rename, &QPushButton::clicked, this, &BranchPanel::renameSelected);
    connect(m_maps, &QPushButton::clicked, this, [this] {
        m_context.workspace.compare({ComparisonChoice::Kind::kBranches, m_a, m_b});
    });
    connect(m_remove, &QPushButton::clicked, this, &BranchPanel::removeSelected);
    const auto addKey = [this](CommandId command, void (BranchPanel::*slot)()) {
        QAction* const action = makeCommandAction(command, m_tree);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_tree->addAction(action);
        connect(action, &QAction::triggered, this, slot);
    };
    addKey(CommandId::kRenameBranch, &BranchPanel::renameSelected);
    addKey(CommandId::kDeleteBranch, &BranchPanel::removeSelected);
    return row;
}

void BranchPanel::refresh()
{
    const Workspace& workspace = m_context.workspace;
    // The current branch as it is now; before the first fork it is the only one.
    Branches now
        = withRecorded(workspace.document(), *workspace.snapshot(), tr("The only branch so far")).branches;
    std::vector<int> stale;
    for (Branch& branch : now.list) {
        // Its numbers may be from edits other than the active ones.
        if (branch.id == now.current ? workspace.isRunning() : workspace.branchRuns().isStale(branch.id))
            stale.push_back(branch.id);
        const BranchScore* const score = workspace.branchRuns().score(branch.id);
        if (score == nullptr || branch.id == now.current)
            continue;
        branch.tokens = score->tokens;
        branch.text = score->text;
    }
    if (now == m_shown && stale == m_stale)
        return;
    m_shown = std::move(now);
    m_stale = std::move(stale);
    const int before = selected();
    m_filling = true;
    m_tree->clear();
    std::map<int, QTreeWidgetItem*> items;
    for (const Branch& branch : m_shown.list) {
        const BranchFork fork = forkOf(m_shown, branch.id);
        const auto parent = items.find(fork.parent);
        auto* item
            = parent == items.end() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(parent->second);
        items[branch.id] = item;
        item->setData(kName, Qt::UserRole, branch.id);
        item->setText(kName, branch.name);
        item->setToolTip(kName, plainTip(branch.name));
        item->setText(kFork, fork.parent < 0 ? QString() : QString::number(fork.step + 1));
        const bool unknown = branch.tokens.empty() || knownAsStale(branch.id);
        item->setText(kLogProbability, unknown ? tr("…") : numberText(logProbabilityOf(branch)));
        item->setText(kText, branch.text);
        item->setToolTip(kText, plainTip(branch.text));
        item->setToolTip(kLogProbability,
                         unknown ? tr("Running this branch with the current edits…") : numbersOf(branch));
        item->setTextAlignment(kFork, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(kLogProbability, Qt::AlignRight | Qt::AlignVCenter);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        if (branch.id == m_shown.current) {
            item->setFont(kName, boldFont(item->font(kName)));
            item->setData(kName, Qt::AccessibleTextRole, tr("%1, shown").arg(branch.name));
        }
        item->setExpanded(true);
        if (branch.id == before || (before < 0 && branch.id == m_shown.current))
            m_tree->setCurrentItem(item);
    }
    m_tree->expandAll();
    fitColumns();
    m_filling = false;
    adapt();
}

void BranchPanel::fitColumns()
{
    for (const int column : {kName, kFork, kLogProbability})
        m_tree->resizeColumnToContents(column);
    // Cut long names to leave room for the numbers and some of the text; the tooltip has the full name.
    m_tree->setColumnWidth(
        kName, std::min(m_tree->columnWidth(kName), kNameInChars * fontMetrics().averageCharWidth()));
}

int BranchPanel::selected() const
{
    const QTreeWidgetItem* const item = m_tree->currentItem();
    return item == nullptr ? -1 : item->data(kName, Qt::UserRole).toInt();
}

void BranchPanel::adapt()
{
    const int id = selected();
    const Branches& branches = m_context.workspace.document().branches;
    m_switch->setEnabled(branches.find(id) != nullptr && id != branches.current);
    m_rename->setEnabled(branches.find(id) != nullptr);
    m_remove->setEnabled(branches.find(id) != nullptr && branches.list.size() > 1);
    compare();
}

void BranchPanel::switchToSelected()
{
    Workspace& workspace = m_context.workspace;
    const Branch* const branch = workspace.document().branches.find(selected());
    if (branch == nullptr || branch->id == workspace.document().branches.current)
        return;
    const QString name = branch->name;
    const int step = forkOf(m_shown, branch->id).step;
    emit leaving(step);
    workspace.apply(switchedTo(workspace.document(), *workspace.snapshot(), branch->id),
                    tr("Switch to “%1”").arg(name));
}

void BranchPanel::renameSelected()
{
    if (m_rename->isEnabled())
        m_tree->editItem(m_tree->currentItem(), kName);
}

void BranchPanel::removeSelected()
{
    Workspace& workspace = m_context.workspace;
    const Branch* const branch = workspace.document().branches.find(selected());
    if (branch == nullptr || !m_remove->isEnabled())
        return;
    const QString name = branch->name;
    if (branch->id == workspace.document().branches.current)
        emit leaving(forkOf(m_shown, branch->id).step);
    workspace.apply(withoutBranch(workspace.document(), branch->id), tr("Delete “%1”").arg(name));
    refresh();
}

const Branch* BranchPanel::partner(int id) const
{
    if (id != m_shown.current)
        return m_shown.find(m_shown.current);
    if (const Branch* const parent = m_shown.find(forkOf(m_shown, id).parent))
        return parent;
    const auto forked = std::ranges::find_if(
        m_shown.list, [&](const Branch& each) { return forkOf(m_shown, each.id).parent == id; });
    return forked == m_shown.list.end() ? nullptr : &*forked;
}

void BranchPanel::compare()
{
    std::vector<const Branch*> two;
    for (const QTreeWidgetItem* item : m_tree->selectedItems())
        if (const Branch* branch = m_shown.find(item->data(kName, Qt::UserRole).toInt()))
            two.push_back(branch);
    if (two.size() == 1)
        if (const Branch* const other = partner(two.front()->id))
            two.push_back(other);
    const auto& known = m_context.workspace.document().branches;
    const bool both
        = two.size() == 2 && known.find(two[0]->id) != nullptr && known.find(two[1]->id) != nullptr;
    m_a = both ? std::min(two[0]->id, two[1]->id) : -1;
    m_b = both ? std::max(two[0]->id, two[1]->id) : -1;
    m_maps->setEnabled(both);
    if (two.size() != 2) {
        m_comparison->setText(m_shown.list.size() < 2 ? tr(
                                  "Choose another token at any step: the current output is kept as a branch.")
                                                      : tr("Select two branches to compare them."));
        return;
    }
    std::ranges::sort(two, [](const Branch* a, const Branch* b) { return a->id < b->id; });
    const Branch& a = *two[0];
    const Branch& b = *two[1];
    // Numbers from different edits have no ratio.
    if (knownAsStale(a.id) || knownAsStale(b.id))
        return m_comparison->setText(tr("Running the branches with the current edits…"));
    const Snapshot& snapshot = *m_context.workspace.snapshot();
    std::size_t step = 0;
    while (step < a.tokens.size() && step < b.tokens.size() && a.tokens[step].id == b.tokens[step].id)
        ++step;
    const QString parting = step == a.tokens.size() && step == b.tokens.size()
        ? tr("Both have the same tokens.")
        : tr("They differ from step %1 on: %2 and %3.")
              .arg(step + 1)
              .arg(tokenInWords(snapshot, a, step), tokenInWords(snapshot, b, step));
    m_comparison->setText(QStringLiteral("%1\n%2\n%3 %4")
                              .arg(tr("%1: %2").arg(a.name, numbersOf(a)),
                                   tr("%1: %2").arg(b.name, numbersOf(b)), parting, ratioInWords(a, b)));
}

} // namespace headlight
