#include "ui/run/first_head.h"

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/focus_keeper.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/window/rooms/dock_area.h"

#include <QTest>

#include <string>

using namespace headlight;
using headlight::test::WindowStart;

namespace {

struct FirstStart
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart start{settings};

    void open()
    {
        start.window.start();
        settle();
    }
    void settle()
    {
        REQUIRE(WindowStart::wait([this] {
            return start.workspace.model() != nullptr && start.runs.isSettled()
                && start.workspace.snapshot()->finished && !start.workspace.snapshot()->trace.isNull();
        }));
        QTest::qWait(30);
    }
    HeatmapView& heatmap() { return *start.window.findChild<HeatmapView*>(); }
};

} // namespace

TEST_CASE("first head: the built-in model opens on the head of the alignment, and says what it does",
          "[window]")
{
    FirstStart bench;
    bench.open();
    CHECK(toString(bench.start.focus.head()) == "decoder.0.cross.3");
    const auto said = [&bench] { return bench.heatmap().sentence().toStdString(); };
    const std::string expected
        = "Having read “chat”, about to write “noir”, this head looks at “cat” (0.98).";
    WindowStart::wait([&] { return said() == expected; });
    CHECK(said() == expected);
}

TEST_CASE("first head: a head that the user has chosen stays, whatever is typed", "[window]")
{
    FirstStart bench;
    bench.open();
    const HeadRef chosen{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
    bench.start.focus.selectOnly(chosen);
    bench.start.type(QStringLiteral(" It is old."));
    bench.settle();
    CHECK(bench.start.focus.head() == chosen);
}
