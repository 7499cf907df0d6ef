#include "core/text/chat/lexer.h"

#include "core/text/chat/tag_lexer.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace headlight::chat {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kWhite = " \t\n\r\v\f";

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
            else if (const std::size_t raw = rawBegin(); raw != std::string::npos)
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
        std::string_view text = std::string_view(m_source).substr(m_at, end - m_at);
        if (tag != std::string::npos) {
            const char sign = signAt(tag + 2);
            if (sign == '-') {
                const std::size_t last = text.find_last_not_of(kWhite);
                text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
            } else if (sign != '+' && m_source[tag + 1] != '{') {
                text = withoutIndent(text);
            }
        }
        add(std::string(text));
        advance(end);
    }

    /// Without the blanks at the start of the last line, if it contains nothing else.
    std::string_view withoutIndent(std::string_view text) const
    {
        const std::size_t line = text.rfind('\n') + 1; // npos + 1 = 0
        if ((line > 0 || m_lineBegins) && text.find_first_not_of(kBlanks, line) == std::string_view::npos)
            return text.substr(0, line);
        return text;
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
            to = std::min(m_source.find_first_not_of(kWhite, to), m_source.size());
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

    /// End of the tag {% raw %} at the cursor; npos if it is a different one.
    std::size_t rawBegin() const { return wordTagEnd(m_at, "raw"); }

    /// End of a tag at `at` that consists of this word only (after its %}); npos if it is a different one.
    std::size_t wordTagEnd(std::size_t at, std::string_view word) const
    {
        if (signAt(at + 1) != '%')
            return std::string::npos;
        at += 2;
        if (signAt(at) == '-' || signAt(at) == '+')
            ++at;
        at = m_source.find_first_not_of(kWhite, at);
        if (at == std::string::npos || m_source.compare(at, word.size(), word) != 0)
            return std::string::npos;
        at = m_source.find_first_not_of(kWhite, at + word.size());
        if (at != std::string::npos && (m_source[at] == '-' || m_source[at] == '+'))
            ++at;
        return at != std::string::npos && m_source.compare(at, 2, "%}") == 0 ? at : std::string::npos;
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
