// Tabs of docks: they take the place of the titles.

#include "ui/window/rooms/dock_tabs.h"

#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "tests/support/window_bench.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/look/languages.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"
#include "ui/window/rooms/view_dock.h"

#include <QApplication>
#include <QMenu>
#include <QScopeGuard>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct TabsBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    explicit TabsBench(const QSize& size)
    {
        start.window.resize(size);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.window.activateWindow();
        settle();
    }
    void settle() const { start.settle(200); }
    DockArea& views() const { return start.window.views(); }
    ViewDock& dock(const char* view) const
    {
        return *start.window.findChild<ViewDock*>(QStringLiteral("dock.") + QLatin1String(view));
    }
    std::vector<DockTabs*> rows() const
    {
        std::vector<DockTabs*> found;
        for (DockTabs* const each : views().findChildren<DockTabs*>())
            if (each->isVisible())
                found.push_back(each);
        return found;
    }
    static SignButton& button(const DockTabs& tabs, SignButton::Sign sign)
    {
        for (SignButton* const each : tabs.findChildren<SignButton*>())
            if (each->toolTip() == DockTitle::words(sign))
                return *each;
        FAIL("no such button");
        throw;
    }
};

} // namespace

TEST_CASE("dock tabs: what has a tab has no title under it, what has none keeps it", "[window][rooms]")
{
    TabsBench bench({1440, 900});
    CHECK(bench.dock("lines").title().isGone());
    CHECK(bench.dock("decoding").title().isGone());
    CHECK(bench.dock("tokens").title().isGone());
    CHECK_FALSE(bench.dock("heads").title().isGone());
    REQUIRE(bench.rows().size() == 1);
    // Alone again: the title is back.
    bench.dock("decoding").hide();
    bench.dock("lines").hide();
    bench.settle();
    CHECK(bench.rows().empty());
    CHECK_FALSE(bench.dock("tokens").title().isGone());
    CHECK(bench.dock("tokens").title().height() > 10);
}

TEST_CASE("dock tabs: the buttons at their end are those of the view in front", "[window][rooms]")
{
    TabsBench bench({1440, 900});
    const QString front = QStringLiteral("tokens");
    REQUIRE(bench.views().isSeen(view_ids::kTokens));
    QTest::mouseClick(&TabsBench::button(*bench.rows().front(), SignButton::Sign::kToCentre), Qt::LeftButton);
    bench.settle();
    REQUIRE(bench.views().centre() != nullptr);
    CHECK(bench.views().centre()->objectName() == front);
    bench.views().leaveCentre();
    bench.settle();
    REQUIRE(bench.rows().size() == 1);
    QTest::mouseClick(&TabsBench::button(*bench.rows().front(), SignButton::Sign::kClose), Qt::LeftButton);
    bench.settle();
    CHECK_FALSE(bench.views().openViews().contains(front));
    CHECK(bench.views().openViews().contains(QStringLiteral("decoding")));
}

TEST_CASE("dock tabs: the line below the tabs goes on below the buttons", "[window][rooms]")
{
    TabsBench bench({1440, 900});
    REQUIRE_FALSE(bench.rows().empty());
    for (const DockTabs* const row : bench.rows()) {
        const QImage image = bench.views().grab(row->geometry().adjusted(-3, 0, 0, 3)).toImage();
        for (int y = image.height() - 8; y < image.height() - 3; ++y)
            CHECK(image.pixel(0, y) == image.pixel(image.width() - 2, y));
    }
}

TEST_CASE("dock tabs: in a small window they and their buttons share the width of their docks",
          "[window][rooms]")
{
    TabsBench bench({1024, 700});
    for (const RoomId room : {RoomId::kExplore, RoomId::kExplain, RoomId::kDecode, RoomId::kModel}) {
        bench.start.window.rooms().enter(room);
        bench.settle();
        INFO(static_cast<int>(room));
        REQUIRE_FALSE(bench.rows().empty());
        for (const DockTabs* const row : bench.rows()) {
            const auto bars = bench.views().findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
            const auto bar = std::find_if(bars.begin(), bars.end(), [row](const QTabBar* each) {
                return each->isVisible() && each->y() == row->y() && each->geometry().right() + 1 == row->x();
            });
            REQUIRE(bar != bars.end());
            const ViewDock* const dock = row->dock((*bar)->currentIndex());
            REQUIRE(dock != nullptr);
            CHECK((*bar)->x() == dock->x());
            CHECK(row->geometry().right() == dock->geometry().right());
            // All tabs are visible, or a list has them.
            bool all = true;
            for (int tab = 0; tab < (*bar)->count(); ++tab)
                all = all && (*bar)->isTabVisible(tab);
            CHECK((all || TabsBench::button(*row, SignButton::Sign::kList).isVisible()));
        }
    }
}

