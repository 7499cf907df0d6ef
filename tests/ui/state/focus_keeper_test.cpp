#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "ui/state/focus_keeper.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <memory>
#include <optional>

using namespace headlight;

namespace {

struct FocusBench
{
    Workspace workspace;
    Focus focus;
    FocusKeeper keeper{workspace, focus};

    FocusBench() { workspace.publish(testing::syntheticSnapshot({})); }
};

} // namespace

TEST_CASE("focus keeper: the first result shows how the output is aligned with the input", "[state]")
{
    const FocusBench bench;
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 0});
}

TEST_CASE("focus keeper: after another model or sentence nothing points nowhere", "[state]")
{
    FocusBench bench;
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

TEST_CASE("focus keeper: another model or trace file begins without a pin, the same one keeps it", "[state]")
{
    FocusBench bench;
    bench.workspace.setModel(test::tinyModel(), {}, QStringLiteral("/models/one"));
    const Cell pin{3, 1};
    bench.focus.setPin(pin);
    bench.workspace.setModel(test::tinyModel(), {}, QStringLiteral("/models/one")); // loaded once more
    bench.workspace.publish(testing::syntheticSnapshot());
    CHECK(bench.focus.pin() == pin);
    SECTION("another model")
    {
        bench.workspace.setModel(test::tinyModel(), {}, QStringLiteral("/models/two"));
        CHECK(bench.focus.pin().empty());
    }
    SECTION("a trace file, and another one")
    {
        for (const char* file : {"one.safetensors", "two.safetensors"}) {
            bench.workspace.setModel(nullptr);
            bench.workspace.publish(testing::syntheticSnapshot());
            bench.workspace.setTraceFile(QLatin1String(file));
            CHECK(bench.focus.pin().empty());
            bench.focus.setPin(pin);
        }
    }
    SECTION("a pin whose row was not reached yet does not come back")
    {
        bench.focus.setPin({3, std::nullopt});
        bench.workspace.setStep(1); // two rows
        REQUIRE(bench.focus.pin().empty());
        bench.workspace.setModel(test::tinyModel(), {}, QStringLiteral("/models/two"));
        bench.workspace.publish(testing::syntheticSnapshot());
        bench.workspace.setStep(-1);
        CHECK(bench.focus.pin().empty());
    }
}

TEST_CASE("focus keeper: a bias that the head does not have gives way to its weights", "[state]")
{
    FocusBench bench;
    bench.focus.setMap(MapKind::kScores);
    bench.workspace.publish(testing::syntheticSnapshot());
    CHECK(bench.focus.map() == MapKind::kScores);
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    REQUIRE_FALSE(bench.workspace.snapshot()->trace.attention(bench.focus.head()).has(MapKind::kBias));
    bench.focus.setMap(MapKind::kBias);
    bench.workspace.publish(testing::syntheticSnapshot());
    CHECK(bench.focus.map() == MapKind::kWeights);
}

TEST_CASE("focus keeper: heads that a smaller model lacks are deselected", "[state]")
{
    FocusBench bench;
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    bench.focus.selectOnly(first);
    bench.focus.setMoreHeads({{StackKind::kDecoder, 1, AttentionKind::kCross, 1},
                              {StackKind::kDecoder, 0, AttentionKind::kCross, 1},
                              {StackKind::kDecoder, 0, AttentionKind::kCross, 3}});
    testing::SyntheticOptions small;
    small.layers = 1;
    small.heads = small.kvHeads = 2;
    bench.workspace.publish(testing::syntheticSnapshot(small));
    REQUIRE(bench.focus.heads().size() == 2);
    CHECK(bench.focus.head() == first);
    CHECK(bench.focus.heads().back().head == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1});
}

TEST_CASE("focus keeper: an earlier step drops rows beyond it, and keeps the rest", "[state]")
{
    FocusBench bench;
    bench.focus.setPin({4, 2});
    bench.focus.setHover({4, 1});
    bench.workspace.setStep(1); // two rows
    CHECK(bench.focus.pin() == Cell{std::nullopt, 2});
    CHECK(bench.focus.hover() == Cell{std::nullopt, 1});
    bench.workspace.setStep(2);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 2});
    SECTION("later steps have the row again")
    {
        bench.workspace.setStep(-1);
        CHECK(bench.focus.pin() == Cell{4, 2});
    }
    SECTION("another cell was pinned meanwhile")
    {
        bench.focus.setPin({1, 2});
        bench.workspace.setStep(-1);
        CHECK(bench.focus.pin() == Cell{1, 2});
    }
}

TEST_CASE("focus keeper: a pinned row comes back when a decoding that begins anew has reached it", "[state]")
{
    FocusBench bench;
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
