#include "ui/dialogs/shortcuts_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

QString plainText(const QAction& action)
{
    QString text = action.text();
    text.remove(QLatin1Char('&'));
    text.remove(QStringLiteral("…"));
    return text;
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral("  ·  "));
}

QTreeWidgetItem* addHeading(QTreeWidget& tree, const QString& title)
{
    auto* heading = new QTreeWidgetItem(&tree, {title});
    QFont font = tree.font();
    font.setBold(true);
    heading->setFont(0, font);
    heading->setFirstColumnSpanned(true);
    heading->setFlags(Qt::ItemIsEnabled);
    return heading;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<ActionGroupList>& groups, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    auto* tree = new QTreeWidget(this);
    tree->setObjectName(QStringLiteral("shortcuts"));
    tree->setAccessibleName(tr("Shortcuts"));
    tree->setColumnCount(2);
    tree->setHeaderLabels({tr("Action"), tr("Keys")});
    tree->setRootIsDecorated(false);
    tree->setIndentation(14);
    tree->setAlternatingRowColors(true);
    for (const ActionGroupList& group : groups) {
        QTreeWidgetItem* heading = nullptr;
        for (const QAction* action : group.actions) {
            if (action->shortcuts().isEmpty())
                continue;
            if (heading == nullptr)
                heading = addHeading(*tree, group.title);
            new QTreeWidgetItem(heading, {plainText(*action), keysOf(*action)});
        }
    }
    QTreeWidgetItem* const mouse = addHeading(*tree, tr("Mouse, in the heatmap"));
    new QTreeWidgetItem(mouse, {tr("Look at a cell"), tr("hover")});
    new QTreeWidgetItem(mouse, {tr("Pin or unpin a cell"), tr("click")});
    new QTreeWidgetItem(mouse, {tr("Zoom"), tr("wheel")});
    new QTreeWidgetItem(mouse, {tr("Move the map"), tr("drag")});
    new QTreeWidgetItem(mouse, {tr("Show the whole map"), tr("double-click")});
    tree->expandAll();
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree->header()->setStretchLastSection(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tree);
    layout->addWidget(buttons);
    resize(560, 600);
}

} // namespace headlight