TEST_CASE("dock tabs: no tab is cut in any workspace, in English or French, beside a lesson or not",
          "[window][rooms][long]")
{
    const QString language = GENERATE(QStringLiteral("en"), QStringLiteral("fr"));
    const QSize size = GENERATE(QSize(1024, 700), QSize(1440, 900), QSize(1920, 1080));
    if (test::kSanitized && size.width() != 1024) // each takes half a minute there
        return;
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(language);
    TabsBench bench(size);
    for (const bool lesson : {false, true}) {
        bench.start.window.lessons().panel().setVisible(lesson);
        for (const Room& room : roomTable()) {
            bench.start.window.rooms().enter(room.id);
            bench.settle();
            for (const QTabBar* const bar : bench.start.window.findChildren<QTabBar*>()) {
                const QRect seen = bar->visibleRegion().boundingRect();
                for (int tab = 0; !seen.isEmpty() && tab < bar->count(); ++tab) {
                    INFO(language.toStdString()
                         << " " << size.width() << " " << room.name << " " << bar->tabText(tab).toStdString()
                         << (lesson ? ", lesson" : ""));
                    const QRect rect = bar->tabRect(tab);
                    if (bar->isTabVisible(tab)) {
                        CHECK(bar->rect().contains(rect));
                        CHECK(rect.width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(tab)));
                        CHECK(seen.contains(rect));
                    }
                }
            }
        }
    }
}

TEST_CASE("dock tabs: the list has the views without a tab, and what the buttons do", "[window][rooms]")
{
    TabsBench bench({1024, 700});
    bench.start.window.lessons().panel().show();
    bench.start.window.rooms().enter(RoomId::kExplain);
    bench.settle();
    REQUIRE(bench.rows().size() == 1);
    const auto bars = bench.views().findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    const auto found = std::find_if(bars.begin(), bars.end(),
                                    [](const QTabBar* bar) { return bar->isVisible() && bar->count() > 1; });
    REQUIRE(found != bars.end());
    QTabBar& bar = **found;
    const int last = bar.count() - 1;
    REQUIRE_FALSE(bar.isTabVisible(last));
    const QString title = bar.tabText(last);
    int actions = 0;
    QTimer::singleShot(50, [&] {
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        actions = static_cast<int>(menu->actions().size());
        for (QAction* const action : menu->actions())
            if (action->text() == title)
                action->trigger();
        menu->close();
    });
    TabsBench::button(*bench.rows().front(), SignButton::Sign::kList).click();
    bench.settle();
    CHECK(actions == bar.count() + 4); // with a separator
    CHECK(bar.currentIndex() == last);
    CHECK(bar.isTabVisible(last));
    // With room again, all have their tabs.
    bench.start.window.lessons().panel().hide();
    bench.start.window.resize(1920, 1080);
    bench.settle();
    for (int tab = 0; tab < bar.count(); ++tab)
        CHECK(bar.isTabVisible(tab));
    CHECK_FALSE(TabsBench::button(*bench.rows().front(), SignButton::Sign::kList).isVisible());
}

TEST_CASE("dock tabs: F12 enlarges the view whose tab was clicked", "[window][rooms]")
{
    TabsBench bench({1440, 900});
    bench.start.window.rooms().enter(RoomId::kExplain);
    bench.settle();
    for (const char* const view : {"mask", "vectors"}) {
        INFO(view);
        bool clicked = false;
        for (const DockTabs* const tabs : bench.rows())
            for (QTabBar* const bar : bench.views().findChildren<QTabBar*>())
                for (int tab = 0; tab < bar->count() && !clicked; ++tab)
                    if (bar->isVisible() && bar->geometry().top() == tabs->geometry().top()
                        && tabs->dock(tab) == &bench.dock(view)) {
                        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                        clicked = true;
                    }
        REQUIRE(clicked);
        bench.settle();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
        bench.settle();
        CHECK(bench.views().centre() == bench.views().view(ViewId(view)));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F12);
        bench.settle();
    }
}
