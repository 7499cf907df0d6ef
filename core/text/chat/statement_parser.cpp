#include "core/text/chat/parsers.h"

#include <algorithm>
#include <array>

namespace headlight::chat {
namespace {

using StatementKind = Statement::Kind;
using WordKind = Lexeme::Kind;

Statement begun(StatementKind kind, int line)
{
    Statement made;
    made.kind = kind;
    made.line = line;
    return made;
}

/// Reads a whole template. Throws TemplateFault, which names unsupported constructs.
class StatementParser
{
public:
    explicit StatementParser(WordStream& words)
        : m_words(words)
    { }

    Block run() { return until({}, m_words.current()); }

private:
    /// Reads up to a block of one of these names, which is then the current word; `opener` began this block.
    Block until(std::initializer_list<std::string_view> ends, const Lexeme& opener)
    {
        const Nesting level = m_words.deeper();
        Block all;
        while (!m_words.is(WordKind::kEnd)) {
            if (m_words.is(WordKind::kData)) {
                all.push_back(begun(StatementKind::kData, m_words.line()));
                all.back().text = m_words.take().text;
            } else if (m_words.is(WordKind::kOutputBegin)) {
                all.push_back(output());
            } else if (atBlock(ends)) {
                m_words.take();
                return all;
            } else {
                all.push_back(block());
            }
        }
        if (ends.size() > 0)
            throw TemplateFault(opener.line,
                                "\"" + opener.text + "\" is not closed, expected "
                                    + std::string(*(ends.end() - 1)));
        return all;
    }

    bool atBlock(std::initializer_list<std::string_view> names) const
    {
        return m_words.is(WordKind::kBlockBegin) && m_words.next().kind == WordKind::kName
            && std::ranges::find(names, m_words.next().text) != names.end();
    }

    Statement output()
    {
        Statement made = begun(StatementKind::kOutput, m_words.line());
        m_words.take();
        made.expressions.push_back(parseTuple(m_words));
        m_words.expect(WordKind::kOutputEnd, "\"}}\"");
        return made;
    }

    /// Reads what follows the name of a block, which is `opener`.
    using Reader = Statement (StatementParser::*)(Statement made, const Lexeme& opener);
    struct BlockName
    {
        std::string_view name;
        StatementKind kind;
        Reader read;
    };
    static const std::array<BlockName, 11> kBlocks;

    Statement block()
    {
        m_words.expect(WordKind::kBlockBegin, "\"{%\"");
        for (const auto& [name, kind, read] : kBlocks)
            if (m_words.isName(name)) {
                const Lexeme opener = m_words.take();
                return (this->*read)(begun(kind, opener.line), opener);
            }
        if (!m_words.is(WordKind::kName))
            m_words.expected("the name of a block");
        const std::string& name = m_words.current().text;
        if (name.starts_with("end") || name == "else" || name == "elif")
            m_words.fail("found \"" + name + "\", which closes no open block");
        m_words.fail("the block \"" + name.substr(0, 40) + "\" is not supported");
    }

    Statement conditional(Statement made, const Lexeme& opener)
    {
        for (;;) {
            made.expressions.push_back(parseTuple(m_words));
            endTag();
            made.blocks.push_back(until({"elif", "else", "endif"}, opener));
            if (!m_words.skipName("elif"))
                break;
        }
        return withElse(std::move(made), "endif", opener);
    }

    Statement loop(Statement made, const Lexeme& opener)
    {
        made.names = targets();
        if (!m_words.skipName("in"))
            m_words.expected("\"in\"");
        made.expressions.push_back(parseTuple(m_words, false));
        if (m_words.skipName("if"))
            made.expressions.push_back(parseExpression(m_words));
        made.recursive = m_words.skipName("recursive");
        endTag();
        ++m_loops;
        made.blocks.push_back(until({"else", "endfor"}, opener));
        --m_loops;
        return withElse(std::move(made), "endfor", opener);
    }

    Statement assignment(Statement made, const Lexeme& opener)
    {
        made.names = targets();
        if (made.names.size() == 1 && m_words.skipSign(".")) {
            made.kind = StatementKind::kSetAttribute;
            made.text = m_words.name("a name after the dot");
        }
        if (m_words.skipSign("=")) {
            made.expressions.push_back(parseTuple(m_words));
            endTag();
            return made;
        }
        if (made.kind != StatementKind::kSet || made.names.size() != 1)
            m_words.expected("\"=\"");
        made.kind = StatementKind::kSetBlock;
        if (m_words.skipSign("|"))
            made.expressions.push_back(parseBlockFilters(m_words));
        return closed(std::move(made), "endset", opener);
    }

    Statement macro(Statement made, const Lexeme& opener)
    {
        made.text = m_words.name("the name of the macro");
        parameters(made);
        body(made, "endmacro", opener);
        if (m_words.is(WordKind::kName))
            m_words.take(); // the macro's name again
        endTag();
        return made;
    }

