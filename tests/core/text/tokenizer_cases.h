#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight::testing {

/// How a folder of reference cases compares with what the tokenizer of that folder answers.
struct CaseReport
{
    int checked = 0;
    int failed = 0;
    std::string first; ///< the first case that differs, in words
};

/// Runs cases.jsonl (encode and decode both ways) of `cases` with the tokenizer in `model`.
CaseReport runEncodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);
/// Runs decode.jsonl.
CaseReport runDecodeCases(const std::filesystem::path& model, const std::filesystem::path& cases);

/// The shared folder of reference cases, absent where the checkout stands alone.
std::optional<std::filesystem::path> sharedTokenizers();

} // namespace headlight::testing
