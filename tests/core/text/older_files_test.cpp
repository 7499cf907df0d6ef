#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <string>

using namespace headlight;
using namespace headlight::test;

namespace {

nlohmann::json readJson(const std::filesystem::path& path)
{
    std::ifstream stream(path);
    return nlohmann::json::parse(stream);
}

/// Splits a tokenizer.json into vocab.json, merges.txt and the tokens above the vocabulary.
void writeOlderBpe(const TemporaryFolder& folder, const std::filesystem::path& model)
{
    const nlohmann::json whole = readJson(model / "tokenizer.json");
    folder.write("vocab.json", whole["model"]["vocab"].dump());
    std::string merges = "#version: 0.2\n";
    for (const nlohmann::json& merge : whole["model"]["merges"]) {
        merges += merge.is_string() ? merge.get<std::string>()
                                    : merge[0].get<std::string>() + " " + merge[1].get<std::string>();
        merges += "\n";
    }
    folder.write("merges.txt", merges);
    nlohmann::json listed = nlohmann::json::object();
    for (nlohmann::json token : whole["added_tokens"]) {
        const std::string id = std::to_string(token["id"].get<int>());
        token.erase("id");
        listed[id] = token;
    }
    folder.write("added.json", listed.dump());
}

} // namespace

TEST_CASE("older files: vocab.json and merges.txt give what tokenizer.json gives", "[text]")
{
    for (const std::string name : {"gpt2", "roberta", "clip", "qwen2"}) {
        INFO(name);
        const TemporaryFolder folder;
        writeOlderBpe(folder, testTokenizers() / name);
        // No vocabulary file contains Qwen2's own tokens; its folders list them.
        if (name == "qwen2") {
            const nlohmann::json config = {{"tokenizer_class", "Qwen2Tokenizer"},
                                           {"added_tokens_decoder", readJson(folder / "added.json")}};
            folder.write("tokenizer_config.json", config.dump());
        }
        const CaseReport report = runEncodeCases(folder.path(), testTokenizers() / name);
        INFO(report.failed << " of " << report.checked << " differ; " << report.first);
        CHECK(report.failed == 0);
        CHECK(report.checked > 20);
    }
}

TEST_CASE("older files: a begin token where the folder asks for one", "[text]")
{
    const TemporaryFolder folder;
    writeOlderBpe(folder, testTokenizers() / "gpt2");
    folder.write("tokenizer_config.json", R"({"tokenizer_class":"GPT2Tokenizer","add_bos_token":true})");
    const auto tokenizer = loadTokenizers(folder.path()).value().source;
    CHECK(tokenizer->encode("a", {}, {true}).value().front().piece == "<|endoftext|>");
    CHECK(tokenizer->encode("a", {}, {false}).value().front().piece == "a");
}

TEST_CASE("the mask token: the folder's other files name it", "[text]")
{
    const auto maskOf = [](const char* file, const char* content) {
        const TemporaryFolder folder;
        TokenizerText text;
        text.addedTokens = R"([{"id":1,"content":"[MASK]","special":true},{"id":2,"content":"<gap>"}])";
        folder.write("tokenizer.json", text.text());
        folder.write(file, content);
        return loadTokenizers(folder.path()).value().source->maskToken();
    };
    CHECK(maskOf("README.md", "") == 1);
    CHECK(maskOf("tokenizer_config.json", R"({"mask_token":"<gap>"})") == 2);
    CHECK(maskOf("tokenizer_config.json", R"({"mask_token":{"content":"<gap>","lstrip":true}})") == 2);
    CHECK(maskOf("tokenizer_config.json", R"({"mask_token":null})") == 1);
    CHECK(maskOf("special_tokens_map.json", R"({"mask_token":"<gap>"})") == 2);
    CHECK(maskOf("config.json", R"({"mask_token_id":2})") == 2);
    CHECK(maskOf("tokenizer_config.json", "{") == 1); // tokenizer.json is sufficient
}

