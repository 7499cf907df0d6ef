// Docks while idle, and while the text grows.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/look/languages.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QApplication>
#include <QDockWidget>
#include <QImage>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Counts how often a widget lays itself out.
class LayoutCount : public QObject
{
public:
    explicit LayoutCount(QWidget& widget) { widget.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

/// Counts how often each of some widgets is resized.
class ResizeCount : public QObject
{
public:
    explicit ResizeCount(const QList<TraceView*>& widgets)
    {
        for (TraceView* const each : widgets)
            each->installEventFilter(this);
    }
    int most() const
    {
        int most = 0;
        for (const auto& [widget, count] : m_counts)
            most = std::max(most, count);
        return most;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_counts[watched] += event->type() == QEvent::Resize ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }

private:
    std::map<const QObject*, int> m_counts;
};

/// Height of the letters in a dock's title as drawn.
int titleInk(QDockWidget& dock)
{
    const QImage image = dock.grab().toImage();
    const int bottom = dock.widget()->y();
    int first = bottom, last = -1;
    for (int y = 0; y < bottom; ++y) {
        for (int x = 0; x < image.width() / 2; ++x) {
            if (std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(0, 0))) > 60) {
                first = std::min(first, y);
                last = y;
            }
        }
    }
    return last - first + 1;
}

} // namespace

TEST_CASE("docks: nothing is laid out while nothing happens", "[window]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    REQUIRE_FALSE(start.window.findChildren<QTabBar*>().isEmpty());
    start.settle(300);
    const LayoutCount requests(start.window.views());
    QTest::qWait(200);
    CHECK(requests.count <= 2);
}

TEST_CASE("docks: entering a workspace does not lay out its views again for each dock", "[window][long]")
{
    WindowBench bench;
    WindowStart start(bench, {1440, 900});
    for (const RoomId room : {RoomId::kExplain, RoomId::kModel, RoomId::kExplore}) {
        start.settle(50);
        const ResizeCount resizes(start.window.findChildren<TraceView*>());
        start.window.rooms().enter(room);
        CHECK(resizes.most() <= 3); // with its docks in their places, and with their sizes
    }
}

TEST_CASE("docks: the centre fits into a small window, and scrolls where large text leaves too little",
          "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1024, 700});
    start.settle(50);
    const QWidget* above = start.window.views().centre();
    while (above != nullptr && qobject_cast<const QScrollArea*>(above) == nullptr)
        above = above->parentWidget();
    const auto* const scroll = qobject_cast<const QScrollArea*>(above);
    REQUIRE(scroll != nullptr);
    CHECK(scroll->verticalScrollBar()->maximum() == 0);
    CHECK(scroll->horizontalScrollBar()->maximum() == 0);
    start.theme.setTextSize(200);
    start.window.resize(1024, 500);
    CHECK(QTest::qWaitFor([scroll] { return scroll->verticalScrollBar()->maximum() > 0; }, 5000));
    const auto* const plot = scroll->findChild<HeatmapPlot*>();
    REQUIRE(plot != nullptr);
    CHECK(plot->height() >= plot->minimumSizeHint().height());
    start.theme.setTextSize(100);
}

TEST_CASE("docks: their titles grow with the text", "[window]")
{
    WindowBench bench;
    const auto before = std::make_unique<Theme>();
    // The docks are created with the desktop's font or with one chosen by the user.
    before->setTextSize(GENERATE(100, 120));
    WindowStart start(bench.settings);
    start.window.resize(1440, 900); // the signs at the end of a title are in its right half
    start.settle(150);
    auto* const heads = start.window.findChild<QDockWidget*>(QStringLiteral("dock.heads"));
    REQUIRE(heads != nullptr);
    start.theme.setTextSize(100);
    start.settle(50);
    const int before100 = titleInk(*heads);
    start.theme.setTextSize(160);
    start.settle(50);
    CHECK(titleInk(*heads) > before100 * 5 / 4);
    const QList<QDockWidget*> docks = start.window.findChildren<QDockWidget*>();
    REQUIRE_FALSE(docks.isEmpty());
    for (const QDockWidget* dock : docks)
        CHECK(dock->font().pointSizeF() == QApplication::font().pointSizeF());
    start.theme.setTextSize(100);
}

