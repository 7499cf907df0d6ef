#include "tests/support/catch.h"
#include "ui/state/focus.h"

#include <vector>

using namespace headlight;

namespace {

struct Recorder
{
    explicit Recorder(Focus& focus)
    {
        QObject::connect(&focus, &Focus::changed, &focus,
                         [this](ViewChanges what) { changes.push_back(what); });
    }
    std::vector<ViewChanges> changes;
};

} // namespace

TEST_CASE("focus: a signal only for what really changed", "[state]")
{
    Focus focus;
    const Recorder recorder(focus);
    focus.setHead(focus.head());
    focus.setMap(MapKind::kWeights);
    focus.setHover({});
    focus.setColourMap(QStringLiteral("viridis"));
    CHECK(recorder.changes.empty());

    focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
    focus.setMap(MapKind::kScores);
    focus.setHover({2, 3});
    focus.setColourMap(QStringLiteral("magma"));
    REQUIRE(recorder.changes.size() == 4);
    CHECK(recorder.changes[0] == ViewChange::kHead);
    CHECK(recorder.changes[1] == ViewChange::kMap);
    CHECK(recorder.changes[2] == ViewChange::kHover);
    CHECK(recorder.changes[3] == ViewChange::kColours);
}

TEST_CASE("focus: the pin outranks the hover, part by part", "[state]")
{
    Focus focus;
    focus.setHover({2, 3});
    CHECK(focus.cell() == Cell{2, 3});
    focus.togglePin({5, std::nullopt});
    CHECK(focus.cell() == Cell{5, 3});
    focus.setHover({});
    CHECK(focus.cell() == Cell{5, std::nullopt});
    focus.togglePin({5, std::nullopt});
    CHECK(focus.cell().empty());
}

TEST_CASE("focus: heads beside the main one keep their order and their colours", "[state]")
{
    const HeadRef a{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef b{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const HeadRef c{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    Focus focus;
    focus.setHead(a);
    const Recorder recorder(focus);
    focus.toggleHead(b);
    focus.toggleHead(c);
    CHECK(focus.heads() == std::vector<SelectedHead>{{a, 0}, {b, 1}, {c, 2}});
    CHECK(focus.head() == a);
    focus.toggleHead(b);
    CHECK(focus.heads() == std::vector<SelectedHead>{{a, 0}, {c, 2}});
    CHECK(focus.colourIndex(c) == 2);
    CHECK_FALSE(focus.colourIndex(b));
    focus.toggleHead(b); // takes the free colour
    CHECK(focus.colourIndex(b) == 1);
    REQUIRE(recorder.changes.size() == 4);
    for (const ViewChanges what : recorder.changes)
        CHECK(what == ViewChange::kMoreHeads);
}

TEST_CASE("focus: a selected head that becomes the main one changes places", "[state]")
{
    const HeadRef a{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    const HeadRef b{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const HeadRef c{StackKind::kEncoder, 0, AttentionKind::kSelf, 2};
    Focus focus;
    focus.toggleHead(b);
    const Recorder recorder(focus);
    focus.setHead(b);
    CHECK(focus.heads() == std::vector<SelectedHead>{{b, 1}, {a, 0}});
    REQUIRE(recorder.changes.size() == 1);
    CHECK(recorder.changes[0] == (ViewChange::kHead | ViewChange::kMoreHeads));

    focus.setHead(c); // a new head takes over the main head's place and colour
    CHECK(focus.heads() == std::vector<SelectedHead>{{c, 1}, {a, 0}});
    focus.toggleHead(c); // the main head is removed: the other one remains
    CHECK(focus.heads() == std::vector<SelectedHead>{{a, 0}});
    focus.toggleHead(a); // the last one stays
    CHECK(focus.heads() == std::vector<SelectedHead>{{a, 0}});
    CHECK(recorder.changes.size() == 3);
}

TEST_CASE("focus: several heads are set at once, without the main one and without repetitions", "[state]")
{
    const HeadRef a{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    const HeadRef b{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const HeadRef c{StackKind::kEncoder, 0, AttentionKind::kSelf, 2};
    Focus focus;
    focus.toggleHead(c);
    focus.setMoreHeads({b, c, a, b});
    CHECK(focus.heads() == std::vector<SelectedHead>{{a, 0}, {b, 2}, {c, 1}});
    const Recorder recorder(focus);
    focus.setMoreHeads({b, c});
    CHECK(recorder.changes.empty());
    focus.selectOnly(b);
    CHECK(focus.heads() == std::vector<SelectedHead>{{b, 0}});
    REQUIRE(recorder.changes.size() == 1);
    CHECK(recorder.changes[0] == (ViewChange::kHead | ViewChange::kMoreHeads));
    focus.selectOnly(b);
    CHECK(recorder.changes.size() == 1);
}
