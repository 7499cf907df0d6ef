#include "core/model/adapter/module_choice.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace headlight {

namespace {

bool isPlainModuleName(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    });
}

/// The same length, and the same characters except for dots in the expression.
bool matchesPlainly(std::string_view expression, std::string_view text)
{
    return expression.size() == text.size()
        && std::equal(expression.begin(), expression.end(), text.begin(),
                      [](char wanted, char found) { return wanted == '.' || wanted == found; });
}

std::u32string widened(std::string_view text)
{
    std::u32string wide;
    for (const char c : text) // tensor names are ASCII in all checkpoints; other bytes match nothing
        wide.push_back(static_cast<unsigned char>(c));
    return wide;
}

} // namespace

bool endsWithPart(std::string_view module, std::string_view end)
{
    return module == end
        || (module.size() > end.size() && module.ends_with(end)
            && module[module.size() - end.size() - 1] == '.');
}

Result<ModuleExpression> ModuleExpression::make(std::string text, Match match)
{
    ModuleExpression made;
    made.m_match = match;
    if (!isPlainModuleName(text)) {
        const std::string begin = match == Match::kEnd ? "\\A(?:.*\\.)?(?:" : "\\A(?:";
        RETURN_IF_ERROR(Pattern::regex(text)); // an error speaks of the expression as it was written
        ASSIGN_OR_RETURN(made.m_pattern, Pattern::regex(begin + text + ")\\z"));
    }
    made.m_text = std::move(text);
    return made;
}

Result<bool> ModuleExpression::matches(std::string_view module) const
{
    if (m_pattern) {
        const std::u32string wide = widened(module);
        std::vector<Span> found;
        Pattern::Search search(*m_pattern, wide.size());
        RETURN_IF_ERROR(search.findAll(wide, found));
        return !found.empty();
    }
    if (matchesPlainly(m_text, module))
        return true;
    return m_match == Match::kEnd && module.size() > m_text.size()
        && module[module.size() - m_text.size() - 1] == '.'
        && matchesPlainly(m_text, module.substr(module.size() - m_text.size()));
}

Result<bool> ModuleChoice::matches(std::string_view module) const
{
    if (expression)
        return expression->matches(module);
    return std::any_of(ends.begin(), ends.end(),
                       [&](const std::string& end) { return endsWithPart(module, end); });
}

} // namespace headlight
