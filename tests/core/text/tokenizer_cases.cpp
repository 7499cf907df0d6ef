#include "tests/core/text/tokenizer_cases.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/text/pipeline.h"
#include "core/text/tokenizer_json.h"
#include "core/text/unicode.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace headlight::test {

namespace {

using nlohmann::json;
using Ids = std::vector<TokenId>;

/// Collects the differences of one case.
class Differences
{
public:
    void compare(const std::string& what, const json& expected, const json& got)
    {
        if (expected != got && m_text.empty())
            m_text = what + ": expected " + shown(expected) + ", got " + shown(got);
    }
    const std::string& text() const { return m_text; }

private:
    static std::string shown(const json& value)
    {
        return value.dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 600);
    }
    std::string m_text;
};

json idsOf(const std::vector<Token>& tokens)
{
    json ids = json::array();
    for (const Token& token : tokens)
        ids.push_back(token.id);
    return ids;
}

json offsetsOf(const std::vector<Token>& tokens)
{
    json offsets = json::array();
    for (const Token& token : tokens)
        offsets.push_back({token.range.begin, token.range.end});
    return offsets;
}

void compareEncoding(const Tokenizer& tokenizer, const json& one, Differences& differences)
{
    const auto text = one["text"].get<std::string>();
    const auto pairText = one.value("pair", std::string());
    std::optional<std::string_view> pair;
    if (one.contains("pair"))
        pair = pairText;
    const std::vector<Token> tokens = tokenizer.encode(text, pair, {true}).value();
    const std::vector<Token> plain = tokenizer.encode(text, pair, {false}).value();
    json types = json::array();
    json pieces = json::array();
    for (const Token& token : tokens) {
        types.push_back(token.typeId);
        pieces.push_back(token.piece);
    }
    differences.compare("ids", one["ids"], idsOf(tokens));
    differences.compare("tokens", one["tokens"], pieces);
    if (!one.contains("offsets"))
        return;
    differences.compare("plain ids", one.value("ids_plain", one["ids"]), idsOf(plain));
    differences.compare("offsets", one["offsets"], offsetsOf(tokens));
    // The cases of llama3-style do not list types for pairs, for which its template has 1.
    if (one.contains("type_ids") || !pair)
        differences.compare("types", one.value("type_ids", json(Ids(tokens.size(), 0))), types);
}

void compareMarian(const Tokenizer& tokenizer, const json& one, Differences& differences)
{
    const std::vector<Token> tokens = tokenizer.encode(one["text"].get<std::string>(), {}, {true}).value();
    json pieces = json::array();
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        pieces.push_back(tokens[i].piece);
    json offsets = offsetsOf(tokens);
    offsets.erase(offsets.size() - 1);
    differences.compare("ids", one["ids"], idsOf(tokens));
    differences.compare("pieces", one["pieces"], pieces);
    differences.compare("offsets", one["offsets"], offsets);
    if (one.contains("decoded"))
        differences.compare("decoded", one["decoded"], tokenizer.decode(one["ids"].get<Ids>(), true));
}

void compareDecoding(const Tokenizer& tokenizer, const json& one, Differences& differences)
{
    const Ids ids = one["ids"].get<Ids>();
    // The cases of the built-in models contain only the text without special tokens.
    const bool both = one.contains("decoded_skip");
    differences.compare("decoded", one["decoded"], tokenizer.decode(ids, !both));
    if (both)
        differences.compare("decoded without specials", one["decoded_skip"], tokenizer.decode(ids, true));
}

template <typename Compare>
CaseReport runCases(const std::filesystem::path& model, const std::filesystem::path& file,
                    const Compare& compare)
{
    CaseReport report;
    const Result<Tokenizers> tokenizers = loadTokenizers(model);
    if (!tokenizers) {
        report.failed = 1;
        report.first = tokenizers.error().describe();
        return report;
    }
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const json one = json::parse(line);
        Differences differences;
        compare(one.value("side", "source") == "target" ? *tokenizers->target : *tokenizers->source, one,
                differences);
        ++report.checked;
        if (differences.text().empty())
            continue;
        if (++report.failed == 1)
            report.first = one.value("id", one.value("text", std::string())) + ": " + differences.text();
    }
    return report;
}

} // namespace

