// Tokenizers of GGUF files: complete vocabularies against Hugging Face's ids, small ones by hand.
#include "core/text/gguf/gguf_tokenizer.h"
#include "core/text/tokenizer.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Tokenizer> tokenizerIn(const fs::path& path)
{
    const auto loaded = loadTokenizers(path);
    if (!loaded)
        FAIL(loaded.error().describe());
    return loaded->source;
}

std::vector<TokenId> idsWithout(const Tokenizer& tokenizer, const std::string& text, bool addSpecial = false)
{
    const auto tokens = tokenizer.encode(text, std::nullopt, {addSpecial});
    if (!tokens)
        FAIL(tokens.error().describe());
    std::vector<TokenId> ids;
    for (const Token& token : *tokens)
        ids.push_back(token.id);
    return ids;
}

std::string wholeFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The texts of an .inp file, each terminated by a separator line.
std::vector<std::string> textsOf(const std::string& content)
{
    const std::string mark = "\n__ggml_vocab_test__\n";
    std::vector<std::string> texts;
    std::size_t at = 0;
    for (std::size_t end = content.find(mark); end != std::string::npos; end = content.find(mark, at)) {
        texts.push_back(content.substr(at, end - at));
        at = end + mark.size();
    }
    return texts;
}

/// Compares every text of a vocabulary; returns their number.
int checkVocabulary(const fs::path& file)
{
    INFO(file.filename().string());
    const auto tokenizer = tokenizerIn(file);
    const std::vector<std::string> texts = textsOf(wholeFile(file.string() + ".inp"));
    std::istringstream lines(wholeFile(file.string() + ".out"));
    std::string line;
    for (const std::string& text : texts) {
        REQUIRE(std::getline(lines, line));
        std::istringstream numbers(line);
        const std::vector<TokenId> expected{std::istream_iterator<TokenId>(numbers), {}};
        INFO(text);
        CHECK(idsWithout(*tokenizer, text) == expected);
    }
    return static_cast<int>(texts.size());
}

int checkCases(const fs::path& model)
{
    INFO(model.filename().string());
    fs::path cases = model;
    const auto tokenizer = tokenizerIn(model);
    std::ifstream file(cases.replace_extension(".cases.jsonl"));
    int checked = 0;
    for (std::string line; std::getline(file, line); ++checked) {
        const auto one = nlohmann::json::parse(line);
        INFO(line);
        CHECK(idsWithout(*tokenizer, one.at("text").get<std::string>())
              == one.at("ids").get<std::vector<TokenId>>());
    }
    return checked;
}

fs::path writeVocabulary(const TemporaryFolder& folder, GgufBuilder builder)
{
    builder.text("general.architecture", "llama");
    return folder.write("vocabulary.gguf", builder.bytes());
}

} // namespace

TEST_CASE("gguf tokenizers: whole vocabularies give Hugging Face's ids", "[text][gguf][shared]")
{
    const fs::path shared = fs::path(kSharedData) / "gguf";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    for (const char* const name : {"gpt-2", "deepseek-coder", "llama-spm", "bert-bge"})
        CHECK(checkVocabulary(shared / "vocab" / ("ggml-vocab-" + std::string(name) + ".gguf")) == 46);
    CHECK(checkCases(shared / "models/llama256-q4_k_m.gguf") > 5);
    CHECK(checkCases(shared / "models/llama256-mixed.gguf") > 5);
}

TEST_CASE("gguf tokenizers: every way of cutting words is understood", "[text][gguf]")
{
    const std::vector<std::string> texts{"It's 1234 cats", " (a.b) x\n\n y", "  Ünï 中文 ABCdef", "a\tb\r\n",
                                         ""};
    CHECK(wordRuleNames().size() >= 40);
    for (const std::string_view name : wordRuleNames()) {
        INFO(name);
        GgufBuilder builder;
        std::vector<std::string> tokens;
        // The printable alphabet of bytes.
        std::vector<TokenId> order;
        unsigned next = 256;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
            const unsigned code = printable ? byte : next++;
            std::string token;
            if (code < 128) {
                token += static_cast<char>(code);
            } else {
                token += static_cast<char>(0xC0U | code >> 6U);
                token += static_cast<char>(0x80U | (code & 63U));
            }
            tokens.push_back(token);
        }
        builder.text("tokenizer.ggml.model", "gpt2").text("tokenizer.ggml.pre", name);
        builder.texts("tokenizer.ggml.tokens", tokens).texts("tokenizer.ggml.merges", {});
        const TemporaryFolder folder;
        const auto tokenizer = tokenizerIn(writeVocabulary(folder, builder));
        for (const std::string& text : texts) {
            // Without merges a text becomes its bytes, whatever the words.
            std::vector<TokenId> bytes;
            for (const char c : text)
                bytes.push_back(static_cast<std::uint8_t>(c));
            CHECK(idsWithout(*tokenizer, text) == bytes);
            CHECK(tokenizer->decode(bytes, false) == text);
        }
    }
}

