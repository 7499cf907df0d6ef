#pragma once

#include "core/text/chat/expression_parser.h"
#include "core/text/chat/syntax.h"
#include "core/text/chat/word_stream.h"

#include <initializer_list>
#include <string_view>

namespace headlight::chat {

/// Reads a whole template. Throws TemplateFault, which names unsupported constructs.
class StatementParser
{
public:
    explicit StatementParser(WordStream& words)
        : m_words(words)
        , m_expressions(words)
    { }
    Block run();

private:
    /// Reads up to a block that begins with one of these names, which is then the current word. `opener`
    /// began this block.
    Block until(std::initializer_list<std::string_view> ends, const Lexeme& opener);
    bool atBlock(std::initializer_list<std::string_view> names) const;
    Statement output();
    Statement block();
    Statement conditional();
    Statement loop();
    Statement assignment();
    Statement macro();
    Statement call();
    Statement filterBlock();
    Statement with();
    Statement generation();
    /// Reads "(a, b=1)" and the body, up to a block of that name.
    void parameters(Statement& made);
    void body(Statement& made, std::string_view end, const Lexeme& opener);
    Statement jump(Statement::Kind kind);
    std::vector<std::string> targets();
    void endTag();

    WordStream& m_words;
    ExpressionParser m_expressions;
    int m_loops = 0; ///< number of loops around the current word
};

} // namespace headlight::chat
