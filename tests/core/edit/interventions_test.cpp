#include "core/edit/edit_kinds.h"
#include "core/edit/edit_plan.h"
#include "core/edit/interventions.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

namespace headlight::test {

TEST_CASE("head pattern: numbers, ranges and stars", "[trace]")
{
    const auto matches = [](const char* pattern, const HeadRef& head) {
        return parseHeadPattern(pattern).value().matches(head);
    };
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kCross, 3};
    CHECK(matches("decoder.2.cross.3", head));
    CHECK(matches("*.*.*.*", head));
    CHECK(matches("decoder.1-2.cross.2-5", head));
    CHECK_FALSE(matches("encoder.*.*.*", head));
    CHECK_FALSE(matches("decoder.*.self.*", head));
    CHECK_FALSE(matches("decoder.3-9.*.*", head));
    for (const char* text : {"decoder.1-2.cross.*", "*.0.*.7", "encoder.3.self.2-5"})
        CHECK(toString(parseHeadPattern(text).value()) == text);
    for (const char* bad :
         {"", "decoder", "decoder.1.cross", "decoder.1.cross.1.2", "middle.0.self.0", "decoder.x.self.0",
          "decoder.2-1.self.0", "decoder.-1.self.0", "decoder.0.both.0", "decoder.0.self.99999999999"})
        CHECK_FALSE(parseHeadPattern(bad).has_value());
    CHECK(toString(head) == "decoder.2.cross.3");
}

TEST_CASE("interventions: JSON there and back", "[edit]")
{
    Interventions all;
    all.masks.encoderCausal = Toggle::kOn;
    all.masks.decoderCausal = Toggle::kOff;
    all.masks.padding = false;
    all.list.emplace_back(HeadOff{parseHeadPattern("encoder.0.self.1-3").value()});
    all.list.emplace_back(parseMaskEdit("decoder.*.cross.*: 4->7").value());
    all.list.emplace_back(parseMaskEdit("*.*.*.*: *->2-5").value());
    const auto read = interventionsFromJson(toJson(all), "edits.json");
    REQUIRE(read.has_value());
    CHECK(*read == all);
    CHECK(toJson({}) == "[]");
    CHECK(Interventions{}.empty());
    CHECK_FALSE(all.empty());
    CHECK(describe(all.list[1]) == "decoder.*.cross.*: 4 cannot attend to 7");
}

TEST_CASE("interventions: faulty JSON is refused with the place of the fault", "[edit]")
{
    const auto error = [](const char* json) {
        const auto read = interventionsFromJson(json, "edits.json");
        return read ? std::string("accepted") : read.error().describe();
    };
    CHECK(error("{") == "edits.json: is not JSON; expected a list of edits");
    CHECK(error("{}") == "edits.json: found object, expected a list of edits");
    CHECK(error(R"([{"type":"head_off","where":"decoder.0.self.0","where":"decoder.0.self.1"}])")
          == "edits.json: the name \"where\" occurs twice in one object");
    CHECK(error(R"([{"type":"zap"}])")
          == "edits.json: [0].type: found \"zap\", expected causal, padding, mask, window, blocks, prefix, "
             "hide, masking, "
             "head_off, head_scale, head_mean, pattern, patch, expert_off, score_scale, similarity, "
             "normalisation, skip_layer, stale_residual, one_head, positions, dropout or adapter_off");
    CHECK(error(R"([{"type":"causal","stack":"encoder","value":"maybe"}])")
          == "edits.json: [0].value: found \"maybe\", expected auto, on or off");
    CHECK(error(R"([{"type":"mask","where":"encoder.0.self.0","queries":[2,1],"keys":[0,1]}])")
          == "edits.json: [0].queries: found [2, 1], expected [begin, end] with 0 ≤ begin < end, or end -1 "
             "for the rest");
    CHECK(error(R"([{"type":"padding","value":false,"on":1}])")
          == "edits.json: [0]: found \"on\", expected only type, value");
    CHECK(error(R"([{"type":"head_off","where":"encoder.0.self.0","form":3}])").find("found \"form\"")
          != std::string::npos);
    CHECK(error(R"([{"type":"head_off","where":"nowhere"}])").find("[0].where") != std::string::npos);
}

