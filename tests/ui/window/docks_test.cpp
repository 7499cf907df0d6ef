// Docks while nothing happens, and while the text grows.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/window/dock_area.h"

#include <QApplication>
#include <QDockWidget>
#include <QTabBar>

#include <memory>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// How often a widget was asked to lay itself out.
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

} // namespace

TEST_CASE("docks: nothing is laid out while nothing happens", "[window]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    REQUIRE_FALSE(start.window.findChildren<QTabBar*>().isEmpty());
    QTest::qWait(300);
    const LayoutCount requests(start.window.views());
    QTest::qWait(200);
    CHECK(requests.count <= 2);
}

TEST_CASE("docks: their titles grow with the text", "[window]")
{
    WindowBench bench;
    const auto before = std::make_unique<Theme>();
    before->setTextSize(120); // a font that the user has chosen, when the docks are made
    WindowStart start(bench.settings);
    start.theme.setTextSize(160);
    QTest::qWait(50);
    const QList<QDockWidget*> docks = start.window.findChildren<QDockWidget*>();
    REQUIRE_FALSE(docks.isEmpty());
    for (const QDockWidget* dock : docks)
        CHECK(dock->font().pointSizeF() == QApplication::font().pointSizeF());
    start.theme.setTextSize(100);
}
