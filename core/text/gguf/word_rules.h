#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

/// How a byte-level tokenizer cuts a text into words. Each expression is applied to the pieces left by the
/// previous one; both matches and the text between them become pieces.
struct WordRule
{
    std::vector<std::string_view> expressions; ///< in Oniguruma's dialect
    bool ignoresMerges = false; ///< a word that is itself a piece is not cut
    bool addsBegin = false; ///< puts the begin token before a text unless the file says otherwise
};

/// The rule for a value of tokenizer.ggml.pre; empty for unknown names.
std::optional<WordRule> wordRule(std::string_view name);
/// All names, in alphabetical order.
std::vector<std::string_view> wordRuleNames();

} // namespace headlight