CaseReport runEncodeCases(const std::filesystem::path& model, const std::filesystem::path& cases)
{
    return runCases(model, cases / "cases.jsonl",
                    [](const Tokenizer& tokenizer, const json& one, Differences& out) {
                        if (one.contains("side"))
                            return compareMarian(tokenizer, one, out);
                        compareEncoding(tokenizer, one, out);
                        compareDecoding(tokenizer, one, out);
                    });
}

CaseReport runIdCases(const std::filesystem::path& model, const std::filesystem::path& cases)
{
    return runCases(model, cases / "cases.jsonl",
                    [](const Tokenizer& tokenizer, const json& one, Differences& out) {
                        const auto pairText = one.value("pair", std::string());
                        std::optional<std::string_view> pair;
                        if (one.contains("pair"))
                            pair = pairText;
                        const auto text = one["text"].get<std::string>();
                        out.compare("ids", one["ids"], idsOf(tokenizer.encode(text, pair, {true}).value()));
                    });
}

CaseReport runDecodeCases(const std::filesystem::path& model, const std::filesystem::path& cases)
{
    return runCases(model, cases / "decode.jsonl", compareDecoding);
}

std::filesystem::path testTokenizers()
{
    return std::filesystem::path(kTestData) / "tokenizers";
}

std::optional<std::filesystem::path> sharedTokenizers()
{
    const std::filesystem::path folder = std::filesystem::path(kSharedData) / "tokenizers";
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code))
        return {};
    return folder;
}

std::string TokenizerText::text() const
{
    return R"({"version":"1.0","added_tokens":)" + addedTokens + R"(,"normalizer":)" + normalizer
        + R"(,"pre_tokenizer":)" + preTokenizer + R"(,"post_processor":)" + postProcessor + R"(,"decoder":)"
        + decoder + R"(,"model":)" + model + "}";
}

Result<std::shared_ptr<const Tokenizer>> TokenizerText::parse() const
{
    return parseTokenizerJson(text(), "tokenizer.json");
}

std::string shown(const std::vector<Token>& tokens)
{
    std::string out;
    for (const Token& token : tokens) {
        out += (out.empty() ? "" : " ") + token.piece + "@" + std::to_string(token.range.begin) + "-"
            + std::to_string(token.range.end);
    }
    return out;
}

std::string shownEncoding(const TokenizerText& tokenizer, std::string_view text)
{
    const auto parsed = tokenizer.parse();
    if (!parsed)
        return parsed.error().describe();
    const auto tokens = (*parsed)->encode(text, {}, {});
    return tokens ? shown(*tokens) : tokens.error().describe();
}

std::string shownWords(const std::string& normalizer, const std::string& preTokenizer, std::string_view text)
{
    FaultReport report("test");
    TextPieces pieces{alignedText(decodeUtf8(text)), {}};
    TextBudget budget(pieces.text.size());
    if (normalizer != "null") {
        const json tree = parseJson(normalizer, "test").value();
        readNormalizer(JsonFields(tree, "", report))->apply(pieces.text, budget).value();
    }
    if (pieces.text.size() > 0)
        pieces.pieces.push_back({0, pieces.text.size(), -1});
    if (preTokenizer != "null") {
        const json tree = parseJson(preTokenizer, "test").value();
        readPreTokenizer(JsonFields(tree, "", report))->apply(pieces, budget).value();
    }
    if (report.error())
        return report.error()->describe();
    std::vector<Token> words;
    for (const TextPiece& piece : pieces.pieces) {
        const std::u32string_view chars = pieces.text.chars;
        words.push_back({0,
                         encodeUtf8(chars.substr(piece.begin, piece.end - piece.begin)),
                         {pieces.text.origins[piece.begin].begin, pieces.text.origins[piece.end - 1].end},
                         false,
                         0});
    }
    return shown(words);
}

} // namespace headlight::test
