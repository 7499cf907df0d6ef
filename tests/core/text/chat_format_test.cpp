// Where chat templates are found, and the conversations they write.
#include "core/text/chat/chat_format.h"

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

const std::string kHello = R"([{"role": "user", "content": "Hello"}])";

std::string formatted(const std::filesystem::path& model, const std::string& messages = kHello,
                      bool answer = true)
{
    const auto conversation = readConversation(messages, "m.json");
    if (!conversation)
        return conversation.error().describe();
    const auto format = ChatFormat::read(model, conversation->hasTools());
    if (!format)
        return format.error().describe();
    const auto text = format->text(*conversation, answer);
    return text ? *text : text.error().describe();
}

} // namespace

TEST_CASE("chat formats: each place of a template, the first one counts", "[text][chat]")
{
    const TemporaryFolder folder;
    CHECK_THAT(formatted(folder.path()), containing("found no chat template, expected chat_template.jinja"));
    folder.write("tokenizer_config.json",
                 R"({"bos_token": {"content": "<s>"}, "eos_token": "</s>", "pad_token": null,
                     "chat_template": "{{ bos_token ~ messages[0].content ~ eos_token ~ pad_token }}"})");
    CHECK(formatted(folder.path()) == "<s>Hello</s>");
    folder.write("special_tokens_map.json", R"({"unk_token": "<unk>"})");
    folder.write("chat_template.json", R"({"chat_template": "{{ unk_token }}{{ tools is none }}"})");
    CHECK(formatted(folder.path()) == "<unk>True");
    folder.write("chat_template.jinja", "{{ messages[0].role }}{{ '!' if add_generation_prompt }}\n");
    CHECK(formatted(folder.path()) == "user!");
    CHECK(formatted(folder.path(), kHello, false) == "user");
    CHECK(formatted(folder.path(), R"({"messages": )" + kHello + R"(, "add_generation_prompt": false})")
          == "user");
    CHECK(formatted(folder.write("tokenizer.json", "{}")) == "user!"); // the file's folder counts
    folder.write("chat_template.jinja", "a\n{{ 1 | nothing }}");
    CHECK(formatted(folder.path())
          == (folder / "chat_template.jinja").string()
              + R"(: line 2: the filter "nothing" is not supported)");
}

TEST_CASE("chat formats: one of several named templates is chosen", "[text][chat]")
{
    const TemporaryFolder folder;
    const auto with = [&](const std::string& list) {
        folder.write("tokenizer_config.json", R"({"chat_template": )" + list + "}");
        return folder.path();
    };
    const std::string both
        = R"([{"name": "tool_use", "template": "T{{ tools[0] }}"}, {"name": "default", "template": "D{{ mode }}"}])";
    CHECK(formatted(with(both)) == "D");
    CHECK(formatted(folder.path(), R"({"messages": )" + kHello + R"(, "tools": ["x"]})") == "Tx");
    CHECK(formatted(folder.path(), R"({"messages": )" + kHello + R"(, "mode": "slow"})") == "Dslow");
    CHECK_THAT(formatted(with(R"([{"name": "rag", "template": ""}])")),
               containing(R"(chat_template: found "rag", expected one named "default")"));
    CHECK_THAT(formatted(with(R"([{"name": "default"}])")),
               containing("chat_template[0]: found an object, expected"));
    CHECK_THAT(formatted(with("3")), containing("chat_template: found 3, expected a text"));
    CHECK_THAT(formatted(with(R"([{"name": "default", "template": "{{"}])")),
               containing("chat_template[0].template, line 1: the tag is not closed"));
}

TEST_CASE("chat formats: a GGUF file has its own template", "[text][chat][gguf]")
{
    const TemporaryFolder folder;
    GgufBuilder builder;
    builder.text("general.architecture", "llama").text("tokenizer.ggml.model", "llama");
    builder.texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "</s>"})
        .integers("tokenizer.ggml.token_type", {2, 3, 3});
    builder.reals("tokenizer.ggml.scores", {0, 0, 0});
    builder.integer("tokenizer.ggml.bos_token_id", 1).integer("tokenizer.ggml.eos_token_id", 2);
    CHECK_THAT(formatted(folder.write("none.gguf", builder.bytes())),
               containing("expected tokenizer.chat_template"));
    builder.text("tokenizer.chat_template", "{{ bos_token }}{{ messages[0].content }}{{ eos_token }}");
    CHECK(formatted(folder.write("some.gguf", builder.bytes())) == "<s>Hello</s>");
    GgufBuilder wrong;
    wrong.text("general.architecture", "llama").integer("tokenizer.chat_template", 3);
    CHECK_THAT(formatted(folder.write("wrong.gguf", wrong.bytes())),
               containing("tokenizer.chat_template: found 3, expected a text"));
}

TEST_CASE("conversations: errors name field, found and expected", "[text][chat]")
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"[", "m.json: not valid JSON"},
        {"3", "m.json: found 3, expected a list of messages"},
        {"{}", "m.json: messages: found nothing, expected a list of messages"},
        {R"({"messages": {}})", "m.json: messages: found an empty object, expected a list"},
        {"[]", "m.json: messages: found an empty list, expected at least one message"},
        {"[3]", "m.json: messages[0]: found 3, expected an object"},
        {R"([{"role": "user", "content": "x"}, {"content": "x"}])",
         "m.json: messages[1].role: found nothing, expected a text"},
        {R"([{"role": 1, "content": "x"}])", "messages[0].role: found 1, expected a text"},
        {R"([{"role": "user"}])", "messages[0].content: found nothing, expected a text or a list of parts"},
        {R"([{"role": "user", "content": 4}])",
         "messages[0].content: found 4, expected a text or a list of parts"},
    };
    for (const auto& [messages, expected] : cases) {
        INFO(messages);
        const auto read = readConversation(messages, "m.json");
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error().describe(), containing(expected));
    }
    CHECK(readConversation(R"([{"role": "assistant", "content": null, "tool_calls": []}])", "m.json"));
    CHECK(readConversation(R"([{"role": "assistant", "content": null}])", "m.json"));
    CHECK(readConversation("\xEF\xBB\xBF" + kHello, "m.json"));
}

} // namespace headlight::test
