#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/navigation.h"

#include <QAction>
#include <QWidget>

#include <memory>
#include <optional>

using namespace headlight;

namespace {

struct Bench
{
    Workspace workspace;
    Focus focus;
    Navigation navigation{workspace, focus};

    explicit Bench(const testing::SyntheticOptions& options = {})
    {
        workspace.publish(testing::syntheticSnapshot(options));
    }
    void press(const char* name)
    {
        auto* const action = navigation.findChild<QAction*>(QLatin1String("go.") + QLatin1String(name));
        REQUIRE(action != nullptr);
        action->trigger();
    }
};

} // namespace

TEST_CASE("navigation: layers run through the stacks and stop at both ends", "[window]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 3});
    bench.press("layerUp");
    CHECK(toString(bench.focus.head()) == "encoder.0.self.3");
    std::vector<std::string> seen;
    for (int i = 0; i < 8; ++i) {
        bench.press("layerDown");
        seen.push_back(toString(bench.focus.head()));
    }
    CHECK(seen.front() == "encoder.1.self.3");
    CHECK(seen.at(1) == "decoder.0.self.3");
    CHECK(seen.back() == "decoder.1.cross.3");
}

TEST_CASE("navigation: heads go round", "[window]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 3});
    bench.press("headNext");
    CHECK(bench.focus.head().head == 0);
    bench.press("headBack");
    CHECK(bench.focus.head().head == 3);
}

TEST_CASE("navigation: arrows move the cell and a pinned row with it, within the map", "[window]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.press("cellUp");
    CHECK(bench.focus.cell() == Cell{0, 0});
    bench.press("cellRight");
    bench.press("cellDown");
    CHECK(bench.focus.cell() == Cell{1, 1});
    bench.press("pin");
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    bench.press("cellDown");
    CHECK(bench.focus.pin() == Cell{2, std::nullopt});
    CHECK(bench.focus.cell() == Cell{2, 1});
    for (int i = 0; i < 20; ++i)
        bench.press("cellRight");
    CHECK(bench.focus.cell() == Cell{2, 5});
    bench.press("unpin");
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("navigation: after another model or sentence nothing points nowhere", "[window]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 3});
    bench.focus.setPin({4, 5});
    testing::SyntheticOptions shorter;
    shorter.source = 3;
    shorter.target = 5;
    bench.workspace.publish(testing::syntheticSnapshot(shorter));
    CHECK(bench.focus.pin() == Cell{4, std::nullopt});
    testing::SyntheticOptions encoder;
    encoder.target = 0;
    bench.workspace.publish(testing::syntheticSnapshot(encoder));
    CHECK(bench.focus.head().stack == StackKind::kEncoder);
    CHECK(bench.focus.head().kind == AttentionKind::kSelf);
}

TEST_CASE("navigation: without any result keys do nothing", "[window]")
{
    Workspace workspace;
    Focus focus;
    Navigation navigation(workspace, focus);
    for (QAction* action : navigation.actions())
        action->trigger();
    for (QAction* action : navigation.cellActions())
        action->trigger();
    CHECK(focus.cell().empty());
}

TEST_CASE("navigation: a pinned row comes back when a decoding that begins anew has reached it", "[window]")
{
    Bench bench;
    bench.focus.selectOnly({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    const std::shared_ptr<const Snapshot> whole = bench.workspace.snapshot();
    const Cell pin{3, 1};
    bench.focus.setPin(pin);
    const auto reached = [&](std::size_t step) {
        auto part = std::make_shared<Snapshot>(*whole);
        part->steps.resize(step + 1);
        part->trace = part->steps.back().trace;
        part->finished = false;
        bench.workspace.publish(part);
    };
    reached(0);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 1});
    reached(1);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 1});
    SECTION("the row is there again")
    {
        reached(3);
        CHECK(bench.focus.pin() == pin);
    }
    SECTION("another cell was pinned meanwhile")
    {
        bench.focus.setPin({0, 0});
        bench.workspace.publish(whole);
        CHECK(bench.focus.pin() == Cell{0, 0});
    }
    SECTION("the new decoding ends before that row")
    {
        auto shorter = std::make_shared<Snapshot>(*whole);
        shorter->trace = whole->steps[1].trace;
        bench.workspace.publish(shorter);
        bench.workspace.publish(whole);
        CHECK(bench.focus.pin() == Cell{std::nullopt, 1});
    }
}
