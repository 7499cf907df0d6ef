#pragma once

#include "core/text/chat/lexer.h"

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
    int depthLimit() const { return m_depthLimit; }

    bool is(Lexeme::Kind kind) const { return current().kind == kind; }
    bool isSign(std::string_view sign) const { return is(Lexeme::Kind::kSign) && current().text == sign; }
    bool isName(std::string_view name) const { return is(Lexeme::Kind::kName) && current().text == name; }
    bool skipSign(std::string_view sign)
    {
        const bool there = isSign(sign);
        if (there)
            take();
        return there;
    }
    bool skipName(std::string_view name)
    {
        const bool there = isName(name);
        if (there)
            take();
        return there;
    }

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

    /// Counts a level of nesting during its lifetime.
    class Level
    {
    public:
        explicit Level(WordStream& words)
            : m_words(words)
        {
            if (++m_words.m_depth > m_words.m_depthLimit)
                m_words.fail("nested deeper than " + std::to_string(m_words.m_depthLimit) + " levels");
        }
        ~Level() { --m_words.m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        Level(Level&&) = delete;
        Level& operator=(Level&&) = delete;

    private:
        WordStream& m_words;
    };

private:
    std::vector<Lexeme> m_words; ///< the last is kEnd
    std::size_t m_at = 0;
    int m_depthLimit;
    int m_depth = 0;
};

} // namespace headlight::chat
