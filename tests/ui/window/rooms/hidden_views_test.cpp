// What views keep while nobody sees them.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/views/view_registry.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <memory>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

TEST_CASE("views: hidden ones keep neither the model nor the trace that they showed", "[window][memory]")
{
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("The black cat sleeps on the chair."));
    WindowStart start(bench.settings);
    start.window.resize(1280, 800);
    const QString models = QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/");
    start.window.start(models + QStringLiteral("en-fr"));
    REQUIRE(WindowStart::wait([&] { return start.ready(10); }));
    for (const ViewDescriptor& view : viewRegistry()) {
        INFO(view.id.name().data());
        start.window.views().showView(view.id);
        start.settle();
        CHECK(start.window.views().isSeen(view.id));
    }
    start.window.rooms().enter(RoomId::kLearn);
    start.settle();
    const std::weak_ptr<const Model> model = start.workspace.model();
    const std::weak_ptr<const void> trace = start.workspace.snapshot()->trace.leaf();
    start.window.openModel(bench.model);
    REQUIRE(WindowStart::wait([&] { return !start.runs.opener().isOpening(); }));
    start.settle();
    REQUIRE(start.workspace.model() != nullptr);
    CHECK(WindowStart::wait([&] { return model.expired(); }));
    CHECK(WindowStart::wait([&] { return trace.expired(); }));
}
