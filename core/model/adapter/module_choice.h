#pragma once

#include "core/base/result.h"
#include "core/text/steps/pattern.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// An expression for names of modules ("model.layers.0.self_attn.q_proj"), as used in adapter_config.json. If
/// it consists only of letters, digits, _ and ., it is compared without a regular-expression engine; . then
/// matches any character.
class ModuleExpression
{
public:
    enum class Match : unsigned char {
        kWhole, ///< the whole name
        kEnd, ///< the whole name, or the part after one of its dots
    };
    static Result<ModuleExpression> make(std::string text, Match match);

    const std::string& text() const { return m_text; }
    /// Returns an error if matching takes too many steps.
    Result<bool> matches(std::string_view module) const;

private:
    std::string m_text;
    Match m_match = Match::kWhole;
    std::optional<Pattern> m_pattern; ///< empty = a plain name
};

/// Modules selected by target_modules or exclude_modules: a list of names that a module's name equals or ends
/// with (after a dot), or an expression for the whole name.
struct ModuleChoice
{
    std::vector<std::string> ends;
    std::optional<ModuleExpression> expression;

    bool empty() const { return ends.empty() && !expression; }
    Result<bool> matches(std::string_view module) const;
};

/// Whether `module` is `end`, or ends with "." followed by it.
bool endsWithPart(std::string_view module, std::string_view end);

} // namespace headlight
