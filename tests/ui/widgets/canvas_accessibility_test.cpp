// Screen readers in drawn views: each canvas describes what the keyboard is on, and the description changes
// with the arrow keys. (Without a reader, Qt sends no events, and the offscreen platform has no reader.)

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/rooms/dock_area.h"

#include <QAccessible>
#include <QTest>

using namespace headlight;
using namespace headlight::test;

namespace {

struct Canvas
{
    const char* view;
    const char* type; ///< class name of the canvas
    std::vector<Qt::Key> keys;
    const char* said; ///< contained in every item's description
};

QWidget* canvasOf(QWidget& view, const char* type)
{
    for (QWidget* widget : view.findChildren<QWidget*>())
        if (QLatin1String(widget->metaObject()->className()) == QLatin1String(type))
            return widget;
    return nullptr;
}

} // namespace

TEST_CASE("accessibility: every canvas says what the keyboard is on", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.window.resize(1400, 900);
    start.window.activateWindow();
    const std::vector<Canvas> canvases{
        {"heads", "headlight::HeadsCanvas", {Qt::Key_Down, Qt::Key_Right}, "head"},
        {"tokens", "headlight::TokenStrip", {Qt::Key_Right, Qt::Key_Right}, ""},
        {"lines", "headlight::LinesCanvas", {Qt::Key_Down, Qt::Key_Right}, ""},
        {"lines", "headlight::HeadSquares", {Qt::Key_Right}, "head"},
        {"cell", "headlight::CellCanvas", {Qt::Key_Down, Qt::Key_Down}, ""},
        {"stream", "headlight::StreamCanvas", {Qt::Key_Up, Qt::Key_Right}, "layer"},
        {"vectors", "headlight::VectorCanvas", {Qt::Key_N, Qt::Key_Left}, " at "},
        {"model", "headlight::ModelCanvas", {Qt::Key_Up, Qt::Key_Up}, ""},
    };
    for (const Canvas& each : canvases) {
        INFO(each.view << ", " << each.type);
        start.window.views().showView(ViewId(each.view));
        TraceView* const view = start.window.views().view(ViewId(each.view));
        REQUIRE(view != nullptr);
        QWidget* const canvas = canvasOf(*view, each.type);
        REQUIRE(canvas != nullptr);
        REQUIRE(WindowStart::wait([&] { return canvas->isVisible(); }));
        canvas->setFocus();
        REQUIRE(WindowStart::wait([&] { return canvas->hasFocus(); }));
        QTest::qWait(30);
        QStringList said;
        for (const Qt::Key key : each.keys) {
            QTest::keyClick(canvas, key);
            QAccessibleInterface* const list = QAccessible::queryAccessibleInterface(canvas);
            REQUIRE(list != nullptr);
            QTest::qWait(20); // views update in one of the next turns
            (void)QTest::qWaitFor(
                [&] {
                    const QAccessibleInterface* const now = list->focusChild();
                    return said.isEmpty() || (now != nullptr && now->text(QAccessible::Name) != said.last());
                },
                1000);
            CHECK_FALSE(list->text(QAccessible::Name).isEmpty());
            REQUIRE(list->childCount() == 1);
            QAccessibleInterface* const item = list->focusChild();
            REQUIRE(item != nullptr);
            INFO(item->text(QAccessible::Name).toStdString());
            CHECK(item->role() == QAccessible::ListItem);
            CHECK(item->state().focused);
            CHECK(item->parent() == list);
            CHECK(list->indexOfChild(item) == 0);
            CHECK_FALSE(item->text(QAccessible::Name).isEmpty());
            CHECK(item->text(QAccessible::Name).contains(QLatin1String(each.said), Qt::CaseInsensitive));
            said << item->text(QAccessible::Name);
        }
        INFO(said.join(QStringLiteral(" | ")).toStdString());
        if (each.keys.size() > 1)
            CHECK(said.first() != said.last()); // the keys have moved the cursor
    }
}

TEST_CASE("accessibility: a compared cell says its query, its key and both numbers", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    const HeadRef first = start.focus.head();
    HeadRef second = first;
    second.head = first.head == 0 ? 1 : 0;
    start.focus.toggleHead(second);
    start.window.views().showView(view_ids::kCompare);
    TraceView* const view = start.window.views().view(view_ids::kCompare);
    QWidget* const canvas = canvasOf(*view, "headlight::CompareCanvas");
    REQUIRE(canvas != nullptr);
    REQUIRE(WindowStart::wait([&] { return canvas->isVisible(); }));
    canvas->setFocus();
    start.focus.setPin({});
    start.focus.setHover({});
    QTest::qWait(50);
    // Before the maps are paired the keys lead nowhere.
    REQUIRE(WindowStart::wait([&] {
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Right);
        return !canvas->accessibleDescription().isEmpty();
    }));
    const QString said = canvas->accessibleDescription();
    INFO(said.toStdString());
    CHECK(start.focus.hover().query.has_value());
    CHECK(start.focus.hover().key.has_value());
    for (const char* word : {"Query", "key", "A ", "B ", "difference"})
        CHECK(said.contains(QLatin1String(word)));
    QAccessibleInterface* const list = QAccessible::queryAccessibleInterface(canvas);
    REQUIRE(list != nullptr);
    REQUIRE(list->childCount() == 1);
    CHECK(list->child(0)->text(QAccessible::Name) == said);
}
