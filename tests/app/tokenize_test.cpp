#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <sstream>

using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;
using nlohmann::json;

namespace {

const std::string kBert = std::string(headlight::test::kTestData) + "/tokenizers/bert-uncased";
const std::string kGpt2Tokenizer = std::string(headlight::test::kTestData) + "/tokenizers/gpt2";

json tokenized(const std::string& folder, const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"tokenize", "--model", folder};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    CHECK(finished.err.empty());
    return json::parse(finished.out);
}

} // namespace

TEST_CASE("tokenize: a text with its offsets, special tokens and types", "[app]")
{
    const json tokens = tokenized(kBert, {"--text", "[MASK] a, b"});
    CHECK(tokens["tokens"] == json({"[CLS]", "[MASK]", "a", ",", "b", "[SEP]"}));
    CHECK(tokens["offsets"] == json::parse("[[0,0],[0,6],[7,8],[8,9],[10,11],[0,0]]"));
    CHECK(tokens["special"] == json({true, true, false, false, false, true}));
    CHECK(tokens["type_ids"] == json({0, 0, 0, 0, 0, 0}));
    CHECK(tokens["ids"].size() == 6);
}

TEST_CASE("tokenize: pairs and texts without special tokens", "[app]")
{
    const json pair = tokenized(kBert, {"--text", "a", "--pair", "b"});
    CHECK(pair["tokens"] == json({"[CLS]", "a", "[SEP]", "b", "[SEP]"}));
    CHECK(pair["type_ids"] == json({0, 0, 0, 1, 1}));
    CHECK(tokenized(kBert, {"--text", "a", "--no-special"})["tokens"] == json({"a"}));
}

TEST_CASE("tokenize: an option takes its value exactly as it stands", "[app]")
{
    for (const std::string text : {"-5", "--help", "{}", "[a, b]", "a=b", "'", "%%", "a,b", ""}) {
        INFO(text);
        const json separate = tokenized(kGpt2Tokenizer, {"--text", text});
        const json joined = tokenized(kGpt2Tokenizer, {"--text=" + text});
        CHECK(separate == joined);
        std::string ids;
        for (const json& id : separate["ids"])
            ids += (ids.empty() ? "" : ",") + id.dump();
        CHECK(tokenized(kGpt2Tokenizer, {"--decode", ids})["text"] == text);
    }
    CHECK(tokenized(kGpt2Tokenizer, {"--text", "x", "--text", "y"})
          == tokenized(kGpt2Tokenizer, {"--text", "y"}));
}

TEST_CASE("tokenize: decoding with and without special tokens", "[app]")
{
    CHECK(tokenized(kBert, {"--decode", tokenized(kBert, {"--text", "a"})["ids"][0].dump()})["text"]
          == "[CLS]");
    const std::string start = tokenized(kBert, {"--text", "a"})["ids"][0].dump();
    CHECK(tokenized(kBert, {"--decode", start, "--skip-special"})["text"] == "");
}

TEST_CASE("tokenize: ids that the vocabulary does not have are named", "[app]")
{
    const std::string start = tokenized(kBert, {"--text", "a"})["ids"][0].dump();
    const std::string named
        = "found 40000, 99999, which the vocabulary does not have: left out. Expected ids "
          "from 0 to 231\n";
    const std::string list = start + ",40000,99999";
    const Finished given = runProgram({"tokenize", "--model", kBert, "--decode", list});
    CHECK(given.status == 0);
    CHECK(json::parse(given.out)["text"] == "[CLS]");
    CHECK(given.err == "headlight: warning: --decode: " + named);
    CHECK(runProgram({"tokenize", "--model", kBert, "--decode", list, "--quiet"}).err.empty());

    const TemporaryFolder folder;
    const std::string file = folder.write("ids.txt", start + "\n" + list + "\n").string();
    CHECK(runProgram({"tokenize", "--model", kBert, "--ids-file", file}).err
          == "headlight: warning: " + file + ": line 2: " + named);
    CHECK(runProgram({"tokenize", "--model", kBert, "--stdin"}, "{\"ids\":[" + list + "]}\n").err
          == "headlight: warning: standard input, line 1: ids: " + named);

    std::string many;
    for (int i = 0; i < 10; ++i)
        many += (i > 0 ? "," : "") + std::to_string(50000 + i);
    CHECK(runProgram({"tokenize", "--model", kBert, "--decode", many}).err.find("50007 and 2 more, which")
          != std::string::npos);
}

TEST_CASE("tokenize: options without effect are named", "[app]")
{
    const auto said = [](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"tokenize"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished finished = runProgram(arguments);
        CHECK(finished.status == 0);
        return finished.err;
    };
    CHECK(said({"--model", "en-gpt", "--text", "a", "--target"})
              .find("en-gpt is a model with a single stack, expected one with an encoder and a decoder")
          != std::string::npos);
    CHECK(said({"--model", "en-fr", "--text", "a", "--target"}).empty());
    CHECK(said({"--model", kBert, "--text", "a", "--target"}).empty()); // whose model is not known
    CHECK(said({"--text", "a", "--skip-special"}).find("--skip-special has no effect without --decode")
          != std::string::npos);
    CHECK(said({"--decode", "5", "--no-special"}).find("--no-special has no effect without --text")
          != std::string::npos);
}

TEST_CASE("tokenize: standard input gives one object per line", "[app]")
{
    const std::string input
        = "\"a\"\n{\"text\":\"a\",\"pair\":\"b\"}\n{\"ids\":[0],\"skip_special\":false}\n";
    const Finished finished = runProgram({"tokenize", "--model", kBert, "--stdin"}, input);
    REQUIRE(finished.status == 0);
    std::istringstream lines(finished.out);
    std::vector<json> objects;
    for (std::string line; std::getline(lines, line);)
        objects.push_back(json::parse(line));
    REQUIRE(objects.size() == 3);
    CHECK(objects[0] == tokenized(kBert, {"--text", "a"}));
    CHECK(objects[1] == tokenized(kBert, {"--text", "a", "--pair", "b"}));
    CHECK(objects[2].contains("text"));

    const Finished bad = runProgram({"tokenize", "--model", kBert, "--stdin"}, "\"a\"\nnonsense\n");
    CHECK(bad.status == 1);
    CHECK(bad.err.find("line 2") != std::string::npos);
    CHECK(runProgram({"tokenize", "--model", kBert, "--stdin"}, "{\"ids\":[-1]}\n").status == 1);
}

TEST_CASE("tokenize: -o writes the same, whole or not at all", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "tokens.json").string();
    const Finished finished = runProgram({"tokenize", "--model", kBert, "--text", "a", "-o", path});
    CHECK(finished.status == 0);
    CHECK(finished.out.empty());
    std::ifstream file(path);
    CHECK(json::parse(file) == tokenized(kBert, {"--text", "a"}));

    folder.write("old.json", "before");
    const std::string old = (folder / "old.json").string();
    CHECK(runProgram({"tokenize", "--model", kBert, "--stdin", "-o", old}, "\"a\"\nnonsense\n").status == 1);
    std::ifstream kept(old);
    CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "before");
}
