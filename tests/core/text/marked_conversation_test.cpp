// Which parts of a rendered conversation come from the messages themselves.
#include "core/text/chat/chat_format.h"
#include "core/text/unicode.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

const std::vector<Message> kTalkOfThree{
    {"system", "  Be brief. "}, {"user", "user\nWhat is é?"}, {"assistant", "A letter."}, {"user", "user"}};

ChatFormat formatOf(const TemporaryFolder& folder, const std::string& source)
{
    folder.write("tokenizer_config.json", R"({"bos_token": "<s>", "eos_token": "</s>"})");
    folder.write("chat_template.jinja", source);
    return ChatFormat::read(folder.path(), false).value();
}

/// The contents of the parts, each as "0:text".
std::vector<std::string> partsOf(const WrittenChat& chat)
{
    const std::u32string text = decodeUtf8(chat.text);
    std::vector<std::string> parts;
    parts.reserve(chat.contents.size());
    for (const ContentPart& part : chat.contents)
        parts.push_back(
            std::to_string(part.message) + ':'
            + encodeUtf8(std::u32string_view(text).substr(static_cast<std::size_t>(part.begin),
                                                          static_cast<std::size_t>(part.end - part.begin))));
    return parts;
}

std::vector<std::string> written(const std::string& source, const std::vector<Message>& messages)
{
    const TemporaryFolder folder;
    return partsOf(formatOf(folder, source).write(conversationOf(messages), true).value());
}

ChatFormat published(const std::string& name)
{
    const TemporaryFolder folder;
    std::filesystem::copy_file(std::filesystem::path(kTestData) / "chat" / (name + ".jinja"),
                               folder / "chat_template.jinja");
    folder.write("tokenizer_config.json", R"({"bos_token": "<s>", "eos_token": "</s>"})");
    return ChatFormat::read(folder.path(), false).value();
}

} // namespace

TEST_CASE("written chats: contents are found between the template's words", "[text][chat]")
{
    using Parts = std::vector<std::string>;
    const Parts verbatim{"0:  Be brief. ", "1:user\nWhat is é?", "2:A letter.", "3:user"};
    CHECK(partsOf(published("chatml").write(conversationOf(kTalkOfThree), true).value()) == verbatim);
    // Trimmed; the first one also occurs inside the second one's text.
    const Parts trimmed{"0:Be brief.", "1:user\nWhat is é?", "2:A letter.", "3:user"};
    CHECK(partsOf(published("instructions").write(conversationOf(kTalkOfThree), true).value()) == trimmed);
    CHECK(partsOf(published("headers").write(conversationOf(kTalkOfThree), true).value()) == trimmed);
    CHECK(partsOf(published("thinking").write(conversationOf(kTalkOfThree), true).value()) == verbatim);
}

TEST_CASE("written chats: the text is the one without marks, and parts do not overlap", "[text][chat]")
{
    for (const std::string name : {"chatml", "instructions", "headers", "thinking", "turns", "macros"}) {
        INFO(name);
        const std::vector<Message> messages{{"user", "a"}, {"assistant", "a a"}, {"user", "<|im_end|>\n a"}};
        const ChatFormat format = published(name);
        std::tm noon{};
        noon.tm_mday = 1;
        const auto text = format.text(conversationOf(messages), true, noon);
        const auto chat = format.write(conversationOf(messages), true, noon);
        REQUIRE(text.has_value() == chat.has_value());
        if (!chat)
            continue;
        CHECK(chat->text == *text);
        std::int32_t last = 0;
        for (const ContentPart& part : chat->contents) {
            CHECK(part.begin >= last);
            CHECK(part.end > part.begin);
            last = part.end;
        }
        CHECK(last <= codePointCount(chat->text));
    }
}

TEST_CASE("written chats: contents that a template changes, repeats, drops or refuses", "[text][chat]")
{
    using Parts = std::vector<std::string>;
    const std::vector<Message> one{{"user", " Hi "}};
    CHECK(written("{% for m in messages %}[{{ m.content | trim | upper }}]{% endfor %}", one)
          == Parts{"0:HI"});
    CHECK(written("{{ messages[0].content }}|{{ messages[0].content }}", one) == Parts{"0: Hi ", "0: Hi "});
    CHECK(written("nothing of it", one).empty());
    // If the template branches on the content, the content is searched for literally.
    CHECK(written("{% if 'Hi' in messages[0].content %}Greeting:{% else %}Text:{% endif %}{{ "
                  "messages[0].content }}",
                  one)
          == Parts{"0:Hi"});
    CHECK(written("{% if 'Hi' not in messages[0].content %}{{ raise_exception('no') }}{% endif %}<{{ "
                  "messages[0].content }}>",
                  one)
          == Parts{"0:Hi"});
    // One directly after another.
    CHECK(written("{% for m in messages %}{{ m.content }}{% endfor %}", {{"user", "ab"}, {"user", "bc"}})
          == Parts{"0:ab", "1:bc"});
    // An empty message has no part: templates check whether there is any content.
    CHECK(written("{% for m in messages %}<{{ m.role }}{% if m.content %}: {{ m.content }}{% endif %}>{% "
                  "endfor %}",
                  {{"system", ""}, {"user", "x"}})
          == Parts{"1:x"});
    // The marker does not occur in any text.
    CHECK(written("<{{ messages[0].content }}>", {{"user", "zqxaaaaaaq"}}) == Parts{"0:zqxaaaaaaq"});
}

TEST_CASE("written chats: parts of a content, and the faults of a template", "[text][chat]")
{
    const auto parts = readConversation(
        R"([{"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "image"},
            {"type": "text", "text": "two"}]}])",
        "m.json");
    CHECK(partsOf(published("headers").write(*parts, true).value())
          == std::vector<std::string>{"0:one", "0:two"});
    const TemporaryFolder folder;
    const auto fault = formatOf(folder, "{{ raise_exception('Only one turn') }}")
                           .write(conversationOf({{"user", "x"}}), true);
    REQUIRE_FALSE(fault);
    CHECK(fault.error().describe().find("Only one turn") != std::string::npos);
}

TEST_CASE("conversations: messages as a file for --messages has them", "[text][chat]")
{
    const std::vector<Message> messages{{"user", "a \"b\"\n"}, {"assistant", "é"}};
    const auto read = readConversation(toJson(messages), "m.json");
    REQUIRE(read);
    const TemporaryFolder folder;
    const ChatFormat format
        = formatOf(folder, "{% for m in messages %}{{ m.role }}={{ m.content }};{% endfor %}");
    CHECK(format.text(*read, true).value() == "user=a \"b\"\n;assistant=é;");
    CHECK(format.text(conversationOf(messages), true).value() == format.text(*read, true).value());
}

} // namespace headlight::test