TEST_CASE("older files: vocab.txt gives what tokenizer.json gives", "[text]")
{
    for (const std::string name : {"bert-uncased", "bert-cased"}) {
        INFO(name);
        const TemporaryFolder folder;
        const nlohmann::json vocabulary
            = readJson(testTokenizers() / name / "tokenizer.json")["model"]["vocab"];
        std::vector<std::string> lines(vocabulary.size());
        for (const auto& [piece, id] : vocabulary.items())
            lines.at(id.get<std::size_t>()) = piece;
        std::string text;
        for (const std::string& line : lines)
            text += line + "\n";
        folder.write("vocab.txt", text);
        const CaseReport report = runEncodeCases(folder.path(), testTokenizers() / name);
        INFO(report.failed << " of " << report.checked << " differ; " << report.first);
        CHECK(report.failed == 0);
        CHECK(report.checked > 20);
    }
}

TEST_CASE("older files: a SentencePiece model gives the ids of tokenizer.json", "[text]")
{
    const std::filesystem::path mini = testTokenizers() / "xlmr-mini";
    const TemporaryFolder folder;
    std::filesystem::copy_file(mini / "sentencepiece.bpe.model", folder / "sentencepiece.bpe.model");
    const CaseReport report = runIdCases(folder.path(), mini);
    INFO(report.failed << " of " << report.checked << " differ; " << report.first);
    CHECK(report.failed == 0);
    CHECK(report.checked > 20);
    const CaseReport decoded = runDecodeCases(folder.path(), mini);
    INFO(decoded.first);
    CHECK(decoded.failed == 0);
}

TEST_CASE("older files: the shared SentencePiece models", "[text][shared]")
{
    const auto shared = sharedTokenizers();
    if (!shared) {
        WARN("the shared reference cases are not here: skipped");
        return;
    }
    const std::map<std::string, std::string> models{{"albert", "spiece.model"},
                                                    {"t5", "spiece.model"},
                                                    {"barthez", "sentencepiece.bpe.model"},
                                                    {"xlmr-mini", "sentencepiece.bpe.model"}};
    for (const auto& [name, file] : models) {
        INFO(name);
        const TemporaryFolder folder;
        std::filesystem::copy_file(*shared / name / file, folder / file);
        const CaseReport report = runIdCases(folder.path(), *shared / name);
        INFO(report.failed << " of " << report.checked << " differ; " << report.first);
        CHECK(report.failed == 0);
    }
}

TEST_CASE("older files: Marian takes its ids from the vocabulary, by the pieces' text", "[text]")
{
    const std::filesystem::path model = testTokenizers() / "xlmr-mini/sentencepiece.bpe.model";
    const TemporaryFolder folder;
    std::filesystem::copy_file(model, folder / "source.spm");
    std::filesystem::copy_file(model, folder / "target.spm");
    folder.write("vocab.json", R"({"</s>":0,"<unk>":1,"▁the":2,">>fra<<":3,"ing":4,"<pad>":5,"中文":6})");
    const Tokenizers tokenizers = loadTokenizers(folder.path()).value();
    CHECK(tokenizers.source != tokenizers.target);
    const std::vector<Token> tokens = tokenizers.source->encode(">>fra<< the ~ 中文", {}, {true}).value();
    std::vector<TokenId> ids;
    ids.reserve(tokens.size());
    for (const Token& token : tokens)
        ids.push_back(token.id);
    CHECK(ids == std::vector<TokenId>{3, 2, 1, 1, 1, 6, 0});
    CHECK(tokens[3].piece == "~");
    CHECK(tokens[1].range == CodePointRange{8, 11});
    CHECK(tokenizers.target->decode(std::vector<TokenId>{2, 4, 0}, true) == "theing");
}

TEST_CASE("older files: an error names what is missing or unknown", "[text]")
{
    const TemporaryFolder folder;
    CHECK(loadTokenizers(folder.path()).error().code == ErrorCode::kFileNotFound);
    folder.write("vocab.txt", "[UNK]\n[CLS]\n");
    CHECK(loadTokenizers(folder.path()).error().describe().find("[SEP]") != std::string::npos);
    folder.write("vocab.json", R"({"a":0})");
    folder.write("merges.txt", "a b\n");
    CHECK(loadTokenizers(folder.path()).error().describe().find("\"b\"") != std::string::npos);
    folder.write("tokenizer_config.json", R"({"tokenizer_class":"CTRLTokenizerFast"})");
    CHECK(loadTokenizers(folder.path()).error().describe().find("CTRLTokenizer") != std::string::npos);
}
