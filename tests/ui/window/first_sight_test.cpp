// What a newcomer sees, and how the keyboard goes from part to part.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/state/model_settings.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/actions/window_menus.h"
#include "ui/window/bars/edit_banner.h"
#include "ui/window/bars/parity_badge.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/bars/veil.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_table.h"

#include <QApplication>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QStatusBar>
#include <QTreeWidget>
#include <QUndoStack>

#include <algorithm>
#include <set>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// The part of the window with the keyboard: a view's name, or that of another part.
QString partInFocus(const WindowStart& start)
{
    const QWidget* const focused = QApplication::focusWidget();
    const auto within = [focused](const QWidget& part) {
        return focused != nullptr && (focused == &part || part.isAncestorOf(focused));
    };
    if (within(start.window.tools()))
        return QStringLiteral("tools");
    if (within(start.window.input()))
        return QStringLiteral("input");
    if (within(start.window.rooms().rail()))
        return QStringLiteral("rail");
    if (within(*start.window.statusBar()))
        return QStringLiteral("status");
    return within(start.window.views()) ? start.window.views().viewInFocus().name() : QString();
}

struct SightBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    explicit SightBench(const QSize& size = {1440, 900}, bool first = false)
    {
        kGallerySeen.set(bench.settings, !first);
        start.window.resize(size);
        kLastModel.set(bench.settings, bench.model);
        start.window.start(first ? QString() : bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.window.activateWindow();
        REQUIRE(QTest::qWaitForWindowActive(&start.window));
        start.settle(150);
    }
    DockArea& views() const { return start.window.views(); }
    QDockWidget& dock(const char* view) const
    {
        return *start.window.findChild<QDockWidget*>(QStringLiteral("dock.") + QLatin1String(view));
    }
    std::vector<QString> seen() const
    {
        std::vector<QString> names;
        for (const ViewDescriptor& view : viewRegistry())
            if (views().isSeen(view.id))
                names.push_back(view.id.name());
        return names;
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget* const focused = QApplication::focusWidget();
        REQUIRE(focused != nullptr);
        QTest::keyClick(focused, static_cast<Qt::Key>(key), modifiers);
    }
};

/// The colours in a picture of a widget.
std::set<QRgb> coloursOf(QWidget& widget)
{
    const QImage image = widget.grab().toImage();
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    return colours;
}

} // namespace

TEST_CASE("first sight: Explore shows heads, one map and tokens; the rest is a step away", "[window]")
{
    for (const QSize& size : {QSize(1440, 900), QSize(1920, 1080)}) {
        SightBench bench(size);
        CHECK(bench.seen() == std::vector<QString>{"heatmap", "heads", "tokens"});
        // Behind the tokens.
        for (const char* const view : {"lines", "decoding"})
            CHECK(bench.views().openViews().contains(QLatin1String(view)));
        CHECK_FALSE(bench.start.window.findChild<ParityBadge*>()->isVisible());
        const auto actions = bench.start.window.tools().actions();
        CHECK(std::none_of(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text().contains(QLatin1String("ncoder")) && action->isVisible();
        }));
        // The map has most of the room, the tokens about as much as they need.
        CHECK(bench.views().centralWidget()->width() > size.width() * 0.45);
        CHECK(bench.dock("tokens").width() < size.width() * 0.3);
    }
}

TEST_CASE("first sight: Explain shows one view large", "[window]")
{
    SightBench bench;
    bench.start.window.rooms().enter(RoomId::kExplain);
    bench.start.settle(60);
    CHECK(bench.seen() == std::vector<QString>{"heatmap", "cell"});
    CHECK(bench.views().centralWidget()->width() > 700);
    CHECK(bench.views().centralWidget()->height() > bench.views().height() - 30);
    bench.start.window.rooms().enter(RoomId::kModel);
    bench.start.settle(60);
    CHECK(bench.seen() == std::vector<QString>{"flow", "model"});
}

