#include "core/text/chat/parsers.h"

#include <algorithm>

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
    /// Reads up to a block that begins with one of these names, which is then the current word. `opener`
    /// began this block.
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

    Statement block()
    {
        m_words.expect(WordKind::kBlockBegin, "\"{%\"");
        if (m_words.isName("if"))
            return conditional();
        if (m_words.isName("for"))
            return loop();
        if (m_words.isName("set"))
            return assignment();
        if (m_words.isName("macro"))
            return macro();
        if (m_words.isName("call"))
            return call();
        if (m_words.isName("filter"))
            return filterBlock();
        if (m_words.isName("with"))
            return with();
        if (m_words.isName("generation"))
            return generation();
        if (m_words.isName("block"))
            return namedBlock();
        if (m_words.isName("break"))
            return jump(StatementKind::kBreak);
        if (m_words.isName("continue"))
            return jump(StatementKind::kContinue);
        if (!m_words.is(WordKind::kName))
            m_words.expected("the name of a block");
        const std::string& name = m_words.current().text;
        if (name.starts_with("end") || name == "else" || name == "elif")
            m_words.fail("found \"" + name + "\", which closes no open block");
        m_words.fail("the block \"" + name.substr(0, 40) + "\" is not supported");
    }

    Statement conditional()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kIf, opener.line);
        for (;;) {
            made.expressions.push_back(parseTuple(m_words));
            endTag();
            made.blocks.push_back(until({"elif", "else", "endif"}, opener));
            if (!m_words.skipName("elif"))
                break;
        }
        if (m_words.skipName("else"))
            return closed(std::move(made), "endif", opener);
        m_words.take();
        endTag();
        return made;
    }

    Statement loop()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kFor, opener.line);
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
        if (m_words.skipName("else"))
            return closed(std::move(made), "endfor", opener);
        m_words.take();
        endTag();
        return made;
    }

    Statement assignment()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kSet, opener.line);
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

    Statement macro()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kMacro, opener.line);
        made.text = m_words.name("the name of the macro");
        parameters(made);
        body(made, "endmacro", opener);
        if (m_words.is(WordKind::kName))
            m_words.take(); // the macro's name again
        endTag();
        return made;
    }

    Statement call()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kCall, opener.line);
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

    Statement filterBlock()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kFilterBlock, opener.line);
        made.expressions.push_back(parseBlockFilters(m_words));
        body(made, "endfilter", opener);
        endTag();
        return made;
    }

    Statement with()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kWith, opener.line);
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
    Statement namedBlock()
    {
        const Lexeme opener = m_words.take();
        const std::string name = m_words.name("the name of the block");
        Statement made = begun(StatementKind::kWith, opener.line);
        endTag();
        made.blocks.push_back(until({"endblock"}, opener));
        m_words.take();
        m_words.skipName(name);
        endTag();
        return made;
    }

    /// Marks the model's output for training; it does not change the text.
    Statement generation()
    {
        const Lexeme opener = m_words.take();
        Statement made = begun(StatementKind::kPlain, opener.line);
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

    Statement jump(StatementKind kind)
    {
        if (m_loops == 0)
            m_words.fail("\"" + m_words.current().text + "\" outside of a loop");
        Statement made = begun(kind, m_words.line());
        m_words.take();
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

    WordStream& m_words;
    int m_loops = 0; ///< number of loops around the current word
};

} // namespace

Block parseTemplate(WordStream& words)
{
    return StatementParser(words).run();
}

} // namespace headlight::chat
