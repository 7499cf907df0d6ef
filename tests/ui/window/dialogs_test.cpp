#include "tests/support/catch.h"
#include "ui/dialogs/help_dialogs.h"

#include <QAction>
#include <QTreeWidget>

using namespace headlight;

TEST_CASE("shortcuts: the list has exactly the actions that have keys", "[window]")
{
    QAction with(QStringLiteral("&Open…"));
    with.setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_O), QKeySequence(Qt::Key_F3)});
    QAction without(QStringLiteral("No key"));
    const ShortcutsDialog dialog(
        {{QStringLiteral("File"), {&with, &without}}, {QStringLiteral("Nothing"), {&without}}});
    const auto* tree = dialog.findChild<QTreeWidget*>();
    REQUIRE(tree != nullptr);
    CHECK(tree->findItems(QStringLiteral("Nothing"), Qt::MatchExactly).isEmpty());
    const QList<QTreeWidgetItem*> found
        = tree->findItems(QStringLiteral("Open"), Qt::MatchExactly | Qt::MatchRecursive);
    REQUIRE(found.size() == 1);
    CHECK(found.first()->text(1).contains(QStringLiteral("Ctrl+O")));
    CHECK(found.first()->text(1).contains(QStringLiteral("F3")));
    CHECK(tree->findItems(QStringLiteral("No key"), Qt::MatchExactly | Qt::MatchRecursive).isEmpty());
}
