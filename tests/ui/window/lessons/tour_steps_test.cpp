#include "ui/window/lessons/tour_steps.h"

#include "tests/support/window_bench.h"
#include "ui/window/rooms/rooms.h"

#include <QPointer>
#include <QPushButton>

using namespace headlight;
using namespace headlight::test;

TEST_CASE("tour of the window: each step shows what it speaks of, and the workspace comes back",
          "[window][tour]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.resize(1440, 900);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.window.rooms().enter(RoomId::kCompare);
    start.action("help.tour")->trigger();
    const QPointer<Tour> tour = start.window.findChild<Tour*>();
    REQUIRE(tour != nullptr);
    CHECK(tour->count() >= 10);
    const std::vector<TourStep> steps = tourOf(start.window);
    REQUIRE(static_cast<int>(steps.size()) == tour->count());
    QStringList rooms;
    for (int i = 0; i < tour->count(); ++i) {
        INFO(steps[static_cast<std::size_t>(i)].title.toStdString());
        CHECK(tour->step() == i);
        const TourStep& step = steps[static_cast<std::size_t>(i)];
        const QWidget* const target = step.find ? step.find() : step.target.data();
        REQUIRE(target != nullptr);
        CHECK(target->isVisible());
        rooms << start.window.rooms().current();
        if (i + 1 < tour->count())
            tour->next();
        QTest::qWait(1);
    }
    for (const char* room : {"explore", "explain", "decode", "whatIf"})
        CHECK(rooms.contains(QLatin1String(room)));
    CHECK(rooms.last() == QStringLiteral("compare"));
    // Leaving the tour in the middle restores the window's previous state.
    tour->back();
    tour->back();
    CHECK(start.window.rooms().current() == QStringLiteral("whatIf"));
    // The button has the focus and keeps Esc from the window's own commands.
    QTest::keyClick(tour->findChildren<QPushButton*>().last(), Qt::Key_Escape);
    CHECK(start.window.rooms().current() == QStringLiteral("compare"));
}
