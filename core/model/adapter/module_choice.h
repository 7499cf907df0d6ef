#pragma once

#include "core/base/result.h"
#include "core/text/steps/pattern.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// An expression that names modules of a model ("model.layers.0.self_attn.q_proj") as adapter_config.json
/// does. Names of letters, digits, _ and . are compared without an expression; there . is any character.
class ModuleExpression
{
public:
    enum class Match : unsigned char {
        kWhole, ///< the whole name
        kEnd, ///< the whole name, or what follows one of its dots
    };
    static Result<ModuleExpression> make(std::string text, Match match);

    const std::string& text() const { return m_text; }
    /// An expression that needs too many steps is an error.
    Result<bool> matches(std::string_view module) const;

private:
    std::string m_text;
    Match m_match = Match::kWhole;
    std::optional<Pattern> m_pattern; ///< none: a plain name
};

/// Modules as target_modules and exclude_modules choose them: a list of names that a module's name is or ends
/// with (after a dot), or an expression for the whole name.
struct ModuleChoice
{
    std::vector<std::string> ends;
    std::optional<ModuleExpression> expression;

    bool empty() const { return ends.empty() && !expression; }
    Result<bool> matches(std::string_view module) const;
};

/// Whether `module` is `end`, or ends with "." and it.
bool endsWithPart(std::string_view module, std::string_view end);

} // namespace headlight
