#include "tests/support/catch.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/tour.h"

#include <QAction>
#include <QPushButton>
#include <QTest>
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

TEST_CASE("tour: goes through what is there, by keys, and ends", "[window]")
{
    QWidget window;
    window.resize(800, 600);
    QWidget first(&window);
    first.setGeometry(10, 10, 100, 40);
    QWidget second(&window);
    second.setGeometry(700, 560, 90, 30);
    window.show();
    int prepared = 0;
    QFont large = window.font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    window.setFont(large);
    auto* tour = new Tour({{&first, QStringLiteral("One"), QStringLiteral("text"), {}},
                           {nullptr, QStringLiteral("Gone"), QStringLiteral("text"), {}},
                           {&second, QStringLiteral("Two"), QStringLiteral("text"), [&] { ++prepared; }}},
                          &window);
    const QPointer<Tour> alive(tour);
    CHECK(tour->count() == 2);
    // The button has the focus; an arrow key would otherwise move to the window's next widget.
    QWidget* const button = tour->findChildren<QPushButton*>().last();
    QTest::keyClick(button, Qt::Key_Right);
    CHECK(tour->step() == 1);
    CHECK(prepared == 1);
    // The bubble is inside the window and does not cover its target.
    const auto* bubble = tour->findChild<QFrame*>();
    REQUIRE(bubble != nullptr);
    CHECK(tour->rect().contains(bubble->geometry()));
    for (auto* const each : bubble->findChildren<QPushButton*>())
        CHECK(each->width() > each->fontMetrics().horizontalAdvance(each->text())); // no word is cut
    CHECK_FALSE(bubble->geometry().intersects(second.geometry()));
    QTest::keyClick(tour, Qt::Key_Left);
    CHECK(tour->step() == 0);
    QTest::keyClick(button, Qt::Key_Escape);
    QTest::qWait(1);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK(alive.isNull());
}
