#pragma once

#include "core/text/tokenizer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::test {

/// Result of comparing a folder of reference cases with its tokenizer.
struct CaseReport
{
    int checked = 0;
    int failed = 0;
    std::string first; ///< description of the first case that differs
};

/// Runs cases.jsonl (encoding and decoding) in `cases` with the tokenizer in `model`.
CaseReport runEncodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);
/// The same for ids only: for files that give the same ids with other ranges.
CaseReport runIdCases(const std::filesystem::path& model, const std::filesystem::path& cases);
/// Runs decode.jsonl.
CaseReport runDecodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);

/// The folder of the small copies.
std::filesystem::path testTokenizers();
/// The shared folder of reference cases; absent for a checkout without it.
std::optional<std::filesystem::path> sharedTokenizers();

/// A tokenizer.json with its parts given as JSON, "null" for none.
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
/// The encoding of the text, in the form of shown(); the error if it fails.
std::string shownEncoding(const TokenizerText& tokenizer, std::string_view text);

/// The words made by a normalizer and a pre-tokenizer (JSON, "null" for none), in the form of shown().
std::string shownWords(const std::string& normalizer, const std::string& preTokenizer, std::string_view text);

} // namespace headlight::test
