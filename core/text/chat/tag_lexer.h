#pragma once

#include "core/text/chat/lexer.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight::chat {

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
    std::size_t run(bool block);

private:
    bool atEnd(std::string_view closing) const;
    void word();
    void number();
    void literal();
    void escape(std::string& text);
    char32_t codePoint(std::size_t digits);
    void sign();
    void add(Lexeme::Kind kind, std::string text);

    const std::string& m_source;
    std::size_t m_at;
    int m_line;
    std::vector<Lexeme>& m_words;
    std::string m_open; ///< open brackets
};

} // namespace headlight::chat
