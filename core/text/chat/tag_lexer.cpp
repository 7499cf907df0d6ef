#include "core/text/chat/tag_lexer.h"

#include "core/text/unicode.h"

#include <array>
#include <charconv>

namespace headlight::chat {
namespace {

// The locale's own isalpha would make a template's meaning depend on the machine.
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isTagSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f';
}
bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

} // namespace

std::size_t TagLexer::run(bool block)
{
    const int begin = m_line;
    add(block ? Lexeme::Kind::kBlockBegin : Lexeme::Kind::kOutputBegin, block ? "{%" : "{{");
    m_at += 2;
    if (m_at < m_source.size() && (m_source[m_at] == '-' || m_source[m_at] == '+'))
        ++m_at;
    const std::string_view closing = block ? "%}" : "}}";
    while (m_at < m_source.size()) {
        const char c = m_source[m_at];
        if (m_open.empty() && atEnd(closing)) {
            add(block ? Lexeme::Kind::kBlockEnd : Lexeme::Kind::kOutputEnd, std::string(closing));
            return m_source[m_at] == closing[0] ? m_at : m_at + 1;
        }
        if (c == '\n')
            ++m_line;
        if (isTagSpace(c))
            ++m_at;
        else if (isNameStart(c))
            word();
        else if (isDigit(c))
            number();
        else if (c == '"' || c == '\'')
            literal();
        else
            sign();
    }
    throw TemplateFault(begin, "the tag is not closed, expected " + std::string(closing));
}

/// "-%}" and "+%}" also end a tag.
bool TagLexer::atEnd(std::string_view closing) const
{
    const char c = m_source[m_at];
    const std::size_t at = m_at + (c == '-' || c == '+' ? 1 : 0);
    return m_source.compare(at, 2, closing) == 0;
}

void TagLexer::add(Lexeme::Kind kind, std::string text)
{
    m_words.push_back({kind, std::move(text), m_line});
}

void TagLexer::word()
{
    const std::size_t begin = m_at;
    while (m_at < m_source.size() && (isNameStart(m_source[m_at]) || isDigit(m_source[m_at])))
        ++m_at;
    add(Lexeme::Kind::kName, m_source.substr(begin, m_at - begin));
}

void TagLexer::number()
{
    std::string digits;
    bool real = false;
    const auto take = [&] {
        for (; m_at < m_source.size() && (isDigit(m_source[m_at]) || m_source[m_at] == '_'); ++m_at)
            if (m_source[m_at] != '_')
                digits += m_source[m_at];
    };
    take();
    if (m_at + 1 < m_source.size() && m_source[m_at] == '.' && isDigit(m_source[m_at + 1])) {
        real = true;
        digits += m_source[m_at++];
        take();
    }
    const std::size_t sign
        = m_at + 1 < m_source.size() && (m_source[m_at + 1] == '-' || m_source[m_at + 1] == '+') ? 1 : 0;
    const std::size_t power = m_at + 1 + sign;
    if (power < m_source.size() && (m_source[m_at] == 'e' || m_source[m_at] == 'E')
        && isDigit(m_source[power])) {
        real = true;
        digits += m_source.substr(m_at, power - m_at);
        m_at = power;
        take();
    }
    add(real ? Lexeme::Kind::kReal : Lexeme::Kind::kInteger, digits);
    Lexeme& made = m_words.back();
    const char* end = digits.data() + digits.size();
    const auto done = real ? std::from_chars(digits.data(), end, made.real)
                           : std::from_chars(digits.data(), end, made.integer);
    if (done.ec != std::errc())
        throw TemplateFault(m_line, "the number " + digits.substr(0, 40) + " is too large");
}

void TagLexer::literal()
{
    const char mark = m_source[m_at++];
    const int begin = m_line;
    std::string text;
    while (m_at < m_source.size() && m_source[m_at] != mark) {
        const char c = m_source[m_at++];
        if (c == '\n')
            ++m_line;
        if (c == '\\' && m_at < m_source.size())
            escape(text);
        else
            text += c;
    }
    if (m_at >= m_source.size())
        throw TemplateFault(begin, "the text is not closed, expected " + std::string(1, mark));
    ++m_at;
    add(Lexeme::Kind::kText, std::move(text));
    m_words.back().line = begin;
}

/// Python's escapes; a backslash before any other character is kept.
void TagLexer::escape(std::string& text)
{
    constexpr std::string_view kNames = "nrtabfv\\'\"";
    constexpr std::string_view kMeant = "\n\r\t\a\b\f\v\\'\"";
    const char c = m_source[m_at];
    if (const std::size_t known = kNames.find(c); known != std::string_view::npos) {
        text += kMeant[known];
        ++m_at;
    } else if (c == 'x' || c == 'u' || c == 'U') {
        ++m_at;
        appendUtf8(text, codePoint(c == 'x' ? 2 : (c == 'u' ? 4 : 8)));
    } else if (c == '\n') {
        ++m_line;
        ++m_at;
    } else if (isDigit(c)) {
        throw TemplateFault(m_line, "an octal number in a text is not supported");
    } else {
        text += '\\';
    }
}

char32_t TagLexer::codePoint(std::size_t digits)
{
    std::uint32_t code = 0;
    std::size_t read = 0;
    for (; read < digits && m_at < m_source.size() && isHex(m_source[m_at]); ++read) {
        const char c = m_source[m_at++];
        code = code * 16 + static_cast<std::uint32_t>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    if (read < digits || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        throw TemplateFault(m_line, "a text has an escape that is not a character");
    return code;
}

void TagLexer::sign()
{
    constexpr std::array<std::string_view, 6> kPairs{"==", "!=", "<=", ">=", "//", "**"};
    constexpr std::string_view kSingle = "+-*/%~<>=.,:|()[]{}";
    for (const std::string_view pair : kPairs) {
        if (m_source.compare(m_at, 2, pair) == 0) {
            add(Lexeme::Kind::kSign, std::string(pair));
            m_at += 2;
            return;
        }
    }
    const char c = m_source[m_at];
    if (kSingle.find(c) == std::string_view::npos)
        throw TemplateFault(m_line,
                            "found the character \""
                                + encodeUtf8(std::u32string(1, readUtf8(m_source, m_at).c))
                                + "\", expected an expression");
    if (c == '(' || c == '[' || c == '{') {
        m_open += c == '(' ? ')' : (c == '[' ? ']' : '}');
    } else if (c == ')' || c == ']' || c == '}') {
        if (m_open.empty() || m_open.back() != c)
            throw TemplateFault(m_line,
                                "found \"" + std::string(1, c) + "\", expected "
                                    + (m_open.empty() ? std::string("no closing bracket")
                                                      : "\"" + std::string(1, m_open.back()) + "\""));
        m_open.pop_back();
    }
    add(Lexeme::Kind::kSign, std::string(1, c));
    ++m_at;
}

} // namespace headlight::chat
