#include "core/io/json_outline.h"

#include "tests/support/catch.h"

using namespace headlight;

TEST_CASE("JSON outline: values are texts with their contents below them", "[io]")
{
    const JsonOutline outline = outlineOf(
        R"({"name": "a b", "layers": 12, "eps": 1e-05, "tied": true, "pad": null,
            "sizes": [1, 2.5, "x"], "rope": {"type": "linear", "factor": 2}, "nested": [[1], [2]]})",
        100);
    CHECK_FALSE(outline.cut);
    REQUIRE(outline.entries.size() == 8);
    const auto value = [&outline](const std::string& name) {
        for (const OutlineEntry& each : outline.entries)
            if (each.name == name)
                return each;
        return OutlineEntry{"none", "none"};
    };
    CHECK(value("name").value == "a b");
    CHECK(value("layers").value == "12");
    CHECK(value("eps").value == "1e-05");
    CHECK(value("tied").value == "true");
    CHECK(value("pad").value == "null");
    CHECK(value("sizes").value == "[1, 2.5, x]");
    CHECK(value("sizes").below.empty());
    CHECK(value("rope").value == "{…}");
    REQUIRE(value("rope").below.size() == 2);
    CHECK(value("rope").below[0].name == "factor");
    REQUIRE(value("nested").below.size() == 2);
    CHECK(value("nested").below[1].name == "1");
    CHECK(value("nested").below[1].value == "[2]");
}

TEST_CASE("JSON outline: ends where it is told to, and where there is no object", "[io]")
{
    const JsonOutline two = outlineOf(R"({"a": {"b": 1, "c": 2}, "d": 3})", 2);
    CHECK(two.cut);
    REQUIRE(two.entries.size() == 1);
    CHECK(two.entries[0].below.size() == 1);
    CHECK(outlineOf("{", 9).entries.empty());
    CHECK(outlineOf("[1]", 9).entries.empty());
    CHECK_FALSE(outlineOf("{}", 0).cut);
}
