#include "core/io/atomic_file.h"
#include "core/session/fields.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

using headlight::test::TemporaryFolder;

namespace headlight {

enum class Mood { kCalm, kLoud };

template <>
inline constexpr std::array kWordsOf<Mood>{EnumWord{"calm", "quiet"}, EnumWord{"loud"}};

struct InnerPart
{
    int line = 0;
    Mood mood = Mood::kCalm;
    bool operator==(const InnerPart&) const = default;
};

/// Stored as a one-letter text.
struct Letter
{
    char letter = 'a';
    bool operator==(const Letter&) const = default;
};

template <>
struct StoredAs<Letter>
{
    using As = std::string;
    static As stored(const Letter& value) { return {value.letter}; }
    static std::optional<Error> restore(const As& from, Letter& value)
    {
        if (from.size() != 1)
            return badFile({}, ".inside", "expected one letter");
        value.letter = from[0];
        return std::nullopt;
    }
};

struct WholePart
{
    std::string text;
    bool on = false;
    double share = 0;
    std::uint64_t seed = 0;
    std::optional<int> chosen;
    std::vector<InnerPart> parts;
    Letter letter;
    bool operator==(const WholePart&) const = default;
};

template <typename Visitor>
static void fields(Visitor& visit, InnerPart& value)
{
    visit("line", value.line);
    visit("mood", value.mood);
}

template <typename Visitor>
static void fields(Visitor& visit, WholePart& value)
{
    visit("text", value.text);
    visit("on", value.on);
    visit("share", value.share);
    visit("seed", value.seed);
    visit("chosen", value.chosen);
    visit("parts", value.parts);
    visit("letter", value.letter);
}

} // namespace headlight

using namespace headlight;

namespace {

WholePart example()
{
    return {"Le \"chat\"\n\u00e9 \U0001F600",     true, 0.1, std::numeric_limits<std::uint64_t>::max(), -3,
            {{1, Mood::kLoud}, {2, Mood::kCalm}}, {'x'}};
}

std::string textOf(WholePart value)
{
    FieldWriter visit;
    fields(visit, value);
    return visit.text();
}

struct ReadPart
{
    WholePart value;
    std::vector<std::string> unknown;
};

Result<ReadPart> readPart(const std::string& text)
{
    const auto tree = SessionTree::parse(text, "a.headlight");
    if (!tree)
        return tree.error();
    ReadPart read;
    FieldFaults faults("a.headlight");
    {
        FieldReader visit(*tree, faults);
        fields(visit, read.value);
    }
    if (faults.report.error())
        return *faults.report.error();
    read.unknown = faults.unknown;
    return read;
}

} // namespace

TEST_CASE("session fields: written fields are read again, in their order", "[session]")
{
    const std::string text = textOf(example());
    const auto again = readPart(text);
    REQUIRE(again);
    CHECK(again->value == example());
    CHECK(again->unknown.empty());
    CHECK(text.find("\"text\"") < text.find("\"on\""));
    CHECK(text.find("\"seed\": \"18446744073709551615\"") != std::string::npos);
    CHECK(readPart(textOf({}))->value == WholePart{});
}

TEST_CASE("session fields: missing and null members keep their values, unknown ones are named", "[session]")
{
    const auto read
        = readPart(R"({"on": true, "share": null, "parts": [{"line": 4, "smell": 1}], "sound": 2})");
    REQUIRE(read);
    CHECK(read->value.on);
    CHECK(read->value.parts == std::vector<InnerPart>{{4, Mood::kCalm}});
    CHECK(read->unknown == std::vector<std::string>{"parts[0].smell", "sound"});
}

TEST_CASE("session fields: a fault names the member, what was found and what was expected", "[session]")
{
    const auto fault = [](const std::string& text) { return readPart(text).error().describe(); };
    CHECK(fault(R"({"on": 1})") == "a.headlight: on: found 1, expected true or false");
    CHECK(fault(R"({"parts": {}})") == "a.headlight: parts: found an empty object, expected a list");
    CHECK(fault(R"({"parts": [{"line": 4.5}]})")
          == "a.headlight: parts[0].line: found 4.5, expected a whole number");
    CHECK(fault(R"({"parts": [{"mood": "sad"}]})")
          == "a.headlight: parts[0].mood: found \"sad\", expected one of calm, loud");
    CHECK(fault(R"({"seed": -1})") == "a.headlight: seed: found -1, expected a whole number from 0");
    CHECK(fault(R"({"letter": "ab"})") == "a.headlight: letter.inside: expected one letter");
    CHECK(fault(R"({"letter": 7})") == "a.headlight: letter: found 7, expected a text");
    CHECK(fault("[1]") == "a.headlight: found [1], expected an object");
}

TEST_CASE("session files: a missing one is an error that names it", "[session]")
{
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.headlight";
    REQUIRE(writeFileAtomically(path, textOf(example())));
    CHECK(SessionTree::read(path));
    const auto missing = SessionTree::read(folder.path() / "none.headlight");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == ErrorCode::kFileNotFound);
    CHECK(missing.error().describe().find("none.headlight") != std::string::npos);
}

TEST_CASE("session files: a file that is not a session is refused in words", "[session]")
{
    for (const std::string text : {"", "{", "[1,", R"({"a":1,"a":2})", R"({"a":NaN})", "\xff\xfe"}) {
        INFO(text);
        const auto read = SessionTree::parse(text, "bad.headlight");
        REQUIRE_FALSE(read);
        CHECK(read.error().code == ErrorCode::kBadFile);
        CHECK(read.error().file == "bad.headlight");
    }
    const std::string deep = std::string(100, '[') + std::string(100, ']');
    CHECK_FALSE(SessionTree::parse(deep, "deep.headlight"));
}

TEST_CASE("session files: any damage is an error or a value, never a fault", "[session]")
{
    const std::string good = textOf(example());
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same damage in every run
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string text = good;
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
        case 0:
            text[at] = static_cast<char>(random() % 256);
            break;
        case 1:
            text.resize(at);
            break;
        default:
            text.erase(at, 1 + random() % 5);
        }
        if (const auto read = readPart(text))
            CHECK(readPart(textOf(read->value))->value == read->value);
        else
            ++refused;
    }
    CHECK(refused > 1000);
}
