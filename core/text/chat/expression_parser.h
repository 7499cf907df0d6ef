#pragma once

#include "core/text/chat/syntax.h"
#include "core/text/chat/word_stream.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace headlight::chat {

/// Reads expressions, with Jinja's precedence: "if … else", or, and, not, comparisons, + and -, ~, * / // %,
/// **, sign, then calls, subscripts, filters and tests. Throws TemplateFault.
class ExpressionParser
{
public:
    explicit ExpressionParser(WordStream& words)
        : m_words(words)
    { }

    /// One value.
    ExpressionPointer expression();
    /// Values separated by commas form a tuple. Without `conditional`, an "if" ends it (the list of a loop).
    ExpressionPointer tuple(bool conditional = true);
    /// The filters of a block: "trim | upper".
    ExpressionPointer blockFilters();

private:
    using Kind = Expression::Kind;
    using Part = ExpressionPointer (ExpressionParser::*)();
    /// Parts joined by any of these operators, from left to right.
    ExpressionPointer chain(Kind kind, std::initializer_list<std::string_view> operators, Part part);
    ExpressionPointer either() { return chain(Kind::kOr, {"or"}, &ExpressionParser::both); }
    ExpressionPointer both() { return chain(Kind::kAnd, {"and"}, &ExpressionParser::negation); }
    ExpressionPointer negation();
    ExpressionPointer comparison();
    ExpressionPointer sum() { return chain(Kind::kBinary, {"+", "-"}, &ExpressionParser::joined); }
    ExpressionPointer joined() { return chain(Kind::kBinary, {"~"}, &ExpressionParser::product); }
    ExpressionPointer product()
    {
        return chain(Kind::kBinary, {"*", "/", "//", "%"}, &ExpressionParser::power);
    }
    ExpressionPointer power() { return chain(Kind::kBinary, {"**"}, &ExpressionParser::operand); }
    ExpressionPointer operand() { return filters(signedValue()); }
    ExpressionPointer signedValue();
    ExpressionPointer primary();
    ExpressionPointer name();
    ExpressionPointer list();
    ExpressionPointer map();
    ExpressionPointer postfix(ExpressionPointer value);
    ExpressionPointer attribute(ExpressionPointer value);
    ExpressionPointer subscript(ExpressionPointer value);
    ExpressionPointer filters(ExpressionPointer value);
    ExpressionPointer filter(ExpressionPointer value);
    ExpressionPointer test(ExpressionPointer value);
    void arguments(Expression& call);
    bool testHasArgument() const;

    ExpressionPointer make(Kind kind, std::string name = {}) const;
    void addPart(Expression& whole, ExpressionPointer part) const;
    ExpressionPointer binary(Kind kind, const std::string& sign, ExpressionPointer left,
                             ExpressionPointer right) const;

    WordStream& m_words;
};

} // namespace headlight::chat