TEST_CASE("docks: the key of a view first gives it the keyboard and then closes it", "[window]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&start.window));
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    TraceView& tokens = *start.window.views().view(view_ids::kTokens);
    QAction& action = *start.action("view.tokens");
    const auto press = [&] {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_3, Qt::ControlModifier);
        start.settle();
    };
    const auto hasKeyboard
        = [&] { return tokens.isAncestorOf(QApplication::focusWidget()) || tokens.hasFocus(); };
    start.window.input().sentence()->setFocus();
    REQUIRE(tokens.isVisible());
    REQUIRE_FALSE(tokens.visibleRegion().isEmpty());
    REQUIRE_FALSE(hasKeyboard());
    press(); // already in front, but the user was typing elsewhere
    CHECK(tokens.isVisible());
    CHECK(hasKeyboard());
    CHECK(action.isChecked());
    press();
    CHECK_FALSE(tokens.isVisible());
    CHECK_FALSE(action.isChecked());
    start.window.input().sentence()->setFocus();
    press();
    CHECK(hasKeyboard());
    // From the menu, a click on the check mark hides it at once.
    start.window.input().sentence()->setFocus();
    action.trigger();
    CHECK_FALSE(tokens.isVisible());
}

TEST_CASE("docks: a tab bar without tabs neither draws its line across the docks nor takes the mouse",
          "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1360, 860});
    Document next = start.workspace.document();
    next.interventions.list.emplace_back(
        HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})});
    start.workspace.apply(next, QStringLiteral("Edit"));
    REQUIRE(WindowStart::wait([&] { return start.workspace.hasUnedited() && !start.workspace.isRunning(); }));
    start.settle(100);
    const auto bars = start.window.views().findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    CHECK_FALSE(bars.isEmpty());
    for (const QTabBar* const bar : bars) {
        CHECK(bar->drawBase() == (bar->count() > 0));
        CHECK(bar->testAttribute(Qt::WA_TransparentForMouseEvents) == (bar->count() == 0));
    }
}

TEST_CASE("docks: a key changes the workspace while the mouse holds a tab", "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1360, 860});
    start.settle(50);
    QTabBar* held = nullptr;
    for (QTabBar* const bar :
         start.window.views().findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        held = bar->isVisible() && bar->count() > 1 ? bar : held;
    REQUIRE(held != nullptr);
    const int tabs = held->count();
    const QPoint last = held->tabRect(tabs - 1).center();
    QTest::mousePress(held, Qt::LeftButton, Qt::NoModifier, last);
    QAction* const learn = start.action("room.learn");
    REQUIRE(learn != nullptr);
    learn->trigger();
    REQUIRE(held->count() < tabs); // the tab being held is gone
    QMouseEvent move(QEvent::MouseMove, last + QPoint(-60, 2), held->mapToGlobal(last + QPoint(-60, 2)),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(held, &move); // Qt would look for it among the remaining ones
    QTest::mouseRelease(held, Qt::LeftButton, Qt::NoModifier, last);
    CHECK(start.window.isVisible());
}

TEST_CASE("docks: no view scrolls as a whole while its parts scroll, too", "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1440, 900});
    const auto scrolls = [](const QAbstractScrollArea* area) {
        return area->isVisible() && area->verticalScrollBar()->maximum() > 0;
    };
    for (const RoomId room : {RoomId::kExplore, RoomId::kExplain, RoomId::kModel}) {
        start.window.rooms().enter(room);
        start.settle(50);
        for (const QString& id : start.window.views().openViews()) {
            INFO(id.toStdString());
            start.window.views().raise(ViewId(id.toLatin1().constData()));
            start.settle(100);
            const auto* const dock = start.window.findChild<QDockWidget*>(QStringLiteral("dock.") + id);
            REQUIRE(dock != nullptr);
            const auto* const whole = qobject_cast<QScrollArea*>(dock->widget());
            if (whole == nullptr || !scrolls(whole))
                continue;
            for (const auto* const part : whole->findChildren<QAbstractScrollArea*>())
                CHECK_FALSE(scrolls(part));
        }
    }
}

TEST_CASE("docks: no words of a view are cut beside a lesson, in English or French", "[window]")
{
    const QString language = GENERATE(QStringLiteral("en"), QStringLiteral("fr"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(language);
    WindowBench bench;
    WindowStart start(bench, {1440, 900});
    start.window.lessons().panel().setVisible(true);
    for (const Room& room : roomTable()) {
        start.window.rooms().enter(room.id);
        start.settle(100);
        for (const ElidedLabel* const label : start.window.findChildren<ElidedLabel*>())
            if (!label->visibleRegion().isEmpty() && !label->text().isEmpty()) {
                INFO(language.toStdString() << " " << room.name << ": " << label->text().toStdString());
                CHECK_FALSE(label->shownLines().last().endsWith(u'…'));
            }
    }
}
