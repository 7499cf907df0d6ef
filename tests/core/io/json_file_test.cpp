#include "core/io/json_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

using namespace headlight;
using headlight::test::TemporaryFolder;
using nlohmann::json;

namespace {

std::string messageOf(std::string_view text, const JsonLimits& limits = {})
{
    const auto parsed = parseJson(text, "c.json", limits);
    return parsed ? "" : parsed.error().describe();
}

bool contains(const std::string& text, const std::string& part)
{
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("json file: reads a file and names it in errors", "[io]")
{
    const TemporaryFolder folder;
    const auto value = readJsonFile(folder.write("a.json", "\xEF\xBB\xBF{\"a\": [1, 2.5, \"x\"]}"));
    REQUIRE(value.has_value());
    CHECK((*value)["a"].size() == 3);

    const auto broken = readJsonFile(folder.write("b.json", "{\"a\": 1,\n \"b\" 2}"));
    REQUIRE_FALSE(broken.has_value());
    CHECK(broken.error().code == ErrorCode::kBadFile);
    CHECK(broken.error().file == (folder / "b.json").string());
    CHECK(contains(broken.error().message, "at byte 14, line 2, column 6"));

    CHECK(readJsonFile(folder / "none").error().code == ErrorCode::kFileNotFound);
    CHECK_FALSE(readJsonFile(folder.write("empty", "")).has_value());
}

TEST_CASE("json file: what is no JSON is a short message of one line", "[io]")
{
    const std::vector<const char*> texts
        = {"",        "{", "[1,]",  "nul",          "{\"a\":}",           "\"\x01\"",    "\"\xFF\"",
           "1 2",     "]", "1e999", "{\"a\": NaN}", "{\"a\": -Infinity}", R"("\ud800")", "\"abc",
           R"("abc\)"};
    for (const char* text : texts) {
        const std::string message = messageOf(text);
        INFO(text);
        CHECK(message.find("c.json: not valid JSON") == 0);
        CHECK(message.size() < 500);
        CHECK(message.find('\n') == std::string::npos);
    }
    CHECK(contains(messageOf("{\"a\": NaN}"), "NaN is not a number in JSON"));
    CHECK(contains(messageOf("{\"a\": -Infinity}"), "Infinity is not a number in JSON"));
    CHECK(messageOf('"' + std::string(1'000'000, 'x')).size() < 500);
}

TEST_CASE("json file: depth, size, number of values and names that occur twice are bounded", "[io]")
{
    CHECK(messageOf(std::string(64, '[') + std::string(64, ']')).empty());
    CHECK(
        contains(messageOf(std::string(65, '[') + std::string(65, ']')), "deeper than 64 levels at byte 64"));
    CHECK(contains(messageOf(std::string(1'000'000, '[')), "deeper than 64 levels"));
    CHECK(messageOf("\"" + std::string(100, '[') + "\\\"" + std::string(100, '{') + "\"").empty());
    CHECK(contains(messageOf("[1,2,3,4]", {.values = 3}), "more than 3 values"));
    CHECK(contains(messageOf("[1,2,3,4]", {.bytes = 8}), "found 9 bytes, expected at most 8"));
    const std::string twice = R"({"a": {"b": 1}, "c": {"b": 1, "b": 2}})";
    CHECK(messageOf(twice).empty());
    CHECK(contains(messageOf(twice, {.uniqueNames = true}), "\"b\" occurs twice"));
    CHECK(messageOf(R"([{"a": 1}, {"a": {"a": 1}}])", {.uniqueNames = true}).empty());
}

TEST_CASE("json fields: integers", "[io]")
{
    const json object = json::parse(R"({"n": 12, "f": 12.0, "h": 12.5, "s": "12", "b": true, "z": null,
                                        "big": 18446744073709551615, "neg": -1, "huge": 1e300})");
    CHECK(requireInt(object, "n", "c", 1, 20).value() == 12);
    CHECK(requireInt(object, "f", "c", 1, 20).value() == 12);
    CHECK_FALSE(optionalInt(object, "z", "c", 1, 20).value().has_value());
    CHECK_FALSE(optionalInt(object, "none", "c", 1, 20).value().has_value());
    CHECK(optionalInt(object, "neg", "c", -1, 20).value() == -1);
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    for (const char* field : {"h", "s", "b", "big", "neg", "huge"}) {
        INFO(field);
        CHECK_FALSE(optionalInt(object, field, "c", 0, kMax).has_value());
        CHECK_FALSE(requireInt(object, field, "c", 0, kMax).has_value());
    }
    CHECK(requireInt(object, "s", "c.json", 1, 20).error().describe()
          == "c.json: s: found \"12\", expected an integer from 1 to 20");
    CHECK(requireInt(object, "z", "c.json", 1, kMax).error().describe()
          == "c.json: z: found nothing, expected an integer from 1");
    CHECK(requireInt(object, "n", "c.json", 1, 11).error().describe()
          == "c.json: n: found 12, expected an integer from 1 to 11");
    CHECK_FALSE(requireInt(json::array({1}), "n", "c", 1, 11).has_value());
}

TEST_CASE("json fields: floats, booleans and strings", "[io]")
{
    const json object = json::parse(R"({"n": 12, "f": 0.5, "s": "x", "b": false, "a": [1, 2]})");
    CHECK(requireFloat(object, "f", "c").value() == 0.5);
    CHECK(requireFloat(object, "n", "c").value() == 12.0);
    CHECK(optionalFloat(object, "none", "c").value() == std::nullopt);
    CHECK(requireBool(object, "b", "c").value() == false);
    CHECK(requireString(object, "s", "c").value() == "x");
    CHECK(optionalString(object, "none", "c").value() == std::nullopt);
    CHECK(optionalBool(object, "none", "c").value() == std::nullopt);
    CHECK(requireFloat(object, "s", "c").error().describe() == "c: s: found \"x\", expected a number");
    CHECK(requireBool(object, "n", "c").error().describe() == "c: n: found 12, expected true or false");
    CHECK(requireString(object, "a", "c").error().describe()
          == "c: a: found an array of 2, expected a string");
    CHECK(requireString(object, "none", "c").error().describe()
          == "c: none: found nothing, expected a string");
}
