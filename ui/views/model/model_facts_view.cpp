#include "ui/views/model/model_facts_view.h"

#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStyledItemDelegate>

namespace headlight {

namespace {

/// Gives a value as many lines as it needs in its column: by itself, a tree asks as if every value had the
/// room of a single line.
class WrappedValues : public QStyledItemDelegate
{
public:
    explicit WrappedValues(QTreeWidget& tree)
        : QStyledItemDelegate(&tree)
        , m_tree(tree)
    { }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem narrow = option;
        narrow.rect.setSize({m_tree.columnWidth(index.column()), m_tree.height()});
        return QStyledItemDelegate::sizeHint(narrow, index);
    }

private:
    QTreeWidget& m_tree;
};

void addFact(QTreeWidgetItem* parent, const Fact& fact)
{
    auto* const item = new QTreeWidgetItem(parent, {fact.name, fact.value});
    item->setTextAlignment(0, Qt::AlignLeft | Qt::AlignTop); // the value may have several lines
    const QString whole = fact.note.isEmpty() ? fact.value : fact.value + QLatin1Char('\n') + fact.note;
    item->setToolTip(0, whole);
    item->setToolTip(1, whole);
    for (const Fact& each : fact.below)
        addFact(item, each);
}

} // namespace

ModelFactsView::ModelFactsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_tree(new QTreeWidget(this))
    , m_task(new LatestTask(this))
{
    m_tree->setObjectName(QStringLiteral("modelFacts"));
    m_tree->setAccessibleName(tr("Facts about the model"));
    m_tree->setToolTip(tr("Facts about the model; Ctrl+C copies the selected lines"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Name"), tr("Value")});
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAlternatingRowColors(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setWordWrap(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setIndentation(14);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setItemDelegateForColumn(1, new WrappedValues(*m_tree));
    connect(m_tree->header(), &QHeaderView::sectionResized, m_tree, &QTreeView::doItemsLayout,
            Qt::QueuedConnection);
    auto* const copy = new QAction(tr("Copy facts"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, [this] {
        QStringList lines;
        for (const QTreeWidgetItem* item : m_tree->selectedItems())
            lines << (item->text(1).isEmpty() ? item->text(0)
                                              : tr("%1: %2").arg(item->text(0), item->text(1)));
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    });
    auto* const layout = makeColumn(this);
    layout->addWidget(m_tree);
    setFocusProxy(m_tree);
}

void ModelFactsView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kModel))
        rebuild();
}

void ModelFactsView::rebuild()
{
    const ModelDescription describe = workspace().modelDescription();
    if (!describe) {
        m_task->cancel();
        m_tree->clear();
        new QTreeWidgetItem(m_tree, {tr("No model"), tr("A trace file has no weights and no settings.")});
        return;
    }
    m_task->start([this, describe](const std::stop_token&, const LatestTask::Deliver& deliver) {
        deliver([this, sections = describe()] { fill(sections); });
    });
}

void ModelFactsView::fill(const QList<FactSection>& sections)
{
    m_tree->clear();
    for (const FactSection& section : sections) {
        auto* const heading = new QTreeWidgetItem(m_tree, {section.title});
        heading->setFirstColumnSpanned(true);
        heading->setFont(0, boldFont(font()));
        for (const Fact& fact : section.facts)
            addFact(heading, fact);
        heading->setExpanded(section.open);
    }
}

} // namespace headlight
