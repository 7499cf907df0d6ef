#include "core/edit/recorded_edits.h"

#include "tests/support/catch.h"

using namespace headlight;

TEST_CASE("recorded edits: a head whose output reaches nobody is switched off", "[edit]")
{
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kCross, 1};
    const HeadPattern all = parseHeadPattern("decoder.2.cross.*").value();
    Interventions edits;
    CHECK_FALSE(isSwitchedOff(edits, head));
    edits.list = {HeadOff{all}};
    CHECK(isSwitchedOff(edits, head));
    CHECK_FALSE(isSwitchedOff(edits, {StackKind::kDecoder, 1, AttentionKind::kCross, 1}));
    setEnabled(edits.list.front(), false);
    CHECK_FALSE(isSwitchedOff(edits, head));
    edits.list = {HeadScale{all, 0.5F}};
    CHECK_FALSE(isSwitchedOff(edits, head));
    edits.list = {HeadScale{all, 0.0F}, HeadScale{all, 2.0F}};
    CHECK(isSwitchedOff(edits, head));
    edits.list.emplace_back(HeadMean{all, {}}); // replaces it by something else
    CHECK_FALSE(isSwitchedOff(edits, head));

    TraceInfo info;
    info.editsJson = toJson(Interventions{{}, {HeadOff{patternOf(head)}}});
    CHECK(isSwitchedOff(recordedEdits(info), head));
    info.editsJson = "no JSON";
    CHECK_FALSE(isSwitchedOff(recordedEdits(info), head));
}
