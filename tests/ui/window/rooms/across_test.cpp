// The time line across the whole width of the Decode room, and the arrangement of other rooms.

#include "ui/window/rooms/centre_frame.h"

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/views/decoding/decoding_view.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <QApplication>
#include <QDockWidget>
#include <QListView>
#include <QPushButton>
#include <QTabWidget>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct AcrossBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    explicit AcrossBench(const QSize& size = {1440, 900})
    {
        start.window.resize(size);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.window.activateWindow();
        start.settle(150); // wait until the sizes settle
    }
    DockArea& views() const { return start.window.views(); }
    AcrossStrip& strip() const { return *start.window.findChild<AcrossStrip*>(); }
    QListView& timeLine() const { return *start.window.findChild<QListView*>(QStringLiteral("timeLine")); }
    QRect inViews(const QWidget& widget) const { return {widget.mapTo(&views(), QPoint()), widget.size()}; }
    void decode(Strategy strategy)
    {
        Document next = start.workspace.document();
        next.decoding.strategy = strategy;
        start.workspace.apply(next, QStringLiteral("Strategy"));
        REQUIRE(WindowStart::wait([&] { return start.runs.isSettled(); }));
        start.settle(40);
    }
    void enter(RoomId room) const
    {
        start.window.rooms().enter(room);
        start.settle(40);
    }
};

} // namespace

TEST_CASE("across: in Decode the time line has the whole width, the heatmap stands beside the candidates",
          "[window][rooms]")
{
    for (const QSize& size : {QSize(1440, 900), QSize(1024, 700)}) {
        AcrossBench bench(size);
        bench.enter(RoomId::kDecode);
        auto& decoding = *qobject_cast<DecodingView*>(bench.views().view(view_ids::kDecoding));
        CHECK(bench.strip().isVisible());
        CHECK(bench.strip().width() == bench.views().width());
        CHECK(bench.strip().isAncestorOf(&bench.timeLine()));
        CHECK(bench.timeLine().width() > bench.views().width() - 40);
        // Nothing else is in its rows.
        const QRect line = bench.inViews(bench.strip());
        CHECK(line.top() == 0);
        for (QWidget* const other : {bench.views().centralWidget(), static_cast<QWidget*>(&decoding.tabs())})
            CHECK(bench.inViews(*other).top() >= line.bottom());
        CHECK(bench.views().centre() == bench.views().view(view_ids::kHeatmap));
        const QRect map = bench.inViews(*bench.views().centralWidget());
        CHECK(map.right() <= bench.inViews(decoding.tabs()).left());
        // Its keys are those of the view: F12 and the key of Decoding work the same there.
        bench.timeLine().setFocus();
        CHECK(bench.views().viewInFocus() == view_ids::kDecoding);
    }
}

TEST_CASE("across: below the map, the decoding's tree of one branch is in sight as a whole",
          "[window][rooms]")
{
    AcrossBench bench;
    bench.enter(RoomId::kDecode);
    bench.views().showView(ViewId("beams"));
    const auto* const tree = bench.start.window.findChild<QWidget*>(QStringLiteral("beamCanvas"));
    REQUIRE(tree != nullptr);
    CHECK(WindowStart::wait([&] { return tree->isVisible() && tree->minimumHeight() > 0; }));
    CHECK(tree->minimumHeight() <= tree->parentWidget()->height());
}

TEST_CASE("across: the tree of beams has a place while there is a search", "[window][rooms]")
{
    AcrossBench bench;
    bench.enter(RoomId::kDecode);
    const auto open = [&] { return bench.views().openViews().contains(QStringLiteral("beams")); };
    CHECK_FALSE(open());
    const int before = bench.views().centralWidget()->height();
    bench.decode(Strategy::kBeam);
    CHECK(open());
    CHECK(bench.views().centralWidget()->height() < before * 4 / 5);
    bench.decode(Strategy::kGreedy);
    CHECK_FALSE(open());
    CHECK(bench.views().centralWidget()->height() == before);
}

TEST_CASE("across: elsewhere the time line stands in the view", "[window][rooms]")
{
    AcrossBench bench;
    bench.enter(RoomId::kDecode);
    bench.enter(RoomId::kExplore);
    CHECK(bench.strip().isHidden());
    CHECK(bench.views().view(view_ids::kDecoding)->isAncestorOf(&bench.timeLine()));
    bench.views().showView(view_ids::kDecoding);
    bench.start.settle();
    CHECK(bench.timeLine().isVisible());
    bench.enter(RoomId::kDecode);
    CHECK(bench.strip().isAncestorOf(&bench.timeLine()));
    CHECK(bench.timeLine().isVisible());
    // It disappears with its view.
    bench.start.action("view.decoding")->trigger();
    bench.start.settle();
    CHECK(bench.strip().isHidden());
    bench.start.action("view.decoding")->trigger();
    bench.start.settle();
    CHECK(bench.strip().isVisible());
}

TEST_CASE("what if: the maps are large, the edits beside them; without edits a button makes one",
          "[window][rooms]")
{
    AcrossBench bench;
    bench.enter(RoomId::kWhatIf);
    const QWidget& compare = *bench.views().view(view_ids::kCompare);
    const QRect maps = bench.inViews(compare);
    CHECK(maps.width() > bench.views().width() / 2);
    CHECK(maps.height() > bench.views().height() * 9 / 10);
    CHECK(bench.inViews(*bench.views().view(view_ids::kWhatIf)).right() <= maps.left());
    auto* const off = bench.start.window.findChild<QPushButton*>(QStringLiteral("compare.headOff"));
    REQUIRE(off != nullptr);
    CHECK(off->isVisible());
    off->click();
    REQUIRE(bench.start.workspace.document().interventions.list.size() == 1);
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.hasUnedited(); }));
    bench.start.settle(40);
    CHECK_FALSE(off->isVisible()); // the two runs are shown there now
    // Without edits, Compare offers other things to compare.
    bench.start.action("edit.undo")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.runs.isSettled(); }));
    bench.enter(RoomId::kCompare);
    auto* const next = bench.start.window.findChild<QPushButton*>(QStringLiteral("compare.nextHead"));
    REQUIRE(next != nullptr);
    CHECK(WindowStart::wait([&] { return next->isVisible() && !off->isVisible(); }));
    next->click();
    bench.start.settle(40);
    CHECK(bench.start.focus.heads().size() == 2);
    CHECK_FALSE(next->isVisible());
    // Two lines are compared by a click, too.
    bench.start.focus.selectOnly(bench.start.focus.head());
    auto* const line = bench.start.window.findChild<QPushButton*>(QStringLiteral("compare.nextLine"));
    REQUIRE(line != nullptr);
    CHECK(WindowStart::wait([&] { return next->isVisible(); }));
    CHECK_FALSE(line->isVisible()); // there is one line
    Document two = bench.start.workspace.document();
    const QString first = two.text;
    two.text = first + QStringLiteral("\n\n") + first;
    bench.start.workspace.apply(two, {});
    REQUIRE(WindowStart::wait([&] { return line->isVisible() && bench.start.runs.isSettled(); }));
    CHECK(line->text().endsWith(QStringLiteral("3")));
    line->click();
    REQUIRE(WindowStart::wait(
        [&] { return bench.start.runs.isSettled() && bench.start.workspace.document().line == 2; }));
    REQUIRE(bench.start.workspace.kept() != nullptr);
    CHECK(bench.start.workspace.kept()->snapshot->lane == 0);
    CHECK(bench.start.workspace.snapshot()->lane == 1);
}
