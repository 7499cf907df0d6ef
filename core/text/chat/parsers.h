#pragma once

#include "core/text/chat/lexer.h"
#include "core/text/chat/syntax.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

/// The words of a template in order, and the depth of the parser.
class WordStream
{
public:
    WordStream(std::vector<Lexeme> words, int depthLimit)
        : m_words(std::move(words))
        , m_depthLimit(depthLimit)
    { }

    const Lexeme& current() const { return m_words[m_at]; }
    const Lexeme& next() const { return m_words[m_at + 1 < m_words.size() ? m_at + 1 : m_at]; }
    Lexeme take() { return m_words[m_at + 1 < m_words.size() ? m_at++ : m_at]; }
    int line() const { return current().line; }
    /// The number of the current word.
    std::size_t place() const { return m_at; }
    /// Whether the name occurs between that word and the current one.
    bool mentions(std::string_view name, std::size_t from) const
    {
        return std::any_of(m_words.begin() + static_cast<std::ptrdiff_t>(from),
                           m_words.begin() + static_cast<std::ptrdiff_t>(m_at), [&](const Lexeme& word) {
                               return word.kind == Lexeme::Kind::kName && word.text == name;
                           });
    }
    int depthLimit() const { return m_depthLimit; }

    bool is(Lexeme::Kind kind) const { return current().kind == kind; }
    bool isSign(std::string_view sign) const { return is(Lexeme::Kind::kSign) && current().text == sign; }
    bool isName(std::string_view name) const { return is(Lexeme::Kind::kName) && current().text == name; }
    bool skipSign(std::string_view sign) { return skipIf(isSign(sign)); }
    bool skipName(std::string_view name) { return skipIf(isName(name)); }

    [[noreturn]] void fail(const std::string& message) const { throw TemplateFault(line(), message); }
    [[noreturn]] void expected(const std::string& what) const
    {
        const bool end = is(Lexeme::Kind::kEnd);
        fail("found " + (end ? current().text : "\"" + current().text.substr(0, 40) + "\"") + ", expected "
             + what);
    }
    void expectSign(std::string_view sign)
    {
        if (!skipSign(sign))
            expected("\"" + std::string(sign) + "\"");
    }
    void expect(Lexeme::Kind kind, const std::string& what)
    {
        if (!is(kind))
            expected(what);
        take();
    }
    std::string name(const std::string& what)
    {
        if (!is(Lexeme::Kind::kName))
            expected(what);
        return take().text;
    }

    /// Reads what stands between commas, up to the closing sign.
    void list(std::string_view closing, const std::function<void()>& one)
    {
        while (!isSign(closing)) {
            one();
            if (!skipSign(","))
                break;
        }
        expectSign(closing);
    }

    Nesting deeper()
    {
        if (m_depth >= m_depthLimit)
            fail(concat("nested deeper than ", m_depthLimit, " levels"));
        return Nesting(m_depth);
    }

private:
    bool skipIf(bool there)
    {
        if (there)
            take();
        return there;
    }

    std::vector<Lexeme> m_words; ///< the last is kEnd
    std::size_t m_at = 0;
    int m_depthLimit;
    int m_depth = 0;
};

// All of these throw TemplateFault, which names what is not supported. Jinja's precedence: "if … else", or,
// and, not, comparisons, + and -, ~, * / // %, **, sign, then calls, subscripts, filters and tests.

/// One value.
ExpressionPointer parseExpression(WordStream& words);
/// Values separated by commas form a tuple. Without `conditional`, an "if" ends it (the list of a loop).
ExpressionPointer parseTuple(WordStream& words, bool conditional = true);
/// The filters of a block: "trim | upper".
ExpressionPointer parseBlockFilters(WordStream& words);
/// A whole template.
Block parseTemplate(WordStream& words);

} // namespace headlight::chat
