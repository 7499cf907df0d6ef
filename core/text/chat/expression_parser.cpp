#include "core/text/chat/parsers.h"

#include <algorithm>

namespace headlight::chat {
namespace {

using ExpressionKind = Expression::Kind;

/// Reads expressions, with Jinja's precedence: "if … else", or, and, not, comparisons, + and -, ~, * / // %,
/// **, sign, then calls, subscripts, filters and tests. Throws TemplateFault.
class ExpressionParser
{
public:
    explicit ExpressionParser(WordStream& words)
        : m_words(words)
    { }

    /// One value.
    ExpressionPointer expression()
    {
        const Nesting level = m_words.deeper();
        auto value = either();
        while (m_words.isName("if")) {
            auto made = make(ExpressionKind::kConditional);
            m_words.take();
            auto condition = either();
            addPart(*made, std::move(condition));
            addPart(*made, std::move(value));
            if (m_words.skipName("else"))
                addPart(*made, expression());
            value = std::move(made);
        }
        return value;
    }

    /// Values separated by commas form a tuple. Without `conditional`, an "if" ends it (the list of a loop).
    ExpressionPointer tuple(bool conditional = true)
    {
        const auto one = [&] { return conditional ? expression() : either(); };
        auto first = one();
        if (!m_words.isSign(","))
            return first;
        auto made = make(ExpressionKind::kTuple);
        addPart(*made, std::move(first));
        while (m_words.skipSign(",")) {
            if (m_words.isSign(")") || m_words.is(Lexeme::Kind::kOutputEnd)
                || m_words.is(Lexeme::Kind::kBlockEnd))
                break;
            addPart(*made, one());
        }
        return made;
    }

    /// The filters of a block: "trim | upper".
    ExpressionPointer blockFilters()
    {
        auto value = make(ExpressionKind::kCaptured);
        do
            value = filter(std::move(value));
        while (m_words.skipSign("|"));
        return value;
    }

private:
    using Part = ExpressionPointer (ExpressionParser::*)();

    /// Parts joined by any of these operators, from left to right.
    ExpressionPointer chain(ExpressionKind kind, std::initializer_list<std::string_view> operators, Part part)
    {
        auto left = (this->*part)();
        for (;;) {
            const auto* const found = std::ranges::find_if(operators, [&](std::string_view each) {
                return m_words.isSign(each) || m_words.isName(each);
            });
            if (found == operators.end())
                return left;
            m_words.take();
            left = binary(kind, std::string(*found), std::move(left), (this->*part)());
        }
    }

    ExpressionPointer either() { return chain(ExpressionKind::kOr, {"or"}, &ExpressionParser::both); }
    ExpressionPointer both() { return chain(ExpressionKind::kAnd, {"and"}, &ExpressionParser::negation); }

    ExpressionPointer negation()
    {
        const Nesting level = m_words.deeper();
        if (!m_words.isName("not"))
            return comparison();
        auto made = make(ExpressionKind::kNot);
        m_words.take();
        addPart(*made, negation());
        return made;
    }

    ExpressionPointer comparison()
    {
        auto left = sum();
        ExpressionPointer made;
        for (;;) {
            const bool notIn = m_words.isName("not") && m_words.next().text == "in";
            const std::string sign = m_words.current().text;
            const bool ordered = m_words.is(Lexeme::Kind::kSign)
                && (sign == "==" || sign == "!=" || sign == "<" || sign == ">" || sign == "<="
                    || sign == ">=");
            if (!ordered && !notIn && !m_words.isName("in"))
                return made ? std::move(made) : std::move(left);
            if (!made) {
                made = make(ExpressionKind::kCompare);
                addPart(*made, std::move(left));
            }
            m_words.take();
            if (notIn)
                m_words.take();
            made->names.push_back(notIn ? "not in" : sign);
            addPart(*made, sum());
        }
    }

    ExpressionPointer sum() { return chain(ExpressionKind::kBinary, {"+", "-"}, &ExpressionParser::joined); }
    ExpressionPointer joined() { return chain(ExpressionKind::kBinary, {"~"}, &ExpressionParser::product); }
    ExpressionPointer product()
    {
        return chain(ExpressionKind::kBinary, {"*", "/", "//", "%"}, &ExpressionParser::power);
    }
    ExpressionPointer power() { return chain(ExpressionKind::kBinary, {"**"}, &ExpressionParser::operand); }
    ExpressionPointer operand() { return filters(signedValue()); }

