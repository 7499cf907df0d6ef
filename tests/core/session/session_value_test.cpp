#include "core/session/session_value.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <random>
#include <string>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

SessionValue example()
{
    return {SessionValue::Members{
        {"format", {std::string("headlight-session")}},
        {"version", {std::int64_t{1}}},
        {"text", {std::string("Le \"chat\"\n\u00e9 \U0001F600")}},
        {"on", {true}},
        {"share", {0.1}},
        {"nothing", {}},
        {"list", {SessionValue::List{{std::int64_t{-1}}, {2.5}, {SessionValue::Members{}}}}}}};
}

} // namespace

TEST_CASE("session value: what is written is read again", "[session]")
{
    const auto read = parseSession(sessionText(example()), "a.headlight");
    REQUIRE(read);
    REQUIRE(read->find("text") != nullptr);
    CHECK(*read->find("text") == *example().find("text"));
    CHECK(*read->find("share") == SessionValue{0.1});
    CHECK(*read->find("list") == *example().find("list"));
    CHECK(*read->find("nothing") == SessionValue{});
    CHECK(read->find("absent") == nullptr);
    CHECK(SessionValue{}.find("absent") == nullptr);
    // The same text again, whatever the order in which it was read.
    CHECK(parseSession(sessionText(*read), "a.headlight").value() == *read);
}

TEST_CASE("session value: a file appears whole, a missing one is an error that names it", "[session]")
{
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.headlight";
    REQUIRE(writeSession(example(), path));
    CHECK(readSession(path).value().find("on")->is == SessionValue{true}.is);
    const auto missing = readSession(folder.path() / "none.headlight");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == ErrorCode::kFileNotFound);
    CHECK(missing.error().describe().find("none.headlight") != std::string::npos);
    CHECK_FALSE(writeSession(example(), folder.path() / "no" / "where.headlight"));
}

TEST_CASE("session value: what is no session is refused in words", "[session]")
{
    for (const std::string text : {"", "{", "[1,", "{\"a\":1,\"a\":2}", "{\"a\":NaN}", "\xff\xfe"}) {
        INFO(text);
        const auto read = parseSession(text, "bad.headlight");
        REQUIRE_FALSE(read);
        CHECK(read.error().code == ErrorCode::kBadFile);
        CHECK(read.error().file == "bad.headlight");
    }
    const std::string deep = std::string(100, '[') + std::string(100, ']');
    CHECK_FALSE(parseSession(deep, "deep.headlight"));
}

TEST_CASE("session value: any damage is either an error or a value, never a fault", "[session]")
{
    const std::string good = sessionText(example());
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
        const auto read = parseSession(text, "damaged.headlight");
        if (read)
            CHECK(parseSession(sessionText(*read), "again.headlight").has_value());
        else
            ++refused;
    }
    CHECK(refused > 1000);
}
