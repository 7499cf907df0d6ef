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
                         [this](FocusChanges what) { changes.push_back(what); });
    }
    std::vector<FocusChanges> changes;
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
    CHECK(recorder.changes[0] == FocusChange::kHead);
    CHECK(recorder.changes[1] == FocusChange::kMap);
    CHECK(recorder.changes[2] == FocusChange::kHover);
    CHECK(recorder.changes[3] == FocusChange::kColours);
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
