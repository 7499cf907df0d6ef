#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

/// How a byte-level tokenizer cuts a text into words. Each expression is applied to the pieces that the one
/// before left; matches and what lies between them both become pieces.
struct WordRule
{
    std::vector<std::string_view> expressions; ///< in Oniguruma's dialect
    bool ignoresMerges = false; ///< a word that is a piece is taken whole
    bool addsBegin = false; ///< puts the begin token before a text, unless the file says otherwise
};

/// Of tokenizer.ggml.pre; nothing for a name that is not known.
std::optional<WordRule> wordRule(std::string_view name);
/// In alphabetical order.
std::vector<std::string_view> wordRuleNames();

} // namespace headlight