    Statement call(Statement made, const Lexeme& opener)
    {
        Statement caller = begun(StatementKind::kMacro, opener.line);
        caller.text = "caller";
        if (m_words.isSign("("))
            parameters(caller);
        made.expressions.push_back(parseExpression(m_words));
        if (made.expressions[0]->kind != Expression::Kind::kCall)
            m_words.fail("found no call after \"call\", expected a macro and its arguments");
        body(caller, "endcall", opener);
        endTag();
        made.blocks.emplace_back();
        made.blocks[0].push_back(std::move(caller));
        return made;
    }

    Statement filterBlock(Statement made, const Lexeme& opener)
    {
        made.expressions.push_back(parseBlockFilters(m_words));
        body(made, "endfilter", opener);
        endTag();
        return made;
    }

    Statement with(Statement made, const Lexeme& opener)
    {
        while (!m_words.is(WordKind::kBlockEnd)) {
            if (!made.names.empty() && !m_words.skipSign(","))
                m_words.expected("\",\"");
            made.names.push_back(m_words.name("the name of a variable"));
            m_words.expectSign("=");
            made.expressions.push_back(parseExpression(m_words));
        }
        return closed(std::move(made), "endwith", opener);
    }

    /// What a template that extends this one could replace: nothing does.
    Statement namedBlock(Statement made, const Lexeme& opener)
    {
        const std::string name = m_words.name("the name of the block");
        endTag();
        made.blocks.push_back(until({"endblock"}, opener));
        m_words.take();
        m_words.skipName(name);
        endTag();
        return made;
    }

    /// Marks the model's output for training; it does not change the text.
    Statement generation(Statement made, const Lexeme& opener)
    {
        return closed(std::move(made), "endgeneration", opener);
    }

    /// Reads "(a, b=1)" and the body, up to a block of that name.
    void parameters(Statement& made)
    {
        m_words.expectSign("(");
        m_words.list(")", [&] {
            made.names.push_back(m_words.name("the name of a parameter"));
            if (m_words.skipSign("="))
                made.expressions.push_back(parseExpression(m_words));
            else if (!made.expressions.empty())
                m_words.expected("\"=\", since the parameter before it has a default");
        });
    }

    /// A "break" in it does not leave the loops around it.
    void body(Statement& made, std::string_view end, const Lexeme& opener)
    {
        endTag();
        const int loops = std::exchange(m_loops, 0);
        const std::size_t from = m_words.place();
        made.blocks.push_back(until({end}, opener));
        m_loops = loops;
        made.takesMore = m_words.mentions("varargs", from);
        made.takesNamed = m_words.mentions("kwargs", from);
        m_words.take();
    }

    Statement jump(Statement made, const Lexeme& opener)
    {
        if (m_loops == 0)
            throw TemplateFault(opener.line, "\"" + opener.text + "\" outside of a loop");
        endTag();
        return made;
    }

    std::vector<std::string> targets()
    {
        const bool brackets = m_words.skipSign("(");
        std::vector<std::string> names{m_words.name("the name of a variable")};
        while (m_words.skipSign(","))
            names.push_back(m_words.name("the name of a variable"));
        if (brackets)
            m_words.expectSign(")");
        return names;
    }

    void endTag() { m_words.expect(WordKind::kBlockEnd, "\"%}\""); }

    /// Ends the tag that opened a statement, and reads its last block and the tag that closes it.
    Statement closed(Statement made, std::string_view end, const Lexeme& opener)
    {
        endTag();
        made.blocks.push_back(until({end}, opener));
        m_words.take();
        endTag();
        return made;
    }

    /// Likewise after the blocks before it: at "else" or the closing tag.
    Statement withElse(Statement made, std::string_view end, const Lexeme& opener)
    {
        if (m_words.skipName("else"))
            return closed(std::move(made), end, opener);
        m_words.take();
        endTag();
        return made;
    }

    WordStream& m_words;
    int m_loops = 0; ///< number of loops around the current word
};

const std::array<StatementParser::BlockName, 11> StatementParser::kBlocks{{
    {"if", StatementKind::kIf, &StatementParser::conditional},
    {"for", StatementKind::kFor, &StatementParser::loop},
    {"set", StatementKind::kSet, &StatementParser::assignment},
    {"macro", StatementKind::kMacro, &StatementParser::macro},
    {"call", StatementKind::kCall, &StatementParser::call},
    {"filter", StatementKind::kFilterBlock, &StatementParser::filterBlock},
    {"with", StatementKind::kWith, &StatementParser::with},
    {"generation", StatementKind::kPlain, &StatementParser::generation},
    {"block", StatementKind::kWith, &StatementParser::namedBlock},
    {"break", StatementKind::kBreak, &StatementParser::jump},
    {"continue", StatementKind::kContinue, &StatementParser::jump},
}};

} // namespace

Block parseTemplate(WordStream& words)
{
    return StatementParser(words).run();
}

} // namespace headlight::chat
