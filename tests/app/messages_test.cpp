// --messages: a conversation, written by the model's chat template, in place of a text.
#include "core/tracefile/trace_file.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/contains.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using headlight::test::ChatFolder;
using headlight::test::containing;
using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

const std::string kTalk = R"([{"role": "user", "content": "The black cat"}])";

std::string talkOutput(const std::vector<std::string>& arguments, const std::string& input = {})
{
    const Finished finished = runProgram(arguments, input);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return finished.out;
}

} // namespace

TEST_CASE("messages: special tokens are those of the template, once", "[app][chat]")
{
    const TemporaryFolder folder;
    std::filesystem::copy_file(std::filesystem::path(headlight::test::kTestData)
                                   / "tokenizers/llama3-style/tokenizer.json",
                               folder / "tokenizer.json");
    folder.write("tokenizer_config.json", R"({"bos_token": "<|begin_of_text|>", "eos_token": "<|endoftext|>",
        "chat_template": "{{ bos_token }}{% for m in messages %}{{ m.content + eos_token }}{% endfor %}{% if add_generation_prompt %}{{ ' the' }}{% endif %}"})");
    const std::string model = folder.path().string();
    const auto tokens = [&](const std::vector<std::string>& more, const std::string& input = {}) {
        std::vector<std::string> arguments{"tokenize", "--model", model};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return nlohmann::json::parse(talkOutput(arguments, input));
    };
    const nlohmann::json whole = tokens({"--messages", "-"}, kTalk);
    CHECK(whole == tokens({"--no-special", "--text", "<|begin_of_text|>The black cat<|endoftext|> the"}));
    CHECK(whole["ids"][0] == 470);
    CHECK(std::count(whole["ids"].begin(), whole["ids"].end(), 470) == 1);
    CHECK(std::count(whole["ids"].begin(), whole["ids"].end(), 469) == 1);
    CHECK(tokens({"--messages", folder.write("m.json", kTalk).string(), "--no-generation-prompt"})
          == tokens({"--no-special", "--text", "<|begin_of_text|>The black cat<|endoftext|>"}));
}

TEST_CASE("messages: the model answers a conversation as it does the text of it", "[app][chat]")
{
    const ChatFolder folder(
        "{% for m in messages %}{{ m.content }}{% endfor %}{{ ' sleeps' if add_generation_prompt }}");
    const std::string model = folder.path().string();
    for (const std::string command : {"generate", "metrics"}) {
        INFO(command);
        const std::vector<std::string> common{command, "--model", model, "--json"};
        auto chat = common;
        chat.insert(chat.end(), {"--messages", "-"});
        auto text = common;
        text.insert(text.end(), {"--text", "The black cat sleeps"});
        CHECK(talkOutput(chat, kTalk) == talkOutput(text));
        auto inPlace = common;
        inPlace.insert(inPlace.end(), {"--messages", kTalk});
        CHECK(talkOutput(inPlace) == talkOutput(text));
        chat.emplace_back("--no-generation-prompt");
        text.back() = "The black cat";
        CHECK(talkOutput(chat, R"({"messages": )" + kTalk + "}") == talkOutput(text));
    }
    const TemporaryFolder traces;
    const std::string fromTalk = (traces / "talk.safetensors").string();
    const std::string fromText = (traces / "text.safetensors").string();
    talkOutput({"trace", "--model", model, "--messages", "-", "-o", fromTalk}, kTalk);
    talkOutput({"trace", "--model", model, "--text", "The black cat sleeps", "-o", fromText});
    CHECK(talkOutput({"metrics", "--json", "--trace", fromTalk})
          == talkOutput({"metrics", "--json", "--trace", fromText}));
    // The trace records which tokens the template wrote.
    const auto talk = headlight::readTraceFile(fromTalk, {});
    REQUIRE(talk);
    const auto& tokens = talk->traces.front().tokens(headlight::StackKind::kDecoder);
    REQUIRE(tokens.size() > 1);
    CHECK(tokens.back().fromTemplate);
    CHECK_FALSE(tokens.front().fromTemplate);
    const auto text = headlight::readTraceFile(fromText, {});
    REQUIRE(text);
    CHECK_FALSE(text->traces.front().tokens(headlight::StackKind::kDecoder).back().fromTemplate);
}

TEST_CASE("messages: faults name the file, or the option", "[app][chat]")
{
    const ChatFolder folder("{% for m in messages %}\n{{ m.content | wordwrap }}{% endfor %}");
    const std::string model = folder.path().string();
    const auto fault
        = [&](const std::vector<std::string>& more, int status, const std::string& input = kTalk) {
              std::vector<std::string> arguments{"generate"};
              arguments.insert(arguments.end(), more.begin(), more.end());
              const Finished finished = runProgram(arguments, input);
              CHECK(finished.status == status);
              CHECK(finished.out.empty());
              CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
              return finished.err;
          };
    CHECK_THAT(fault({"--model", model, "--messages", "-"}, 1),
               containing(R"(chat_template.jinja: line 2: the filter "wordwrap" is not supported)"));
    CHECK_THAT(fault({"--messages", "-"}, 1), containing("found no chat template"));
    CHECK_THAT(fault({"--model", model, "--messages", "-"}, 1, R"([{"role": "user"}])"),
               containing("standard input: messages[0].content: found nothing, expected a text"));
    CHECK_THAT(fault({"--messages", (folder.path() / "absent.json").string()}, 1), containing("absent.json"));
    CHECK_THAT(fault({"--model", model, "--messages", "[{]"}, 1), containing("--messages: not valid JSON"));
    CHECK_THAT(fault({"--model", model, "--messages", " {}"}, 1),
               containing("--messages: messages: found nothing, expected a list of messages"));
    CHECK_THAT(fault({"--messages", "-", "--text", "x"}, 2),
               containing("--messages: excludes texts and ids"));
    CHECK_THAT(fault({"--text", "x", "--no-generation-prompt"}, 2),
               containing("--no-generation-prompt: needs --messages"));
    CHECK_THAT(fault({"--messages", "-", "--stdin"}, 2), containing("--stdin excludes"));
}

TEST_CASE("messages: --help says that JSON itself may stand there, and it may", "[app][chat]")
{
    for (const std::string command : {"tokenize", "trace", "generate", "render", "metrics", "sweep"}) {
        INFO(command);
        const std::string help = talkOutput({command, "--help"});
        CHECK_THAT(help, containing("--messages FILE"));
        std::string words;
        for (const char letter : help) // ignoring line breaks
            if (words.empty() || words.back() != ' ' || (letter != ' ' && letter != '\n'))
                words += letter == '\n' ? ' ' : letter;
        CHECK_THAT(words, containing("a value that begins with [ or { is the JSON itself"));
    }
    const ChatFolder folder;
    const std::string model = folder.path().string();
    const auto tokens = [&](const std::string& messages, const std::string& input = {}) {
        return talkOutput({"tokenize", "--model", model, "--messages", messages}, input);
    };
    const std::string expected = tokens("-", kTalk);
    CHECK(tokens(kTalk) == expected);
    CHECK(tokens("\n  " + kTalk + "\n") == expected);
    CHECK(tokens(R"({"messages": )" + kTalk + "}") == expected);
}
