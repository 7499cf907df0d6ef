#pragma once

#include "core/text/chat/syntax.h"
#include "core/text/chat/word_stream.h"

#include <string>

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

private:
    ExpressionPointer either();
    ExpressionPointer both();
    ExpressionPointer negation();
    ExpressionPointer comparison();
    ExpressionPointer sum();
    ExpressionPointer joined();
    ExpressionPointer product();
    ExpressionPointer power();
    ExpressionPointer signedValue(bool filters);
    ExpressionPointer primary();
    ExpressionPointer name();
    ExpressionPointer list();
    ExpressionPointer map();
    ExpressionPointer postfix(ExpressionPointer value);
    ExpressionPointer attribute(ExpressionPointer value);
    ExpressionPointer subscript(ExpressionPointer value);
    ExpressionPointer filters(ExpressionPointer value);
    ExpressionPointer test(ExpressionPointer value);
    void arguments(Expression& call);
    bool testHasArgument() const;

    ExpressionPointer make(Expression::Kind kind, std::string name = {}) const;
    void addPart(Expression& whole, ExpressionPointer part) const;
    ExpressionPointer binary(Expression::Kind kind, const std::string& sign, ExpressionPointer left,
                             ExpressionPointer right) const;

    WordStream& m_words;
};

} // namespace headlight::chat
