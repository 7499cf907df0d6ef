#include "core/run/execute.h"
#include "core/text/chat/chat_format.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/contains.h"
#include "tests/support/tiny_model.h"
#include "ui/run/run_job.h"
#include "ui/run/shown_lane.h"
#include "ui/state/snapshot.h"

using namespace headlight;
using headlight::test::ChatFolder;

namespace {

Document talkOf(const QString& text)
{
    Document document;
    return withDialogue(document, Dialogue{{{QStringLiteral("user"), text}}, true});
}

} // namespace

TEST_CASE("shown lane: a conversation has the tokens that --messages gives it", "[run][chat]")
{
    const ChatFolder folder;
    const auto model = loadModel(folder.path(), {}, {}).value();
    const auto lane = prepareShownLane(*model, talkOf(QStringLiteral("The black cat")));
    REQUIRE(lane);
    CHECK(lane->line == QStringLiteral("[user] The black cat\n[assistant]"));
    CHECK(lane->lanes == 1);
    // Like app/run_options.cpp.
    const auto read = readConversation(R"([{"role": "user", "content": "The black cat"}])", "m.json");
    const auto format = ChatFormat::read(folder.path(), false);
    CHECK(lane->input.source == prepareChat(*model, *format, *read, true)->lane.source);
}

TEST_CASE("shown lane: blank conversations are nothing, faulty templates say where", "[run][chat]")
{
    const ChatFolder folder("a\n{{ raise_exception('Roles must alternate') }}");
    const auto model = loadModel(folder.path(), {}, {}).value();
    const auto blank = prepareShownLane(*model, talkOf(QStringLiteral(" \n")));
    REQUIRE(blank);
    CHECK(blank->lanes == 0);
    const auto refused = prepareShownLane(*model, talkOf(QStringLiteral("x")));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kBadArgument);
    CHECK_THAT(refused.error().describe(), test::containing("Roles must alternate"));
    CHECK_THAT(refused.error().describe(), test::containing("line 2"));
    const auto none = prepareShownLane(*test::tinyModel(), talkOf(QStringLiteral("5")));
    REQUIRE_FALSE(none);
    CHECK_THAT(none.error().describe(), test::containing("no chat template. Switch Edit"));
}

TEST_CASE("run: a conversation is decoded, and the snapshot says what was written", "[run][chat]")
{
    const ChatFolder folder;
    RunInput input;
    input.model = loadModel(folder.path(), {}, {}).value();
    input.document = talkOf(QStringLiteral("The black cat"));
    input.document.decoding.maxNewTokens = 3;
    const auto run = runDocument(input, {}, {});
    REQUIRE(run);
    const Snapshot& snapshot = **run;
    CHECK(snapshot.written == QStringLiteral("[user] The black cat\n[assistant]"));
    CHECK_FALSE(snapshot.steps.empty());
    const auto& tokens = snapshot.trace.tokens(StackKind::kDecoder);
    REQUIRE(tokens.size() > 3);
    CHECK(tokens.front().fromTemplate);
    CHECK(std::any_of(tokens.begin(), tokens.end(), [](const TokenLabel& each) {
        return !each.fromTemplate && each.text.find("black") != std::string::npos;
    }));
    // The model's output does not come from the template.
    CHECK_FALSE(tokens.back().fromTemplate);
    CHECK(charactersOf(input.document) == 13);
}
