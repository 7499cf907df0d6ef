// Any view takes the centre; docks that become windows; small windows.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/dock_area.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/floating.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/rooms.h"

#include <QApplication>
#include <QDockWidget>
#include <QScreen>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct CentreBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    explicit CentreBench(const QSize& size = {1440, 900})
    {
        start.window.resize(size);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.window.activateWindow();
        QTest::qWait(150); // the sizes settle
    }
    DockArea& views() const { return start.window.views(); }
    TraceView& heads() const { return *views().view(view_ids::kHeads); }
    TraceView& heatmap() const { return *views().view(view_ids::kHeatmap); }
    QDockWidget& dock(const char* view) const
    {
        return *start.window.findChild<QDockWidget*>(QStringLiteral("dock.") + QLatin1String(view));
    }
    DockTitle& title(const char* view) const { return *dock(view).findChild<DockTitle*>(); }
    HeatmapPlot& plot() const { return *heatmap().findChild<HeatmapPlot*>(); }
};

} // namespace

TEST_CASE("centre: F12 puts the view in focus there, and back", "[window][rooms]")
{
    CentreBench bench;
    bench.heads().setFocus();
    const QByteArray before = bench.views().layout().docks;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
    QTest::qWait(20);
    CHECK(bench.views().centre() == &bench.heads());
    CHECK(bench.views().isCentred());
    CHECK(bench.heads().width() > 500);
    // The heatmap stands where the heads were, and no smaller than is of use.
    CHECK(bench.heatmap().isVisible());
    CHECK(bench.dock("heatmap").width() >= 38 * bench.views().fontMetrics().averageCharWidth());
    CHECK(bench.heads().isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
    QTest::qWait(20);
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK_FALSE(bench.views().isCentred());
    CHECK(bench.heads().isVisible());
    CHECK(bench.dock("heatmap").isHidden());
    CHECK(bench.views().openViews().contains(QStringLiteral("heads")));
}

TEST_CASE("centre: a double click on a title and its button do the same", "[window][rooms]")
{
    CentreBench bench;
    QTest::mouseDClick(&bench.title("tokens"), Qt::LeftButton, {}, QPoint(20, 5));
    QTest::qWait(20);
    CHECK(bench.views().centre() == bench.views().view(view_ids::kTokens));
    auto* const back
        = bench.views().centralWidget()->findChild<DockTitle*>(QString(), Qt::FindDirectChildrenOnly);
    REQUIRE(back != nullptr);
    CHECK(back->isVisible());
    QTest::mouseDClick(back, Qt::LeftButton, {}, QPoint(20, 5));
    QTest::qWait(20);
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK_FALSE(back->isVisible());
    QTest::mouseClick(bench.title("tokens").findChild<SignButton*>(), Qt::LeftButton);
    QTest::qWait(20);
    CHECK(bench.views().centre() == bench.views().view(view_ids::kTokens));
    QTest::mouseClick(back->findChild<SignButton*>(), Qt::LeftButton);
    QTest::qWait(20);
    CHECK(bench.views().centre() == &bench.heatmap());
}

TEST_CASE("centre: the view whose place it is gets all the room, and gives it back", "[window][rooms]")
{
    CentreBench bench;
    bench.heatmap().setFocus();
    const QStringList open = bench.views().openViews();
    const int width = bench.heatmap().width();
    bench.start.action("view.centre")->trigger();
    QTest::qWait(20);
    CHECK(bench.views().openViews().isEmpty());
    CHECK(bench.heatmap().width() > width);
    bench.start.action("view.centre")->trigger();
    QTest::qWait(20);
    CHECK(bench.views().openViews() == open);
    CHECK(std::abs(bench.heatmap().width() - width) <= 2);
}

TEST_CASE("centre: a view that took it is still there after another workspace", "[window][rooms]")
{
    CentreBench bench;
    bench.views().toggleCentre(view_ids::kTokens);
    bench.start.window.rooms().enter(RoomId::kModel);
    bench.start.window.rooms().enter(RoomId::kExplore);
    CHECK(bench.views().centre() == bench.views().view(view_ids::kTokens));
    CHECK(bench.views().isCentred());
    bench.views().bringBack();
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK(bench.views().openViews().contains(QStringLiteral("tokens")));
    CHECK_FALSE(bench.views().openViews().contains(QStringLiteral("heatmap")));
}

TEST_CASE("floating: a window stands beside its window, never on it", "[window][rooms]")
{
    const QRect screen(0, 0, 1920, 1080);
    const QSize size(480, 400);
    const QRect left(0, 0, 1300, 900);
    CHECK_FALSE(placeBeside(left, size, screen).intersects(left));
    const QRect right(620, 50, 1300, 900);
    CHECK_FALSE(placeBeside(right, size, screen).intersects(right));
    const QRect above(200, 0, 1500, 500);
    CHECK_FALSE(placeBeside(above, size, screen).intersects(above));
    for (const QRect& window : {left, right, above, screen}) {
        CHECK(screen.contains(placeBeside(window, size, screen)));
        CHECK(placeBeside(window, size, screen).topLeft() != window.topLeft());
        CHECK(screen.contains(placeBeside(window, {4000, 3000}, screen)));
    }
}

TEST_CASE("floating: a dock that floats has a frame, and a title of its own again when it is back",
          "[window][rooms]")
{
    CentreBench bench;
    QDockWidget& dock = bench.dock("tokens");
    const auto buttons = bench.title("tokens").findChildren<SignButton*>();
    REQUIRE(buttons.size() == 3);
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return dock.isFloating() && dock.titleBarWidget() == nullptr; }));
    CHECK_FALSE(dock.windowFlags().testFlag(Qt::FramelessWindowHint));
    CHECK(dock.isVisible());
    CHECK(dock.windowTitle() == viewTitle(viewRegistry()[2]));
    CHECK(dock.geometry().topLeft() != bench.start.window.geometry().topLeft());
    CHECK(dock.width() >= 480);
    dock.setFloating(false);
    REQUIRE(QTest::qWaitFor([&] { return dock.titleBarWidget() != nullptr; }));
    CHECK(dock.titleBarWidget()->isVisible());
}

TEST_CASE("small: the heatmap keeps half of a small window", "[window][rooms]")
{
    CentreBench bench({1024, 700});
    REQUIRE(bench.start.window.size() == QSize(1024, 700));
    CHECK(bench.plot().width() >= 512);
    CHECK(bench.plot().height() >= 350);
    CHECK_FALSE(bench.start.window.rooms().rail().wordsShown());
    // Tokens and Lines share a place.
    CHECK(bench.views().tabifiedDockWidgets(&bench.dock("tokens")).contains(&bench.dock("lines")));
    bench.start.window.resize(1440, 900);
    QTest::qWait(150);
    CHECK(bench.start.window.rooms().rail().wordsShown());
    CHECK_FALSE(bench.views().tabifiedDockWidgets(&bench.dock("tokens")).contains(&bench.dock("lines")));
    CHECK(bench.plot().width() >= 600);
}
