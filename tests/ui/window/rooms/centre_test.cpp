// Giving a view the whole area; docks that become windows; small windows.

#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "tests/support/window_bench.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"
#include "ui/window/rooms/view_dock.h"

#include <QApplication>
#include <QDockWidget>
#include <QScreen>
#include <QScrollBar>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

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
        start.settle(150); // wait until the sizes settle
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

TEST_CASE("centre: F12 gives the view in focus the whole area, and takes it back", "[window][rooms]")
{
    CentreBench bench;
    bench.heads().setFocus();
    const QByteArray before = bench.views().layout().docks;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
    bench.start.settle();
    CHECK(bench.views().centre() == &bench.heads());
    CHECK(bench.views().isCentred());
    // Nothing else is in sight, except the title that leads back.
    const QSize area = bench.views().size();
    CHECK(bench.heads().width() > area.width() - 20);
    CHECK(bench.heads().height() > area.height() - 40);
    CHECK(bench.views().openViews().isEmpty());
    CHECK_FALSE(bench.heatmap().isVisible());
    CHECK(bench.heads().isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
    bench.start.settle();
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK_FALSE(bench.views().isCentred());
    CHECK(bench.heads().isVisible());
    CHECK(bench.dock("heatmap").isHidden());
    CHECK(bench.views().openViews().contains(QStringLiteral("heads")));
    CHECK(bench.heads().isAncestorOf(QApplication::focusWidget()));
}

TEST_CASE("centre: in every workspace, there and back leaves all docks as they were", "[window][rooms]")
{
    CentreBench bench;
    Rooms& rooms = bench.start.window.rooms();
    for (const RoomId room : {RoomId::kExplore, RoomId::kExplain, RoomId::kDecode, RoomId::kModel}) {
        rooms.enter(room);
        bench.start.settle(60);
        const auto geometry = [&] {
            std::map<std::string, QSize> sizes;
            for (const QString& id : bench.views().openViews())
                if (const QByteArray name = id.toLatin1(); bench.views().isSeen(ViewId(name.constData())))
                    sizes[id.toStdString()] = bench.dock(name.constData()).size();
            sizes["centre"] = bench.views().centreWidget()->size();
            return sizes;
        };
        const auto settled = [&] {
            bench.start.settle(60);
            return geometry();
        };
        for (const QString& id : bench.views().openViews()) {
            const QByteArray latin = id.toLatin1();
            bench.views().raise(ViewId(latin.constData()));
            const auto before = settled();
            INFO(roomOf(room).name << ": " << id.toStdString());
            for (int times = 0; times < 4; ++times) {
                bench.views().toggleCentre(ViewId(latin.constData()));
                bench.start.settle();
            }
            CHECK_FALSE(bench.views().isCentred());
            const auto after = settled();
            REQUIRE(after.size() == before.size());
            for (const auto& [name, size] : before) {
                INFO(name);
                REQUIRE(after.contains(name));
                CHECK(std::abs(after.at(name).width() - size.width()) <= 4);
                CHECK(std::abs(after.at(name).height() - size.height()) <= 4);
            }
        }
    }
}

TEST_CASE("centre: a double click on a title and its button do the same", "[window][rooms]")
{
    CentreBench bench;
    QTest::mouseDClick(&bench.title("heads"), Qt::LeftButton, {}, QPoint(20, 5));
    bench.start.settle();
    CHECK(bench.views().centre() == bench.views().view(view_ids::kHeads));
    auto* const back
        = bench.views().centralWidget()->findChild<DockTitle*>(QString(), Qt::FindDirectChildrenOnly);
    REQUIRE(back != nullptr);
    CHECK(back->isVisible());
    QTest::mouseDClick(back, Qt::LeftButton, {}, QPoint(20, 5));
    bench.start.settle();
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK_FALSE(back->isVisible());
    QTest::mouseClick(bench.title("heads").findChild<SignButton*>(), Qt::LeftButton);
    bench.start.settle();
    CHECK(bench.views().centre() == bench.views().view(view_ids::kHeads));
    QTest::mouseClick(back->findChild<SignButton*>(), Qt::LeftButton);
    bench.start.settle();
    CHECK(bench.views().centre() == &bench.heatmap());
}

TEST_CASE("centre: so does the view in the centre", "[window][rooms]")
{
    CentreBench bench;
    bench.heatmap().setFocus();
    const QStringList open = bench.views().openViews();
    const int width = bench.heatmap().width();
    bench.start.action("view.centre")->trigger();
    bench.start.settle();
    CHECK(bench.views().openViews().isEmpty());
    CHECK(bench.heatmap().width() > width);
    bench.start.action("view.centre")->trigger();
    bench.start.settle();
    CHECK(bench.views().openViews() == open);
    CHECK(std::abs(bench.heatmap().width() - width) <= 2);
}

TEST_CASE("centre: a view keeps the area while another workspace is shown", "[window][rooms]")
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
    QDockWidget& dock = bench.dock("heads");
    const auto buttons = bench.title("heads").findChildren<SignButton*>();
    REQUIRE(buttons.size() == 3);
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return dock.isFloating() && dock.titleBarWidget() == nullptr; }));
    CHECK_FALSE(dock.windowFlags().testFlag(Qt::FramelessWindowHint));
    CHECK(dock.isVisible());
    CHECK(dock.windowTitle() == viewTitle(viewRegistry()[1]));
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
    // The heads are a strip: one column, without horizontal scrolling.
    const auto& canvas = *bench.heads().findChild<HeadsCanvas*>();
    CHECK(canvas.headsLayout().isStrip());
    CHECK(canvas.width() <= bench.dock("heads").width());
    for (const QScrollBar* const bar : bench.dock("heads").findChildren<QScrollBar*>())
        CHECK((bar->orientation() == Qt::Vertical || !bar->isVisible()));
    // Tokens and Lines share a place, here and in a large window.
    CHECK(bench.views().tabifiedDockWidgets(&bench.dock("tokens")).contains(&bench.dock("lines")));
    bench.start.window.resize(1440, 900);
    CHECK(WindowStart::wait([&] { return !canvas.headsLayout().isStrip(); }));
    CHECK(bench.start.window.rooms().rail().wordsShown());
    CHECK(bench.views().tabifiedDockWidgets(&bench.dock("tokens")).contains(&bench.dock("lines")));
    CHECK(bench.plot().width() >= 600);
}

