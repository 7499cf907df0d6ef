#include "core/io/json_fields.h"
#include "tests/support/catch.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace headlight;
using nlohmann::json;

namespace {

constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();

/// The error from reading a field of `text`, in one line; empty if there is none.
template <typename Read>
std::string faultOf(const std::string& text, const Read& read)
{
    const json object = json::parse(text);
    FaultReport report("c.json");
    read(JsonFields(object, {}, report));
    return report.error() ? report.error()->describe() : std::string();
}

} // namespace

TEST_CASE("json fields: integers", "[io]")
{
    const json object = json::parse(R"({"n": 12, "f": 12.0, "h": 12.5, "s": "12", "b": true, "z": null,
                                        "big": 18446744073709551615, "neg": -1, "huge": 1e300})");
    FaultReport report("c.json");
    const JsonFields fields(object, {}, report);
    CHECK(fields.integer("n", 1, 20) == 12);
    CHECK(fields.integer("f", 1, 20) == 12);
    CHECK(fields.integer("neg", -1, 20) == -1);
    CHECK(fields.integer("z", 1, 20, 7) == 7);
    CHECK(fields.integer("none", 1, 20, 7) == 7);
    CHECK(fields.isNull("z"));
    CHECK_FALSE(fields.isNull("none"));
    CHECK_FALSE(fields.has("z"));
    REQUIRE_FALSE(report.error());
    for (const char* field : {"h", "s", "b", "big", "neg", "huge"}) {
        INFO(field);
        FaultReport own("c.json");
        CHECK(JsonFields(object, {}, own).integer(field, 0, kLargest, 3) == 3);
        CHECK(own.error());
    }
}

TEST_CASE("json fields: faults say what was found and what was expected", "[io]")
{
    const std::string text = R"({"n": 12, "s": "12", "a": [1, 2], "o": {}, "l": [1, "x"]})";
    const auto integer = [](const char* name, std::int64_t low, std::int64_t high) {
        return [=](const JsonFields& fields) { fields.integer(name, low, high); };
    };
    CHECK(faultOf(text, integer("s", 1, 20)) == "c.json: s: found \"12\", expected an integer from 1 to 20");
    CHECK(faultOf(text, integer("z", 1, kLargest)) == "c.json: z: found nothing, expected an integer from 1");
    CHECK(faultOf(text, integer("n", 1, 11)) == "c.json: n: found 12, expected an integer from 1 to 11");
    CHECK(faultOf(text, [](const JsonFields& f) { f.number("s"); })
          == "c.json: s: found \"12\", expected a number");
    CHECK(faultOf(text, [](const JsonFields& f) { f.flag("n"); })
          == "c.json: n: found 12, expected true or false");
    CHECK(faultOf(text, [](const JsonFields& f) { f.text("a"); })
          == "c.json: a: found [1, 2], expected a string");
    CHECK(faultOf(text, [](const JsonFields& f) { f.list("o"); })
          == "c.json: o: found an empty object, expected a list");
    CHECK(faultOf(text, [](const JsonFields& f) { f.numbers("l"); })
          == "c.json: l: found \"x\", expected a list of finite numbers");
    CHECK(faultOf(text,
                  [](const JsonFields& f) {
                      f.choice("s", {"x", "y"});
                  })
          == "c.json: s: \"12\" is not supported");
    CHECK(faultOf(text, [](const JsonFields& f) { f.object("a").text("x", "y"); })
          == "c.json: a: found [1, 2], expected an object");
    CHECK(faultOf("[1]", [](const JsonFields&) {}) == "c.json: found [1], expected an object");
}

TEST_CASE("json fields: paths lead into objects and lists", "[io]")
{
    const std::string text = R"({"steps": [{"n": 1}, {"n": "x"}], "inner": {"deep": {"n": 1}}})";
    CHECK(faultOf(text,
                  [](const JsonFields& fields) {
                      fields.eachObject("steps", [](const JsonFields& step) { step.integer("n", 0, 9); });
                  })
          == "c.json: steps[1].n: found \"x\", expected an integer from 0 to 9");
    CHECK(faultOf(text, [](const JsonFields& fields) { fields.object("inner").object("deep").text("n"); })
          == "c.json: inner.deep.n: found 1, expected a string");
}

TEST_CASE("json fields: all faults of a file, and the fields that nobody read", "[io]")
{
    const json object = json::parse(R"({"a": 1, "b": "x", "c": null, "d": 2, "e": [1.5]})");
    FaultReport report("c.json");
    const JsonFields fields(object, {}, report);
    CHECK(fields.unread() == std::vector<std::string>{"a", "b", "c", "d", "e"});
    CHECK(fields.text("a", "none") == "none");
    CHECK(fields.number("b", 0.5) == 0.5);
    CHECK(fields.flag("c", true));
    CHECK(fields.numbers("e") == std::vector<double>{1.5});
    CHECK(fields.unread() == std::vector<std::string>{"d"});
    REQUIRE(report.all().size() == 2);
    CHECK(report.error()->field == "a");
    CHECK(report.summary().details == report.all());
    CHECK(report.all()[1] == "b: found \"x\", expected a number");
}