TEST_CASE("edits: the help shows the form of every type", "[edit]")
{
    const std::string help = editHelp();
    for (const EditGroup group : kEditGroups)
        eachEditKind(group, [&]<typename Edit>(const Edit&) {
            for (const EditType& type : EditKind<Edit>::kTypes)
                CHECK((help.find("  {\"type\": \"" + std::string(type.name) + "\", ") != std::string::npos
                       || help.find("  {\"type\": \"" + std::string(type.name) + "\"}\n")
                           != std::string::npos));
        });
    CHECK(help.find(R"(  {"type": "mask", "where": SITE, "queries": [BEGIN, END], "keys": [BEGIN, END],
   "allow": false})")
          != std::string::npos);
    CHECK(help.find(R"(  {"type": "blocks", "where": SITE, "size": N}, or "starts": [0, 5, 9])")
          != std::string::npos);
}

TEST_CASE("mask edits: the command line's form", "[edit]")
{
    const MaskEdit edit = parseMaskEdit("decoder.0.self.1: 2-4 -> *").value();
    CHECK(edit.queryBegin == 2);
    CHECK(edit.queryEnd == 5);
    CHECK(edit.keyBegin == 0);
    CHECK(edit.keyEnd == -1);
    CHECK_FALSE(edit.allow);
    for (const char* bad :
         {"decoder.0.self.1", "decoder.0.self.1: 3", "decoder.0.self.1: a->b", "x: 1->2",
          "decoder.0.self.1: 4-2->1", "decoder.0.self.1: ->", "decoder.0.self.1: 9223372036854775807->1"})
        CHECK_FALSE(parseMaskEdit(bad).has_value());
}

TEST_CASE("edit plan: addresses and indices are checked before anything runs", "[edit]")
{
    const TraceInfo info = tinyModel()->traceInfo();
    const auto compile = [&](const Intervention& one, SequenceLengths lengths) {
        Interventions all;
        all.list.push_back(one);
        const auto plan = EditPlan::compile(all, info, lengths);
        return plan ? std::string("fine") : plan.error().describe();
    };
    const auto off = [](const char* where) { return HeadOff{parseHeadPattern(where).value()}; };
    CHECK(compile(off("encoder.0.self.3"), {5, 4}) == "fine");
    CHECK(
        compile(off("encoder.0.self.4"), {5, 4})
        == "encoder.0.self.4: matches no head of this model, which has encoder 2 layers × 4 heads, decoder 2 "
           "layers × 4 heads");
    CHECK(compile(off("encoder.0.cross.0"), {5, 4}).find("matches no head") != std::string::npos);
    CHECK(compile(off("*.0-1.*.0-3"), {5, 4}) == "fine");
    CHECK(compile(off("decoder.0-9.self.*"), {5, 4})
          == "decoder.0-9.self.* off: found decoder.0-9.self.*, expected layers from 0 to 1");
    CHECK(compile(off("*.*.cross.2-4"), {5, 4}).ends_with("expected heads from 0 to 3"));
    // The stream after the last layer counts as one more, and a stream is of no head.
    const auto reaches = [&](const char* where, Site site) {
        return info.checkRanges(parseHeadPattern(where).value(), site).has_value();
    };
    CHECK(reaches("decoder.0-2.self.0-9", Site::kResidual));
    CHECK_FALSE(reaches("decoder.0-3.self.*", Site::kResidual));
    CHECK_FALSE(reaches("decoder.0-2.self.*", Site::kResidualMiddle));
    CHECK_FALSE(reaches("decoder.0-1.self.0-9", Site::kQuery));
    CHECK(compile(parseMaskEdit("decoder.0.cross.*: 3->4").value(), {5, 4}) == "fine");
    CHECK(compile(parseMaskEdit("decoder.0.cross.*: 4->4").value(), {5, 4}).find("query 4 does not exist")
          != std::string::npos);
    CHECK(compile(parseMaskEdit("decoder.0.cross.*: 3->5").value(), {5, 4}).find("key 5 does not exist")
          != std::string::npos);
    CHECK(compile(parseMaskEdit("decoder.0.cross.*: 40->4").value(), {5, -1}) == "fine");
}

} // namespace headlight::test
