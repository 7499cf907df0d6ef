#include "core/text/chat/lexer.h"

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <algorithm>
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
/// The place behind the white space at `at`.
std::size_t behindSpace(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        const Utf8Step step = readUtf8(text, at);
        if (!isPythonSpace(step.c))
            break;
        at += step.length;
    }
    return at;
}

/// Cuts the inside of one tag ({{ }} or {% %}) into words.
class TagLexer
{
public:
    /// The tag begins at `at`, on that line. Source and words must outlive this.
    TagLexer(const std::string& source, std::size_t at, int line, std::vector<Lexeme>& words)
        : m_source(source)
        , m_at(at)
        , m_line(line)
        , m_words(words)
    { }

    /// Returns the start of the closing pair. Throws TemplateFault.
    std::size_t run(bool block)
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
            if (const std::size_t next = behindSpace(m_source, m_at); next > m_at) {
                m_line += static_cast<int>(std::count(m_source.begin() + static_cast<std::ptrdiff_t>(m_at),
                                                      m_source.begin() + static_cast<std::ptrdiff_t>(next),
                                                      '\n'));
                m_at = next;
            } else if (isNameStart(c))
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

private:
    /// "-%}" and "+%}" also end a tag.
    bool atEnd(std::string_view closing) const
    {
        const char c = m_source[m_at];
        const std::size_t at = m_at + (c == '-' || c == '+' ? 1 : 0);
        return m_source.compare(at, 2, closing) == 0;
    }

    void word()
    {
        const std::size_t begin = m_at;
        while (m_at < m_source.size() && (isNameStart(m_source[m_at]) || isDigit(m_source[m_at])))
            ++m_at;
        add(Lexeme::Kind::kName, m_source.substr(begin, m_at - begin));
    }

    void number()
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

    void literal()
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
    void escape(std::string& text)
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

    char32_t codePoint(std::size_t digits)
    {
        std::uint32_t code = 0;
        const std::string_view hex = std::string_view(m_source).substr(m_at, digits);
        m_at += digits;
        if (hex.size() < digits || std::from_chars(hex.begin(), hex.end(), code, 16).ptr != hex.end()
            || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
            throw TemplateFault(m_line, "a text has an escape that is not a character");
        return code;
    }

    void sign()
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

    void add(Lexeme::Kind kind, std::string text) { m_words.push_back({kind, std::move(text), m_line}); }

    const std::string& m_source;
    std::size_t m_at;
    int m_line;
    std::vector<Lexeme>& m_words;
    std::string m_open; ///< open brackets
};

class TemplateLexer
{
public:
    explicit TemplateLexer(std::string source)
        : m_source(std::move(source))
    { }

    std::vector<Lexeme> run()
    {
        while (m_at < m_source.size()) {
            const std::size_t tag = nextTag();
            data(tag);
            if (tag == std::string::npos)
                break;
            if (m_source[tag + 1] == '#')
                comment();
            else if (const std::size_t raw = wordTagEnd(m_at, "raw"); raw != std::string::npos)
                rawText(raw);
            else
                readTag();
        }
        m_words.push_back({Lexeme::Kind::kEnd, "the template's end", m_line});
        return std::move(m_words);
    }

private:
    std::size_t nextTag() const
    {
        for (std::size_t at = m_source.find('{', m_at); at != std::string::npos;
             at = m_source.find('{', at + 1))
            if (at + 1 < m_source.size()
                && std::string_view("{%#").find(m_source[at + 1]) != std::string_view::npos)
                return at;
        return std::string::npos;
    }

    char signAt(std::size_t at) const { return at < m_source.size() ? m_source[at] : '\0'; }

    /// Emits the text up to the tag, without the white space that the tag removes.
    void data(std::size_t tag)
    {
        const std::size_t end = std::min(tag, m_source.size());
        std::string text = m_source.substr(m_at, end - m_at);
        if (tag != std::string::npos) {
            const char sign = signAt(tag + 2);
            if (sign == '-')
                text = stripped(text, {}, false, true);
            else if (sign != '+' && m_source[tag + 1] != '{')
                text.resize(withoutIndent(text));
        }
        add(std::move(text));
        advance(end);
    }

    /// The size without the white space of the last line, if it contains nothing else.
    std::size_t withoutIndent(std::string_view text) const
    {
        const std::size_t line = text.rfind('\n') + 1; // npos + 1 = 0
        return (line > 0 || m_lineBegins) && behindSpace(text, line) == text.size() ? line : text.size();
    }

    void add(std::string text)
    {
        if (!text.empty())
            m_words.push_back({Lexeme::Kind::kData, std::move(text), m_line});
    }

    void advance(std::size_t to)
    {
        const auto begin = m_source.begin();
        m_line += static_cast<int>(std::count(begin + static_cast<std::ptrdiff_t>(m_at),
                                              begin + static_cast<std::ptrdiff_t>(to), '\n'));
        if (to > m_at)
            m_lineBegins = m_source[to - 1] == '\n';
        m_at = to;
    }

    /// Handles the end of a tag; `at` is the start of the closing pair.
    void close(std::size_t at, bool block)
    {
        const char sign = at > 0 ? m_source[at - 1] : '\0';
        std::size_t to = at + 2;
        if (sign == '-')
            to = behindSpace(m_source, to);
        else if (block && sign != '+' && signAt(to) == '\n')
            ++to;
        advance(to);
    }

    void comment()
    {
        const std::size_t end = m_source.find("#}", m_at + 2);
        if (end == std::string::npos)
            throw TemplateFault(m_line, "the comment is not closed, expected #}");
        close(end, true);
    }

    /// End of a tag at `at` that consists of this word only (after its %}); npos if it is a different one.
    std::size_t wordTagEnd(std::size_t at, std::string_view word) const
    {
        if (signAt(at + 1) != '%')
            return std::string::npos;
        at += 2;
        if (signAt(at) == '-' || signAt(at) == '+')
            ++at;
        at = behindSpace(m_source, at);
        if (at > m_source.size() || m_source.compare(at, word.size(), word) != 0)
            return std::string::npos;
        at = behindSpace(m_source, at + word.size());
        if (signAt(at) == '-' || signAt(at) == '+')
            ++at;
        return at < m_source.size() && m_source.compare(at, 2, "%}") == 0 ? at : std::string::npos;
    }

    void rawText(std::size_t tagEnd)
    {
        const int line = m_line;
        close(tagEnd, true);
        for (std::size_t at = m_source.find("{%", m_at); at != std::string::npos;
             at = m_source.find("{%", at + 2)) {
            if (const std::size_t end = wordTagEnd(at, "endraw"); end != std::string::npos) {
                data(at);
                close(end, true);
                return;
            }
        }
        throw TemplateFault(line, "\"raw\" is not closed, expected endraw");
    }

    void readTag()
    {
        const bool block = m_source[m_at + 1] == '%';
        TagLexer tag(m_source, m_at, m_line, m_words);
        const std::size_t end = tag.run(block);
        close(end, block);
    }

    std::string m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_lineBegins = true;
    std::vector<Lexeme> m_words;
};

} // namespace

std::vector<Lexeme> cutTemplate(std::string_view source)
{
    std::string text = replaceAll(replaceAll(replaceInvalidUtf8(source), "\r\n", "\n"), "\r", "\n");
    if (text.ends_with('\n'))
        text.pop_back();
    return TemplateLexer(std::move(text)).run();
}

} // namespace headlight::chat
