#include "tests/support/accessible_walk.h"
#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/rooms/dock_area.h"

#include <QDialog>
#include <QMenu>
#include <QTabWidget>

using namespace headlight;
using headlight::test::AccessibleWalk;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

void check(AccessibleWalk& walk, int controls)
{
    walk.unnamed.removeDuplicates();
    INFO(walk.unnamed.join(QLatin1Char('\n')).toStdString());
    CHECK(walk.unnamed.isEmpty());
    CHECK(walk.controls >= controls);
}

/// Walks with every page of every tab widget in front once.
void visitAll(AccessibleWalk& walk, QWidget& widget)
{
    walk.visit(widget);
    for (QTabWidget* tabs : widget.findChildren<QTabWidget*>()) {
        const int shown = tabs->currentIndex();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QTest::qWait(1);
            walk.visit(*tabs);
        }
        tabs->setCurrentIndex(shown);
    }
}

/// Walks with every view in front once.
void visitViews(AccessibleWalk& walk, WindowStart& start)
{
    for (QAction* view : start.window.views().viewActions()) {
        if (!view->isEnabled())
            continue;
        view->setChecked(false);
        view->trigger();
        start.settle(30);
        visitAll(walk, start.window);
    }
}

} // namespace

TEST_CASE("accessibility: every control of the window has a name", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.action("edit.find")->trigger();
    AccessibleWalk walk;
    visitViews(walk, start);
    check(walk, 100);
    for (const QMenu* menu : start.window.menuBar()->findChildren<QMenu*>()) {
        INFO(menu->title().toStdString());
        for (const QAction* action : menu->actions())
            CHECK((action->isSeparator() || !action->text().isEmpty()));
    }
}

TEST_CASE("accessibility: with edits, several heads, beams and masked words too", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    const quint64 before = start.workspace.snapshot()->request;
    start.focus.setMoreHeads({{StackKind::kEncoder, 0, AttentionKind::kSelf, 1}});
    Document next = start.workspace.document();
    next.interventions.list.push_back(HeadOff{});
    next.decoding.strategy = Strategy::kBeam;
    start.workspace.apply(next, QStringLiteral("test"));
    REQUIRE(start.waitNewer(before));
    AccessibleWalk walk;
    visitViews(walk, start);
    check(walk, 100);
    const test::BertFolder bert;
    kLastText.set(bench.settings, QStringLiteral("the [MASK] sat"));
    WindowStart other(bench.settings);
    other.window.start(QString::fromStdString(bert.path().string()));
    REQUIRE(WindowStart::wait([&] { return !other.workspace.snapshot()->masked.empty(); }));
    AccessibleWalk second;
    visitViews(second, other);
    check(second, 80);
}

TEST_CASE("accessibility: every control of every dialog has a name", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    struct Opened
    {
        const char* action;
        int controls;
    };
    for (const Opened& each :
         {Opened{"file.exportPicture", 15}, Opened{"edit.preferences", 8}, Opened{"help.shortcuts", 2},
          Opened{"help.experiments", 4}, Opened{"go.palette", 2}, Opened{"help.tour", 4}}) {
        INFO(each.action);
        REQUIRE(start.action(each.action) != nullptr);
        start.action(each.action)->trigger();
        start.settle(30);
        LessonPanel& panel = start.window.lessons().panel();
        QWidget* opened = panel.isVisible() ? &panel : nullptr;
        for (QDialog* dialog : start.window.findChildren<QDialog*>())
            if (dialog->isVisible())
                opened = dialog;
        REQUIRE(opened != nullptr);
        AccessibleWalk walk;
        visitAll(walk, *opened);
        check(walk, each.controls);
        CHECK_FALSE((opened->isWindow() && opened->windowTitle().isEmpty()));
        QTest::keyClick(opened, Qt::Key_Escape);
        QTest::qWait(1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        CHECK(panel.isHidden());
    }
    showAbout(&start.window);
    auto* const about = start.window.findChild<QDialog*>();
    REQUIRE(about != nullptr);
    AccessibleWalk walk;
    visitAll(walk, *about);
    check(walk, 1);
}
