// A saved session contains a picture of itself for file managers.

#include "core/session/fields.h"
#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/figure/session_picture.h"
#include "ui/state/session.h"
#include "ui/window/actions/session_actions.h"

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

TEST_CASE("sessions: a saved one keeps a small picture of what was shown", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.window.sessions().save(file);
    REQUIRE(WindowStart::wait([&] { return start.window.sessions().path() == file; }));

    const auto tree = SessionTree::read(file.toStdString());
    REQUIRE(tree);
    const auto read = sessionFromTree(*tree, file.toStdString());
    REQUIRE(read);
    CHECK(read->warnings.isEmpty());
    CHECK(read->session.picture.size() < 64 * 1024);
    const auto picture = sessionThumbnail(read->session.picture, 64, file.toStdString());
    REQUIRE(picture);
    CHECK(std::max(picture->width(), picture->height()) == 64);
}