    ExpressionPointer signedValue()
    {
        const Nesting level = m_words.deeper();
        ExpressionPointer value;
        if (m_words.isSign("-")) {
            value = make(ExpressionKind::kNegative);
            m_words.take();
            addPart(*value, signedValue());
        } else if (m_words.skipSign("+")) {
            value = signedValue();
        } else {
            value = primary();
        }
        return postfix(std::move(value));
    }

    ExpressionPointer primary()
    {
        auto made = make(ExpressionKind::kConstant);
        switch (m_words.current().kind) {
        case Lexeme::Kind::kName:
            return name();
        case Lexeme::Kind::kText: {
            std::string text;
            while (m_words.is(Lexeme::Kind::kText))
                text += m_words.take().text;
            made->constant = Value::text(std::move(text));
            return made;
        }
        case Lexeme::Kind::kInteger:
            made->constant = Value::integer(m_words.take().integer);
            return made;
        case Lexeme::Kind::kReal:
            made->constant = Value::real(m_words.take().real);
            return made;
        default:
            break;
        }
        if (m_words.isSign("["))
            return list();
        if (m_words.isSign("{"))
            return map();
        if (!m_words.skipSign("("))
            m_words.expected("an expression");
        if (m_words.skipSign(")"))
            return make(ExpressionKind::kTuple);
        auto inside = tuple();
        m_words.expectSign(")");
        return inside;
    }

    ExpressionPointer name()
    {
        auto made = make(ExpressionKind::kConstant);
        const std::string word = m_words.take().text;
        if (word == "true" || word == "True" || word == "false" || word == "False") {
            made->constant = Value::flag(word == "true" || word == "True");
        } else if (word == "none" || word == "None") {
            made->constant = Value::none();
        } else {
            made->kind = ExpressionKind::kVariable;
            made->name = word;
        }
        return made;
    }

    ExpressionPointer list()
    {
        auto made = make(ExpressionKind::kList);
        m_words.expectSign("[");
        m_words.list("]", [&] { addPart(*made, expression()); });
        return made;
    }

    ExpressionPointer map()
    {
        auto made = make(ExpressionKind::kMap);
        m_words.expectSign("{");
        m_words.list("}", [&] {
            addPart(*made, expression());
            m_words.expectSign(":");
            addPart(*made, expression());
        });
        return made;
    }

    ExpressionPointer postfix(ExpressionPointer value)
    {
        for (;;) {
            if (m_words.isSign(".")) {
                value = attribute(std::move(value));
            } else if (m_words.isSign("[")) {
                value = subscript(std::move(value));
            } else if (m_words.isSign("(")) {
                auto made = make(ExpressionKind::kCall);
                addPart(*made, std::move(value));
                arguments(*made);
                value = std::move(made);
            } else {
                return value;
            }
        }
    }

    ExpressionPointer attribute(ExpressionPointer value)
    {
        m_words.expectSign(".");
        if (m_words.is(Lexeme::Kind::kInteger)) {
            auto made = make(ExpressionKind::kItem);
            addPart(*made, std::move(value));
            addPart(*made, primary());
            return made;
        }
        auto made = make(ExpressionKind::kAttribute);
        made->name = m_words.name("a name after the dot");
        addPart(*made, std::move(value));
        return made;
    }

    ExpressionPointer subscript(ExpressionPointer value)
    {
        auto made = make(ExpressionKind::kItem);
        m_words.expectSign("[");
        addPart(*made, std::move(value));
        const auto bound = [&]() -> ExpressionPointer {
            return m_words.isSign(":") || m_words.isSign("]") ? nullptr : expression();
        };
        auto first = bound();
        if (m_words.isSign(":")) {
            made->kind = ExpressionKind::kSlice;
            addPart(*made, std::move(first));
            for (int i = 0; i < 2; ++i)
                addPart(*made, m_words.skipSign(":") ? bound() : nullptr);
        } else if (first) {
            addPart(*made, std::move(first));
        } else {
            m_words.expected("an index");
        }
        m_words.expectSign("]");
        return made;
    }

