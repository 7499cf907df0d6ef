#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "ui/state/session.h"

#include <random>
#include <set>
#include <string>

using namespace headlight;

namespace {

Session example()
{
    Session session;
    session.model = {QStringLiteral("tiny"), QStringLiteral("/models/tiny"), QStringLiteral("../tiny"),
                     QStringLiteral("00ff"), true};
    session.document.text = QStringLiteral("Le chat\nnoir \u4e2d");
    session.document.line = 1;
    session.document.target = QStringLiteral("The cat");
    session.document.forced = {3, 1, 4};
    session.document.interventions.masks.decoderCausal = Toggle::kOff;
    session.document.interventions.list = {HeadOff{parseHeadPattern("decoder.0-1.self.*").value()},
                                           parseMaskEdit("encoder.0.self.1: 2->3").value()};
    session.document.decoding.strategy = Strategy::kBeam;
    session.document.decoding.temperature = 0.7;
    session.document.decoding.seed = 0xffffffffffffffffULL;
    session.document.decoding.earlyStopping = EarlyStopping::kNever;
    Branch branch;
    branch.id = 3;
    branch.name = QStringLiteral("other");
    branch.forced = {7};
    branch.tokens = {{7, -0.5F}, {8, -1.25F}};
    session.document.branches = {{branch}, 3, 4};
    session.document.otherLines = {{0, {1, 2}, QStringLiteral("a cat"), {{branch}, 3, 4}}};
    session.focus.head = {StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    session.focus.moreHeads = {{StackKind::kEncoder, 0, AttentionKind::kSelf, 3}};
    session.focus.map = MapKind::kNormWeighted;
    session.focus.pin = {4, std::nullopt};
    session.focus.step = 3;
    session.focus.options.transform.mass = 0.9;
    session.focus.options.scale = ColourScale::kLog;
    session.kept = SessionResult{QStringLiteral("“5 9”"), session.document, session.focus.head, 2};
    session.sheet = QStringLiteral("X = [1, 2]\nY = X + 6");
    session.window = {{QStringLiteral("heatmap"), QStringLiteral("tokens")},
                      QByteArray("\x00\xff\x01", 3),
                      QStringLiteral("magma")};
    return session;
}

Result<ReadSession> read(const std::string& text)
{
    const auto tree = SessionTree::parse(text, "s.headlight");
    if (!tree)
        return tree.error();
    return sessionFromTree(*tree, "s.headlight");
}

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("session: what is saved is read again, whole", "[session]")
{
    const auto again = read(toText(example()));
    REQUIRE(again);
    CHECK(again->session == example());
    CHECK(again->warnings.isEmpty());
    const auto plain = read(toText(Session{}));
    REQUIRE(plain);
    CHECK(plain->session == Session{});
}

TEST_CASE("session: what is missing has its default, what is unknown is a warning", "[session]")
{
    const auto sparse = read(R"({"format":"headlight-session","document":{"text":"a"}})");
    REQUIRE(sparse);
    Session expected;
    expected.document.text = QStringLiteral("a");
    CHECK(sparse->session == expected);

    const auto newer = read(R"({"format":"headlight-session","version":9,"sound":1,"focus":{"smell":true,
                                "pin":{"query":7,"key":null}}})");
    REQUIRE(newer);
    CHECK(newer->session.focus.pin == Cell{7, std::nullopt});
    REQUIRE(newer->warnings.size() == 2);
    CHECK(newer->warnings.at(1).contains(QStringLiteral("focus.smell, sound")));
}

TEST_CASE("session: a member that cannot be is an error that names it", "[session]")
{
    const std::string good = toText(example());
    const auto fault = [&](const std::string& what, const std::string& by) {
        const auto bad = read(replaced(good, what, by));
        REQUIRE_FALSE(bad);
        CHECK(bad.error().code == ErrorCode::kBadFile);
        return bad.error();
    };
    CHECK(fault("\"line\": 1", "\"line\": \"one\"").field == "document.line");
    CHECK(fault("\"line\": 1", "\"line\": 99999999999").field == "document.line");
    CHECK(fault("\"beam\"", "\"bean\"").message.find("greedy, sample, beam") != std::string::npos);
    CHECK(fault("decoder.1.cross.2", "decoder.*.cross.2").field == "focus.head");
    CHECK(fault("\"query\": 4", "\"query\": 4.5").field == "focus.pin.query");
    CHECK(fault("\"AP8B\"", "\"!!\"").field == "window.layout");
    CHECK(fault("\"head_off\"", "\"head_on\"").field.find("document.edits") == 0);
    CHECK(fault("\"headlight-session\"", "\"word-processor\"").field == "format");
    CHECK(fault("18446744073709551615", "a lot").field == "document.decoding.seed");
    CHECK_FALSE(read("[1, 2]"));
    CHECK_FALSE(read("{}"));
}

TEST_CASE("session: any damage is an error or a session, never a fault", "[session]")
{
    const std::string good = toText(example());
    std::mt19937 random(11); // NOLINT(cert-msc51-cpp): the same damage in every run
    int refused = 0, taken = 0;
    constexpr int kRounds = test::kSanitized ? 1000 : 3000;
    for (int round = 0; round < kRounds; ++round) {
        std::string text = good;
        const std::size_t at = random() % text.size();
        if (random() % 2 == 0)
            text[at] = "0189\"{}[],:-.aeE"[random() % 16];
        else
            text.erase(at, 1 + random() % 4);
        if (const auto again = read(text)) {
            ++taken;
            CHECK(read(toText(again->session))->session == again->session);
        } else {
            ++refused;
        }
    }
    CHECK(refused > kRounds / 6);
    CHECK(taken > kRounds / 30);
}

TEST_CASE("session: names of any length are shortened where they are read", "[session][faults]")
{
    Session session;
    Scene scene;
    scene.name = QString(300'000, QLatin1Char('n')) + QStringLiteral("\nsecond");
    session.scenes = {scene};
    RoomLayout room;
    room.title = QString(300'000, QLatin1Char('t'));
    session.window.rooms = {room};
    session.kept = SessionResult{scene.name, {}, {}, -1};
    const auto again = read(toText(session));
    REQUIRE(again);
    CHECK(again->session.scenes.front().name.size() == 80);
    CHECK(again->session.window.rooms.front().title.size() == 80);
    REQUIRE(again->session.kept);
    CHECK(again->session.kept->name.size() == 80);
    CHECK(shortName(QStringLiteral("a\nb")) == QStringLiteral("a b"));
    // Never half of a character outside the BMP.
    CHECK(shortName(QStringLiteral("ab\U0001F600cd"), 4) == QStringLiteral("ab\u2026"));
}

// The monkey test found that only eight of ten kinds had names: the others were read beyond the end of the
// list.
TEST_CASE("session: every kind of map is kept by its own name", "[session]")
{
    std::set<std::string> texts;
    for (int kind = 0; kind <= static_cast<int>(MapKind::kKept); ++kind) {
        Session session;
        session.focus.map = static_cast<MapKind>(kind);
        const std::string text = toText(session);
        CHECK(texts.insert(text).second);
        const auto again = read(text);
        REQUIRE(again);
        CHECK(again->session.focus.map == session.focus.map);
    }
}
