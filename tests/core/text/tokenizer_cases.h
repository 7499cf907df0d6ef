#pragma once

#include "core/text/tokenizer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::test {

/// How a folder of reference cases compares with what the tokenizer of that folder answers.
struct CaseReport
{
    int checked = 0;
    int failed = 0;
    std::string first; ///< the first case that differs, in words
};

/// Runs cases.jsonl (encode and decode both ways) of `cases` with the tokenizer in `model`.
CaseReport runEncodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);
/// The same, but the ids alone: for files that give the same ids with other ranges.
CaseReport runIdCases(const std::filesystem::path& model, const std::filesystem::path& cases);
/// Runs decode.jsonl.
CaseReport runDecodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);

/// The folder of the small copies.
std::filesystem::path testTokenizers();
/// The shared folder of reference cases, absent where the checkout stands alone.
std::optional<std::filesystem::path> sharedTokenizers();

/// A tokenizer.json whose parts are given as JSON, "null" for none.
struct TokenizerText
{
    std::string model = R"({"type":"WordLevel","vocab":{"<unk>":0},"unk_token":"<unk>"})";
    std::string normalizer = "null";
    std::string preTokenizer = "null";
    std::string postProcessor = "null";
    std::string decoder = "null";
    std::string addedTokens = "[]";

    std::string text() const;
    Result<std::shared_ptr<const Tokenizer>> parse() const;
};

/// "piece@begin-end" for each token, with spaces between.
std::string shown(const std::vector<Token>& tokens);
/// What the tokenizer makes of the text, shown; the error if it fails.
std::string shownEncoding(const TokenizerText& tokenizer, std::string_view text);

/// The words that a normalizer and a pre-tokenizer (JSON, "null" for none) make, shown as tokens are.
std::string shownWords(const std::string& normalizer, const std::string& preTokenizer, std::string_view text);

} // namespace headlight::test
