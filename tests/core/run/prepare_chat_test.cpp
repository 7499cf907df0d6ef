// Preparing a conversation for the model: its text, its tokens, and which of them the template wrote.
#include "core/run/execute.h"

#include "core/model/model.h"
#include "core/text/chat/chat_format.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/contains.h"
#include "tests/support/tiny_model.h"

#include <string>
#include <vector>

namespace headlight::test {

namespace {

const std::vector<Message> kQuestion{{"user", "The black cat"}};

std::vector<TokenId> idsOfLane(const LaneInput& lane)
{
    std::vector<TokenId> ids;
    ids.reserve(lane.source.size());
    for (const TokenLabel& token : lane.source)
        ids.push_back(static_cast<TokenId>(token.id));
    return ids;
}

/// The tokens written by the template, or all others, concatenated.
std::string tokensOf(const LaneInput& lane, bool fromTemplate)
{
    std::string text;
    for (const TokenLabel& token : lane.source)
        if (token.fromTemplate == fromTemplate)
            text += token.text;
    return text;
}

} // namespace

TEST_CASE("chat: a model knows its template from the opening on", "[run][chat]")
{
    const ChatFolder folder;
    CHECK((*loadModel(folder.path(), {}, {}))->chat() != nullptr);
    std::filesystem::remove(folder.path() / "chat_template.jinja");
    const auto plain = loadModel(folder.path(), {}, {}).value();
    CHECK(plain->chat() == nullptr);
    const auto none = prepareChat(*plain, conversationOf(kQuestion), true);
    REQUIRE_FALSE(none);
    CHECK_THAT(none.error().describe(), containing("found no chat template"));
}

TEST_CASE("chat: a faulty template does not keep a model from being opened", "[run][chat]")
{
    const ChatFolder folder("a\n{{ 1 | nothing }}");
    const auto model = loadModel(folder.path(), {}, {});
    REQUIRE(model);
    REQUIRE((*model)->chat() != nullptr);
    const auto chat = prepareChat(**model, conversationOf(kQuestion), true);
    REQUIRE_FALSE(chat);
    CHECK_THAT(chat.error().describe(),
               containing(R"(chat_template.jinja: line 2: the filter "nothing" is not supported)"));
}

TEST_CASE("chat: a special token that the template spells has its name alone", "[run][chat]")
{
    const ChatFolder folder("<|endoftext|>{{ messages[0].content }}");
    const auto model = loadModel(folder.path(), {}, {}).value();
    const auto chat = prepareChat(*model, conversationOf(kQuestion), true).value();
    CHECK(chat.lane.source.front().special);
    CHECK(chat.lane.source.front().fromTemplate);
    CHECK(chat.lane.source.front().text == "<|endoftext|>");
}

TEST_CASE("chat: tokens are those of the written text, none added, and the template's are marked",
          "[run][chat]")
{
    const ChatFolder folder("{% for m in messages %}cat sleeps. {{ m.content }} sleeps.{% endfor %}"
                            "{% if add_generation_prompt %} the{% endif %}");
    const auto model = loadModel(folder.path(), {}, {}).value();
    const auto chat = prepareChat(*model, conversationOf(kQuestion), true).value();
    CHECK(chat.text == "cat sleeps. The black cat sleeps. the");
    const auto tokens = model->tokenizers().source->encode(chat.text, std::nullopt, {.addSpecial = false});
    std::vector<TokenId> expected;
    expected.reserve(tokens->size());
    for (const Token& token : tokens.value())
        expected.push_back(token.id);
    CHECK(idsOfLane(chat.lane) == expected);
    // The same "cat" occurs once in the template and once in the user's message.
    CHECK_THAT(tokensOf(chat.lane, false), containing("black"));
    CHECK_THAT(tokensOf(chat.lane, false), containing("cat"));
    CHECK(tokensOf(chat.lane, false).find("sleeps") == std::string::npos);
    CHECK_THAT(tokensOf(chat.lane, true), containing("cat"));
    CHECK(tokensOf(chat.lane, true).find("black") == std::string::npos);
    const auto closed = prepareChat(*model, conversationOf(kQuestion), false).value();
    CHECK(closed.text == "cat sleeps. The black cat sleeps.");
    CHECK(closed.lane.source.size() < chat.lane.source.size());
    // With a format that was read separately, as on the command line.
    const auto format = ChatFormat::read(folder.path(), false).value();
    CHECK(prepareChat(*model, format, conversationOf(kQuestion), true).value().lane.source
          == chat.lane.source);
}

} // namespace headlight::test
