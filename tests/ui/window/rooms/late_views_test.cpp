// Views are made when they are first needed, and that cannot be seen.

#include "tests/support/catch.h"
#include "tests/support/view_bench.h"
#include "tests/support/window_bench.h"
#include "ui/state/navigation.h"
#include "ui/state/option_settings.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QDockWidget>
#include <QImage>

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

int madeIn(const DockArea& area)
{
    const auto views = viewRegistry();
    return static_cast<int>(std::count_if(
        views.begin(), views.end(), [&area](const ViewDescriptor& each) { return area.isMade(each.id); }));
}

/// An area that stays hidden, so that it makes only what is asked for.
struct HiddenArea : headlight::testing::ViewBench
{
    DockArea area{context};
};

/// Waits until a view looks the same in both areas, and long enough for both to have been painted.
bool looksTheSame(ViewId id, DockArea& late, DockArea& early)
{
    headlight::test::settle();
    return QTest::qWaitFor(
        [&] { return late.view(id)->grab().toImage() == early.view(id)->grab().toImage(); }, 20000);
}

} // namespace

TEST_CASE("late views: only those in front are made for a room", "[window][rooms]")
{
    HiddenArea hidden;
    DockArea& area = hidden.area;
    for (const ViewId id : {view_ids::kHeatmap, view_ids::kHeads, view_ids::kTokens})
        CHECK(area.isMade(id));
    CHECK_FALSE(area.isMade(view_ids::kDecoding)); // behind a tab
    CHECK_FALSE(area.isMade(view_ids::kStream)); // in another room
    const int before = madeIn(area);
    CHECK(before <= 5);
    area.arrange(arrangementOf(RoomId::kExplain));
    CHECK(area.isMade(ViewId("cell")));
    CHECK_FALSE(area.isMade(view_ids::kStream)); // behind the heatmap
    CHECK_FALSE(area.isMade(view_ids::kCompare));
    CHECK(madeIn(area) < static_cast<int>(viewRegistry().size()) / 2);
    CHECK(area.view(view_ids::kCompare) != nullptr);
    CHECK(area.isMade(view_ids::kCompare));
    CHECK(area.view(ViewId("none")) == nullptr);
    area.makeAllViews();
    CHECK(madeIn(area) == static_cast<int>(viewRegistry().size()));
}

TEST_CASE("late views: a restored layout makes those in front of their tabs", "[window][rooms]")
{
    HiddenArea first, second;
    first.area.resize(1300, 800);
    first.area.arrange(arrangementOf(RoomId::kModel));
    second.area.resize(1300, 800);
    REQUIRE(second.area.restore(first.area.layout(), first.area.known()));
    for (const ViewDescriptor& each : viewRegistry()) {
        INFO(each.title);
        if (first.area.isMade(each.id))
            CHECK(second.area.isMade(each.id));
    }
    CHECK(madeIn(second.area) < static_cast<int>(viewRegistry().size()));
}

TEST_CASE("late views: a shown window makes the others one by one", "[window][rooms]")
{
    WindowBench bench;
    const WindowStart start(bench.settings, false);
    DockArea& area = start.window.views();
    CHECK(madeIn(area) < static_cast<int>(viewRegistry().size()));
    CHECK(WindowStart::wait([&area] { return madeIn(area) == static_cast<int>(viewRegistry().size()); }));
    // None of them has come to the front.
    CHECK(start.window.rooms().current() == QStringLiteral("explore"));
    CHECK_FALSE(area.isSeen(view_ids::kDecoding));
    CHECK_FALSE(area.isSeen(view_ids::kStream));
}

TEST_CASE("late views: a window decodes as last time before Decoding is made", "[window][rooms]")
{
    WindowBench bench;
    DecodeOptions last;
    last.strategy = Strategy::kSample;
    last.minP = 0.05;
    keepDecoding(bench.settings, last);
    const WindowStart start(bench.settings, false);
    CHECK_FALSE(start.window.views().isMade(view_ids::kDecoding));
    CHECK(start.workspace.document().decoding == last);
}

TEST_CASE("late views: the tab of a dock makes its view", "[window][rooms]")
{
    HiddenArea hidden;
    DockArea& area = hidden.area;
    area.resize(1300, 800);
    area.show();
    REQUIRE_FALSE(area.isMade(view_ids::kDecoding));
    auto* const dock = static_cast<QDockWidget*>(area.holder(view_ids::kDecoding));
    CHECK(dock->widget() == nullptr);
    dock->raise(); // as a click on its tab
    REQUIRE(area.isMade(view_ids::kDecoding));
    CHECK(dock->widget()->isVisible());
    CHECK(area.isSeen(view_ids::kDecoding));
    CHECK(area.view(view_ids::kDecoding)->isVisible());
}

TEST_CASE("late views: a view made late shows what one made early shows", "[window][rooms]")
{
    WindowBench bench;
    WindowStart start(bench.settings, false);
    DockArea& early = start.window.views();
    early.makeAllViews();
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&start] { return start.ready(4); }));
    start.type(QStringLiteral(" 7"));
    REQUIRE(WindowStart::wait([&start] { return start.ready(5); }));
    navigate(CommandId::kHeadNext, start.workspace, start.focus);
    start.focus.setPin({2, 1});
    start.focus.setColourMap(QStringLiteral("magma"));
    start.workspace.setStep(1);
    QWidget window; // as large as that of the other
    window.resize(start.window.size());
    // Its views are made as its rooms need them.
    DockArea late({start.workspace, start.focus, bench.settings}, &window);
    late.resize(early.size());
    QCursor::setPos(795, 795); // below both
    window.show();
    for (const Room& room : roomTable()) {
        if (room.id == RoomId::kLearn || room.id == RoomId::kMasked)
            continue;
        INFO(room.name);
        start.window.rooms().enter(room.id);
        start.window.rooms().reset();
        Arrangement arrangement = arrangementOf(room.id);
        arrangement.closed << view_ids::kExperts.name(); // as for every model without any
        late.arrange(arrangement);
        for (const ViewDescriptor& each : viewRegistry())
            if (late.isSeen(each.id)) {
                INFO(each.title);
                REQUIRE(early.isSeen(each.id));
                CHECK(looksTheSame(each.id, late, early));
            }
    }
}