TEST_CASE("first sight: the lessons of the first start leave the list of heads its width", "[window]")
{
    SightBench bench({1440, 900}, true);
    REQUIRE(bench.start.window.lessons().panel().isVisible());
    const auto* const heads = bench.views().view(view_ids::kHeads)->findChild<HeadsCanvas*>();
    REQUIRE(heads != nullptr);
    CHECK_FALSE(heads->headsLayout().isStrip());
    CHECK(bench.start.window.rooms().rail().wordsShown());
    const int beside = bench.dock("heads").width();
    CHECK(beside >= 24 * bench.views().fontMetrics().averageCharWidth());
    bench.start.window.lessons().panel().hide();
    bench.start.settle(60);
    CHECK(beside > bench.dock("heads").width() * 2 / 3);
}

TEST_CASE("first sight: at 1440 pixels the output without the edits is not cut", "[window]")
{
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("The black cat sleeps on the chair."));
    WindowStart start(bench.settings);
    start.window.resize(1440, 900);
    start.window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-fr"));
    REQUIRE(WindowStart::wait([&] { return start.ready(10); }));
    Document next = start.workspace.document();
    next.interventions.masks.decoderCausal = Toggle::kOff;
    start.workspace.apply(next, QStringLiteral("Mask"));
    REQUIRE(WindowStart::wait([&] { return start.workspace.hasUnedited() && !start.workspace.isRunning(); }));
    start.settle(50);
    const MessageBar& banner = start.bar("editBanner");
    REQUIRE(banner.isVisible());
    const QString before = start.workspace.snapshot()->unedited->output;
    REQUIRE(before.size() > 20);
    REQUIRE(banner.text().contains(before));
    const auto* const line = banner.findChild<ElidedLabel*>();
    REQUIRE(line != nullptr);
    const QString upTo = banner.text().left(banner.text().indexOf(before) + before.size());
    CHECK(line->fontMetrics().horizontalAdvance(upTo) < line->width() * 3 / 4);
    // Where there is less room, whole sentences are left out.
    for (int width = 1440; width >= 1060; width -= 20) {
        INFO(width);
        start.window.resize(width, 900);
        start.settle(0);
        CHECK_FALSE(line->shownLines().last().endsWith(QChar(0x2026)));
    }
}

TEST_CASE("first sight: the signs of a dock appear under the mouse, and with the keyboard", "[window]")
{
    SightBench bench;
    bench.start.window.input().goToText();
    auto& title = *bench.dock("heads").findChild<DockTitle*>();
    auto& sign = *title.findChild<SignButton*>();
    CHECK(coloursOf(sign).size() == 1);
    bench.views().showView(view_ids::kHeads);
    CHECK(coloursOf(sign).size() > 1);
    bench.start.window.input().goToText();
    CHECK(coloursOf(sign).size() == 1);
    QTest::mouseMove(&sign);
    CHECK(QTest::qWaitFor([&] { return coloursOf(sign).size() > 1; }));
}

TEST_CASE("first sight: the menu and the shortcuts list the views by their workspaces", "[window]")
{
    SightBench bench;
    const QMenu& menu = viewsMenu(bench.views());
    QStringList groups;
    int views = 0;
    for (const QAction* const action : menu.actions()) {
        if (action->isSeparator())
            groups << action->text();
        else
            ++views;
    }
    CHECK(views == static_cast<int>(viewRegistry().size()));
    QStringList rooms;
    for (const Room& room : roomTable())
        if (room.id != RoomId::kMasked && room.id != RoomId::kLearn)
            rooms << roomTitle(room.id);
    CHECK(groups == rooms);
    ShortcutsDialog dialog(actionGroups(bench.start.window, bench.start.window.commands(), bench.views()),
                           nullptr);
    const auto* const tree = dialog.findChild<QTreeWidget*>(QStringLiteral("shortcuts"));
    REQUIRE(tree != nullptr);
    for (const char* const key : {"Ctrl+1", "Ctrl+Shift+W", "Alt+1", "F6"}) {
        INFO(key);
        CHECK_FALSE(tree->findItems(QLatin1String(key), Qt::MatchExactly | Qt::MatchRecursive, 1).isEmpty());
    }
}

TEST_CASE("keyboard: F6 goes through the parts of the window and round again, Shift+F6 back", "[window]")
{
    SightBench bench;
    bench.start.window.input().goToText();
    REQUIRE(partInFocus(bench.start) == QStringLiteral("input"));
    QStringList there;
    for (int presses = 0; presses < 7; ++presses) {
        there << partInFocus(bench.start);
        bench.press(Qt::Key_F6);
    }
    CHECK(there == QStringList{"input", "rail", "heads", "heatmap", "tokens", "status", "tools"});
    CHECK(partInFocus(bench.start) == QStringLiteral("input"));
    for (int presses = 0; presses < 7; ++presses) {
        bench.press(Qt::Key_F6, Qt::ShiftModifier);
        CHECK(partInFocus(bench.start) == there[6 - presses]);
    }
}

