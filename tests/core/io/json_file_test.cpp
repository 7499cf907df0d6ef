#include "core/io/json_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>
#include <vector>

using namespace headlight;
using headlight::test::TemporaryFolder;

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

TEST_CASE("json file: text that is not JSON gives a short message of one line", "[io]")
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
    CHECK(repeatedName(twice) == "\"b\"");
    CHECK(repeatedName(R"([{"a": 1}, {"a": {"a": 1}}])").empty());
    CHECK(repeatedName("{").empty());
}