TEST_CASE("gguf tokenizers: SentencePiece's pieces, bytes, spaces and tokens cut out first", "[text][gguf]")
{
    std::vector<std::string> tokens{"<unk>", "<s>", "</s>"};
    std::vector<std::int32_t> types{2, 3, 3};
    std::vector<float> scores{0, 0, 0};
    for (int byte = 0; byte < 256; ++byte) {
        std::array<char, 8> name{};
        std::snprintf(name.data(), name.size(), "<0x%02X>", static_cast<unsigned>(byte));
        tokens.emplace_back(name.data());
        types.push_back(6);
        scores.push_back(0);
    }
    const auto add = [&](const std::string& piece, float score, std::int32_t type = 1) {
        tokens.push_back(piece);
        types.push_back(type);
        scores.push_back(score);
        return static_cast<TokenId>(tokens.size() - 1);
    };
    const TokenId space = add("▁", -10), a = add("a", -11), b = add("b", -12), ab = add("ab", -1),
                  spaced = add("▁ab", -2), user = add("ba!", 0, 4);
    GgufBuilder builder;
    builder.text("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", tokens);
    builder.integers("tokenizer.ggml.token_type", types).reals("tokenizer.ggml.scores", scores);
    builder.integer("tokenizer.ggml.bos_token_id", 1).flag("tokenizer.ggml.add_eos_token", true);
    const TemporaryFolder folder;
    const auto tokenizer = tokenizerIn(writeVocabulary(folder, builder));
    CHECK(idsWithout(*tokenizer, "") == std::vector<TokenId>{});
    CHECK(idsWithout(*tokenizer, "ab  a") == std::vector<TokenId>{spaced, space, space, a});
    CHECK(idsWithout(*tokenizer, "é") == std::vector<TokenId>{space, 3 + 0xC3, 3 + 0xA9});
    CHECK(idsWithout(*tokenizer, "ba!b") == std::vector<TokenId>{user, space, b});
    CHECK(idsWithout(*tokenizer, "ab", true) == std::vector<TokenId>{1, spaced, 2});
    CHECK(idsWithout(*tokenizer, "</s>") == std::vector<TokenId>{2});
    CHECK(tokenizer->decode(std::vector<TokenId>{spaced, space, a, 3 + 0xC3, 3 + 0xA9}, true) == "ab aé");
    CHECK(tokenizer->isSpecial(1));
    CHECK_FALSE(tokenizer->isSpecial(user));
    CHECK(ab < spaced);
}

TEST_CASE("gguf tokenizers: padding has the type of unknown or no text, or occurs twice", "[text][gguf]")
{
    const auto idsWith = [](const std::vector<std::string>& padding, std::int32_t type, bool unknown) {
        std::vector<std::string> tokens{"<unk>", "<s>", "</s>", "▁", "a", "b", "▁a", "ab"};
        std::vector<std::int32_t> types{unknown ? 2 : 3, 3, 3, 1, 1, 1, 1, 1};
        std::vector<float> scores{-1000, -1000, -1000, -1, -2, -3, -4, -5};
        for (const std::string& each : padding) {
            tokens.push_back(each);
            types.push_back(type);
            scores.push_back(-10000);
        }
        GgufBuilder builder;
        builder.text("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", tokens);
        builder.integers("tokenizer.ggml.token_type", types).reals("tokenizer.ggml.scores", scores);
        const TemporaryFolder folder;
        return idsWithout(*tokenizerIn(writeVocabulary(folder, builder)), "ab ac");
    };
    const std::vector<TokenId> expected{6, 5, 6, 0};
    for (const bool unknown : {true, false})
        for (const std::int32_t type : {1, 2, 3, 4, 5}) {
            CHECK(idsWith({"[PAD8]", "[PAD9]"}, type, unknown) == expected);
            CHECK(idsWith({"", "[PAD]", "", "[PAD]"}, type, unknown) == expected);
        }
}

TEST_CASE("gguf tokenizers: BERT's pieces are turned round again", "[text][gguf]")
{
    GgufBuilder builder;
    builder.text("tokenizer.ggml.model", "bert");
    builder.texts("tokenizer.ggml.tokens",
                  {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "▁play", "ing", "▁,", "▁caf", "e"});
    builder.integers("tokenizer.ggml.token_type", {3, 3, 3, 3, 3, 1, 1, 1, 1, 1});
    builder.integer("tokenizer.ggml.mask_token_id", 4);
    const TemporaryFolder folder;
    const auto tokenizer = tokenizerIn(writeVocabulary(folder, builder));
    CHECK(idsWithout(*tokenizer, "Playing, Café xyz", true) == std::vector<TokenId>{2, 5, 6, 7, 8, 9, 1, 3});
    CHECK(tokenizer->piece(6) == "##ing");
    CHECK(tokenizer->maskToken() == std::optional<TokenId>(4));
    CHECK(tokenizer->decode(std::vector<TokenId>{5, 6}, true) == "playing");
}

TEST_CASE("gguf tokenizers: a refusal names what cannot be read", "[text][gguf]")
{
    const TemporaryFolder folder;
    const auto fault = [&](const GgufBuilder& builder) {
        const auto loaded = loadTokenizers(writeVocabulary(folder, builder));
        return loaded ? std::string() : loaded.error().describe();
    };
    CHECK(fault(GgufBuilder().text("tokenizer.ggml.model", "t5"))
              .find("found \"t5\", expected llama, gpt2 or bert")
          != std::string::npos);
    GgufBuilder bytes;
    bytes.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", {"a", "b", "ab"});
    GgufBuilder odd = bytes;
    odd.text("tokenizer.ggml.pre", "no-such").texts("tokenizer.ggml.merges", {"a b"});
    CHECK(fault(odd).find("tokenizer.ggml.pre: found \"no-such\"") != std::string::npos);
    GgufBuilder merge = bytes;
    merge.texts("tokenizer.ggml.merges", {"a b", "ab"});
    CHECK(fault(merge).find("tokenizer.ggml.merges[1]") != std::string::npos);
    GgufBuilder scores = bytes;
    scores.reals("tokenizer.ggml.scores", {0.0F});
    CHECK(fault(scores).find("tokenizer.ggml.scores") != std::string::npos);
    const auto none = loadTokenizers(writeVocabulary(folder, GgufBuilder()));
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == ErrorCode::kFileNotFound);
}

} // namespace headlight::test