namespace {

/// A user who goes from room to room, presses the views' keys and F12, and sometimes resizes the window.
/// Checks invariants after each step.
class Wanderer
{
public:
    explicit Wanderer(CentreBench& bench, unsigned seed)
        : m_bench(bench)
        , m_random(seed)
    { }

    void step()
    {
        m_before = state();
        switch (m_random() % 8) {
        case 0:
        case 1:
            enter(static_cast<int>(m_random() % 7));
            break;
        case 2:
        case 3:
            pressKeyOf(viewRegistry()[m_random() % viewRegistry().size()], true);
            break;
        case 4: // no pause between the two
            pressKeyOf(viewRegistry()[m_random() % viewRegistry().size()], false);
            pressF12();
            break;
        case 5:
            resize();
            break;
        default:
            pressF12();
            break;
        }
        settle();
        check();
    }

private:
    DockArea& views() const { return m_bench.views(); }
    Rooms& rooms() const { return m_bench.start.window.rooms(); }

    void settle()
    {
        QTest::qWait(m_random() % 4 == 0 ? 90 : 5); // sometimes while docks are still moving
    }
    void press(int key, Qt::KeyboardModifiers modifiers)
    {
        QWidget* const focused = QApplication::focusWidget();
        QTest::keyClick(focused != nullptr ? focused : &m_bench.start.window, static_cast<Qt::Key>(key),
                        modifiers);
    }
    void enter(int number)
    {
        m_trail += " Alt+" + std::to_string(number + 1);
        press(Qt::Key_1 + number, Qt::AltModifier);
    }
    void pressKeyOf(const ViewDescriptor& view, bool alone)
    {
        m_trail += std::string(" ") + view.shortcut;
        const bool wasInFocus = views().viewInFocus() == view.id && views().centre() != views().view(view.id);
        const QString room = rooms().current();
        const QKeyCombination key = QKeySequence(QLatin1String(view.shortcut))[0];
        press(key.key(), key.keyboardModifiers());
        INFO(m_trail);
        if (wasInFocus) {
            CHECK(m_bench.dock(view.id.name().data()).isHidden());
            CHECK((views().centre() == nullptr
                   || views().centre() == views().view(views().viewInFocus()))); // not just any view
            m_closed[room].insert(QString::fromLatin1(view.id.name()));
            return;
        }
        m_closed[rooms().current()].erase(QString::fromLatin1(view.id.name()));
        CHECK(views().viewInFocus() == view.id);
        if (alone) {
            m_bench.start.settle();
            CHECK(views().viewInFocus() == view.id);
            CHECK(views().isSeen(view.id));
        }
    }
    void pressF12()
    {
        m_trail += " F12";
        INFO(m_trail);
        const ViewId focused = views().viewInFocus();
        TraceView* const centre = views().centre();
        const bool centred = views().isCentred();
        press(Qt::Key_F12, {});
        if (focused == ViewId())
            return;
        if (centre != views().view(focused))
            CHECK(views().centre() == views().view(focused));
        else
            CHECK(views().isCentred() != centred);
        m_closed[rooms().current()].erase(QString::fromLatin1(focused.name()));
    }
    void resize()
    {
        static const std::vector<QSize> kSizes{{1440, 900}, {1024, 700}, {1280, 800}, {1700, 1000}};
        const QSize size = kSizes[m_random() % kSizes.size()];
        m_trail += " " + std::to_string(size.width());
        m_bench.start.window.resize(size);
    }
    std::string state() const { return views().openViews().join(QLatin1Char(' ')).toStdString(); }