TEST_CASE("keyboard: Tab goes through what is seen, from part to part, whatever was made first", "[window]")
{
    WindowBench folder;
    WindowStart start(folder.settings, false);
    const auto registry = viewRegistry();
    for (std::size_t i = registry.size(); i > 0; --i)
        start.window.views().view(registry[i - 1].id);
    start.window.resize(1440, 900);
    start.window.start(folder.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&start.window));
    start.settle(150);
    start.window.input().goToText();
    QStringList parts;
    std::vector<QWidget*> stops;
    const auto press = [](int key) {
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key));
        return QApplication::focusWidget();
    };
    QWidget* const first = QApplication::focusWidget();
    for (QWidget* now = first; stops.size() < 60; now = press(Qt::Key_Tab)) {
        if (!stops.empty() && now == first)
            break; // once round
        REQUIRE(std::find(stops.begin(), stops.end(), now) == stops.end());
        stops.push_back(now);
        INFO(now->metaObject()->className() << " " << now->objectName().toStdString());
        CHECK(start.window.rect().intersects({now->mapTo(&start.window, QPoint()), now->size()}));
        if (const QString part = partInFocus(start); parts.isEmpty() || parts.back() != part)
            parts << part;
    }
    if (parts.back() == parts.front())
        parts.removeLast(); // the text is not the first thing in its part
    CHECK(parts == QStringList{"input", "rail", "heads", "heatmap", "tokens", "status", "tools"});
    for (std::size_t i = stops.size(); i > 0; --i)
        CHECK(press(Qt::Key_Backtab) == stops[i - 1]);
}

TEST_CASE("keyboard: the ring in the rail is around the workspace that is shown", "[window]")
{
    SightBench bench;
    RoomRail& rail = bench.start.window.rooms().rail();
    rail.button(QStringLiteral("explore"))->setFocus();
    bench.press(Qt::Key_2, Qt::AltModifier);
    CHECK(bench.start.window.rooms().current() == QStringLiteral("explain"));
    CHECK(rail.button(QStringLiteral("explain"))->hasFocus());
}

TEST_CASE("keyboard: what has it wears a ring that can be seen", "[window]")
{
    SightBench bench;
    RailButton& button = *bench.start.window.rooms().rail().button(QStringLiteral("explore"));
    bench.start.window.input().goToText();
    const auto accents = [&button] {
        const QImage image = button.grab().toImage();
        const QColor accent = button.palette().color(QPalette::Highlight);
        int count = 0;
        for (int y = 2; y < image.height() - 2; ++y)
            count += image.pixelColor(image.width() - 2, y) == accent ? 1 : 0;
        return count;
    };
    CHECK(accents() == 0);
    button.setFocus();
    CHECK(accents() > button.height() / 2); // an unbroken line along the edge
}

TEST_CASE("outdated: the views are dimmed while they show the result of an earlier text", "[window]")
{
    SightBench bench;
    auto* const veil = bench.start.window.findChild<Veil*>();
    REQUIRE(veil != nullptr);
    CHECK_FALSE(veil->isVisible());
    const quint64 before = bench.start.workspace.snapshot()->request;
    Document wrong = bench.start.workspace.document();
    wrong.text += QStringLiteral(" oops");
    bench.start.workspace.apply(wrong, QStringLiteral("Text"));
    REQUIRE(
        WindowStart::wait([&] { return bench.start.workspace.notice() && bench.start.runs.isSettled(); }));
    REQUIRE(bench.start.workspace.snapshot()->request == before); // the old result is still there
    CHECK(veil->isVisible());
    CHECK(veil->geometry() == bench.views().geometry());
    bench.start.workspace.undoStack().undo();
    REQUIRE(WindowStart::wait([&] { return bench.start.runs.isSettled(); }));
    CHECK(WindowStart::wait([&] { return !veil->isVisible(); }));
}