    ExpressionPointer filters(ExpressionPointer value)
    {
        for (;;) {
            if (m_words.skipSign("|")) {
                value = filter(std::move(value));
            } else if (m_words.isName("is")) {
                value = test(std::move(value));
            } else if (m_words.isSign("(")) { // (x | f)(y)
                m_words.fail("calling the result of a filter is not supported");
            } else {
                return value;
            }
        }
    }

    ExpressionPointer filter(ExpressionPointer value)
    {
        auto made = make(ExpressionKind::kFilter, m_words.name("the name of a filter"));
        addPart(*made, std::move(value));
        if (m_words.isSign("("))
            arguments(*made);
        return made;
    }

    /// "is defined", "is not in [1, 2]", "is equalto(x)", "is divisibleby 3".
    ExpressionPointer test(ExpressionPointer value)
    {
        m_words.take();
        const bool negated = m_words.skipName("not");
        auto made = make(ExpressionKind::kTest, m_words.name("the name of a test"));
        addPart(*made, std::move(value));
        if (m_words.isSign("("))
            arguments(*made);
        else if (testHasArgument())
            addPart(*made, postfix(primary()));
        if (!negated)
            return made;
        auto opposite = make(ExpressionKind::kNot);
        opposite->line = made->line;
        addPart(*opposite, std::move(made));
        return opposite;
    }

    void arguments(Expression& call)
    {
        m_words.expectSign("(");
        std::vector<ExpressionPointer> named; // follow the others, though "*list" may be written after them
        m_words.list(")", [&] {
            const bool isNamed = m_words.is(Lexeme::Kind::kName) && m_words.next().kind == Lexeme::Kind::kSign
                && m_words.next().text == "=";
            if (isNamed || m_words.isSign("**")) {
                call.names.push_back(m_words.take().text);
                if (isNamed)
                    m_words.take();
                named.push_back(expression());
            } else if (m_words.isSign("*")) {
                auto spread = make(ExpressionKind::kSpread);
                m_words.take();
                addPart(*spread, expression());
                addPart(call, std::move(spread));
            } else if (named.empty()) {
                addPart(call, expression());
            } else {
                m_words.expected("a named argument, since the one before it is one");
            }
        });
        for (ExpressionPointer& value : named)
            addPart(call, std::move(value));
    }

    bool testHasArgument() const
    {
        switch (m_words.current().kind) {
        case Lexeme::Kind::kName:
            // Jinja also misreads "is defined if …" as an argument, but nobody means that.
            return !m_words.isName("else") && !m_words.isName("or") && !m_words.isName("and")
                && !m_words.isName("is") && !m_words.isName("if") && !m_words.isName("in")
                && !m_words.isName("not");
        case Lexeme::Kind::kText:
        case Lexeme::Kind::kInteger:
        case Lexeme::Kind::kReal:
            return true;
        default:
            return m_words.isSign("[") || m_words.isSign("{");
        }
    }

    ExpressionPointer make(ExpressionKind kind, std::string name = {}) const
    {
        auto made = std::make_unique<Expression>();
        made->kind = kind;
        made->line = m_words.line();
        made->name = std::move(name);
        return made;
    }

    /// A long chain ("a + b + c …") is a deep tree, so its depth is limited like that of brackets.
    void addPart(Expression& whole, ExpressionPointer part) const
    {
        if (part)
            whole.depth = std::max(whole.depth, part->depth + 1);
        if (whole.depth > m_words.depthLimit())
            m_words.fail(concat("nested deeper than ", m_words.depthLimit(), " levels"));
        whole.parts.push_back(std::move(part));
    }

    ExpressionPointer binary(ExpressionKind kind, const std::string& sign, ExpressionPointer left,
                             ExpressionPointer right) const
    {
        auto made = make(kind, sign);
        made->line = left->line;
        addPart(*made, std::move(left));
        addPart(*made, std::move(right));
        return made;
    }

    WordStream& m_words;
};

} // namespace

ExpressionPointer parseExpression(WordStream& words)
{
    return ExpressionParser(words).expression();
}

ExpressionPointer parseTuple(WordStream& words, bool conditional)
{
    return ExpressionParser(words).tuple(conditional);
}

ExpressionPointer parseBlockFilters(WordStream& words)
{
    return ExpressionParser(words).blockFilters();
}

} // namespace headlight::chat