    void check()
    {
        const QString room = rooms().current();
        const Arrangement first = arrangementOf(roomNamed(room)->id);
        std::set<QString> belong{first.centre};
        for (const Arrangement::Standing& each : first.docks)
            belong.insert(each.view);
        if (room == QLatin1String("decode"))
            belong.insert(QStringLiteral("masks")); // its own room has Decode's place: opens here
        m_closed[QStringLiteral("decode")].insert(QStringLiteral("masks"));
        m_closed[QStringLiteral("decode")].insert(QStringLiteral("beams")); // there is no search
        m_closed[QStringLiteral("model")].insert(QStringLiteral("experts")); // the model has none
        m_closed[QStringLiteral("whatIf")].insert(QStringLiteral("paths")); // these open when asked
        m_closed[QStringLiteral("explain")].insert(QStringLiteral("matrices"));
        const QStringList open = views().openViews();
        const QString centre = views().centre() == nullptr ? first.centre : views().centre()->objectName();
        INFO(m_trail << "\nin " << room.toStdString() << ", centre " << centre.toStdString()
                     << ", open: " << state() << ", before: " << m_before);
        CHECK(belong.count(centre) == 1);
        for (const QString& view : open) {
            INFO(view.toStdString());
            CHECK(belong.count(view) == 1);
            CHECK(view != centre);
        }
        for (const QString& view : belong) {
            INFO(view.toStdString());
            if (view != centre && !views().isCentred() && !m_closed[room].contains(view))
                CHECK(open.contains(view));
        }
        // A view added in a large window may leave too little room in a small one.
        if (!open.contains(QStringLiteral("masks")))
            checkPlaces();
    }
    // Checks that no visible parts overlap.
    void checkPlaces()
    {
        std::vector<QWidget*> seen{views().centralWidget()};
        for (auto* const dock : views().findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (dock->isVisible() && !dock->visibleRegion().isEmpty())
                seen.push_back(dock);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            INFO(seen[i]->objectName().toStdString());
            CHECK(views().rect().contains(seen[i]->geometry()));
            for (std::size_t k = 0; k < i; ++k) {
                INFO(seen[k]->objectName().toStdString());
                CHECK_FALSE(seen[i]->geometry().intersects(seen[k]->geometry()));
            }
        }
    }

    CentreBench& m_bench;
    std::mt19937 m_random;
    std::map<QString, std::set<QString>> m_closed; ///< views closed in each room
    std::string m_trail, m_before;
};

} // namespace

TEST_CASE("centre: on no walk through rooms, views and F12 does a room show "
          "another one's views",
          "[window][rooms][walk]")
{
    const unsigned seed = GENERATE(1U, 2U, 3U);
    if (test::kSanitized && seed > 1) // each takes half a minute there
        return;
    CentreBench bench;
    Wanderer wanderer(bench, seed);
    for (int i = 0; i < 60; ++i)
        wanderer.step();
}
