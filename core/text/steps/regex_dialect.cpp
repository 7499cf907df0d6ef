#include "core/text/steps/pattern.h"

#include "core/io/excerpt.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace headlight {

namespace {

// Oniguruma's \w in a set: the properties from which its tables are built. ICU's also includes the joiners.
constexpr std::string_view kWord = R"(\p{Alphabetic}\p{M}\p{Nd}\p{Pc})";
// Outside of a set, and for \b, Oniguruma uses Latin-1's table, in which ² ³ ¹ ¼ ½ ¾ are word characters.
constexpr std::string_view kWordAlone = R"([\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u00B2\u00B3\u00B9\u00BC-\u00BE])";
constexpr std::string_view kHex = "0-9A-Fa-f";

struct NamedSet
{
    std::string_view name, members;
};
/// POSIX brackets whose members differ from ICU's.
constexpr auto kPosixSets = std::to_array<NamedSet>(
    {{"punct", R"(\p{P}\p{S})"}, {"word", kWord}, {"xdigit", kHex}, {"ascii", R"(\x00-\x7F)"}});

/// Members of a property that ICU does not have, or has otherwise; empty for all others.
std::string_view propertyMembers(std::string_view name, bool inSet)
{
    std::string plain;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)) != 0)
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain == "word"      ? (inSet ? kWord : kWordAlone)
        : plain == "xdigit"     ? kHex
        : plain == "posixpunct" ? kPosixSets.front().members
                                : std::string_view();
}

bool isAsciiSign(char c)
{
    return static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) == 0;
}

/// Reads an expression from left to right and writes its translation. Skips the rest after the first error.
class Translator
{
public:
    explicit Translator(std::string_view in)
        : m_in(in)
    { }

    Result<std::string> run()
    {
        while (m_at < m_in.size() && m_fault.empty())
            translateNext();
        if (!m_fault.empty()) {
            return Error{ErrorCode::kUnsupported,
                         "the regular expression " + quotedExcerpt(m_in) + " uses " + m_fault
                             + ", which is not supported"};
        }
        return std::move(m_out);
    }

private:
    bool startsWith(std::string_view prefix) const { return m_in.substr(m_at).starts_with(prefix); }
    bool atEnd() const { return m_at >= m_in.size(); }
    void fail(std::string what)
    {
        if (m_fault.empty())
            m_fault = std::move(what);
        m_at = m_in.size();
    }
    void literal(char c)
    {
        if (isAsciiSign(c))
            m_out += '\\';
        m_out += c;
    }

    void translateNext()
    {
        const char c = m_in[m_at];
        switch (c) {
        case '\\':
            return escape(false);
        case '[':
            return set();
        case '(':
            return group();
        case '*':
        case '+':
        case '?':
            m_out += c;
            ++m_at;
            return suffix(true);
        case '{':
            return counted();
        case ')':
        case '|':
        case '.':
        case '^':
        case '$':
            m_out += c;
            ++m_at;
            return;
        default:
            literal(c);
            ++m_at;
        }
    }

    /// Lazy and possessive marks after a quantifier.
    void suffix(bool mayBePossessive)
    {
        if (startsWith("?")) {
            m_out += '?';
            ++m_at;
        } else if (startsWith("+")) {
            // After {n,m}, Oniguruma reads + as a second quantifier, ICU as possessive.
            if (!mayBePossessive)
                return fail("{n,m}+");
            m_out += '+';
            ++m_at;
        }
        if (!atEnd() && (startsWith("*") || startsWith("+") || startsWith("?")))
            fail("a quantifier of a quantifier");
    }

    void counted()
    {
        const std::size_t close = m_in.find('}', m_at);
        std::string_view inside
            = close == std::string_view::npos ? "" : m_in.substr(m_at + 1, close - m_at - 1);
        const std::size_t comma = inside.find(',');
        const std::string_view low = inside.substr(0, comma);
        const std::string_view high = comma == std::string_view::npos ? low : inside.substr(comma + 1);
        const auto digits = [](std::string_view text) {
            return text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
        };
        if (!digits(low) || !digits(high) || (low.empty() && high.empty())) {
            literal('{');
            ++m_at;
            return;
        }
        m_out += '{';
        m_out += low.empty() ? "0" : low;
        if (comma != std::string_view::npos)
            m_out.append(",").append(high);
        m_out += '}';
        m_at = close + 1;
        suffix(false);
    }

    void group()
    {
        for (const std::string_view same :
             {"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "(?i)", "(?-i)"}) {
            if (startsWith(same)) {
                m_out += same;
                m_at += same.size();
                return;
            }
        }
        if (startsWith("(?<")) {
            const std::size_t close = m_in.find('>', m_at);
            if (close == std::string_view::npos)
                return fail("a group name without end");
            m_out += "(?:";
            m_at = close + 1;
            return;
        }
        if (startsWith("(?"))
            return fail(concat("\"", m_in.substr(m_at, 4), "\""));
        m_out += '(';
        ++m_at;
    }

    void property(bool inSet)
    {
        const bool negated = m_in[m_at + 1] == 'P';
        const std::size_t close = m_in.find('}', m_at);
        if (m_at + 2 >= m_in.size() || m_in[m_at + 2] != '{' || close == std::string_view::npos)
            return fail("\\p without {…}");
        std::string_view name = m_in.substr(m_at + 3, close - m_at - 3);
        const bool inverted = name.starts_with('^');
        if (inverted)
            name.remove_prefix(1);
        const bool outside = negated != inverted;
        if (const std::string_view members = propertyMembers(name, inSet); !members.empty())
            m_out += concat(outside ? "[^" : "[", members, "]");
        else
            m_out += concat(outside ? "\\P{" : "\\p{", name, "}");
        m_at = close + 1;
    }

    void replaceEscape(std::string_view translated)
    {
        m_out += translated;
        m_at += 2;
    }

    void wordBoundary(bool negated)
    {
        const std::string w(kWordAlone);
        if (negated)
            m_out += "(?:(?<=" + w + ")(?=" + w + ")|(?<!" + w + ")(?!" + w + "))";
        else
            m_out += "(?:(?<=" + w + ")(?!" + w + ")|(?<!" + w + ")(?=" + w + "))";
        m_at += 2;
    }

    void escape(bool inSet)
    {
        if (m_at + 1 >= m_in.size())
            return fail("a backslash at its end");
        const char c = m_in[m_at + 1];
        switch (c) {
        case 'p':
        case 'P':
            return property(inSet);
        case 'w':
            return replaceEscape(inSet ? kWord : kWordAlone);
        case 'W':
            return replaceEscape(concat("[^", inSet ? kWord : kWordAlone, "]"));
        case 'h':
            return replaceEscape(inSet ? std::string(kHex) : concat("[", kHex, "]"));
        case 'H':
            return replaceEscape(concat("[^", kHex, "]"));
        case 'v':
            return replaceEscape("\\x0B");
        case 'R':
            return inSet ? fail("\\R in a set") : replaceEscape(R"((?>\r\n|[\n-\r\u0085\u2028\u2029]))");
        case 'b':
        case 'B':
            return inSet ? fail("\\b in a set") : wordBoundary(c == 'B');
        default:
            return plainEscape(c, inSet);
        }
    }

    void plainEscape(char c, bool inSet)
    {
        constexpr std::string_view kSame = "sSdDnrtfaexu";
        constexpr std::string_view kAnchors = "AzZ";
        const bool same = kSame.find(c) != std::string_view::npos
            || (!inSet && kAnchors.find(c) != std::string_view::npos);
        if (!same && !isAsciiSign(c))
            return fail(concat("\"\\", std::string(1, c), "\""));
        m_out += '\\';
        m_out += c;
        m_at += 2;
    }

    void set()
    {
        std::size_t depth = 0;
        do {
            if (startsWith("[[:")) {
                // A POSIX bracket expression directly inside a set.
                m_out += '[';
                ++m_at;
                ++depth;
            } else if (startsWith("[:") && depth > 0) {
                posix();
            } else if (startsWith("[")) {
                ++depth;
                openSet();
            } else if (startsWith("]")) {
                --depth;
                m_out += ']';
                ++m_at;
            } else {
                member();
            }
        } while (depth > 0 && !atEnd());
        if (depth > 0)
            fail("a set without end");
    }

    void openSet()
    {
        m_mayStartRange = false;
        m_inRange = false;
        m_out += '[';
        ++m_at;
        if (startsWith("^")) {
            m_out += '^';
            ++m_at;
        }
        // A bracket in first place is literal.
        if (startsWith("]")) {
            m_out += "\\]";
            ++m_at;
        }
    }

    void posix()
    {
        const std::size_t close = m_in.find(":]", m_at);
        if (close == std::string_view::npos)
            return fail("[: without :]");
        std::string_view name = m_in.substr(m_at + 2, close - m_at - 2);
        const bool negated = name.starts_with('^');
        name.remove_prefix(negated ? 1 : 0);
        const auto* const other = std::ranges::find(kPosixSets, name, &NamedSet::name);
        if (other == kPosixSets.end())
            m_out += m_in.substr(m_at, close + 2 - m_at);
        else
            m_out += negated ? concat("[^", other->members, "]") : std::string(other->members);
        m_at = close + 2;
    }

    void member()
    {
        if (startsWith("\\")) {
            const bool single = m_at + 1 < m_in.size()
                && std::string_view("pPwWhsSdD").find(m_in[m_at + 1]) == std::string_view::npos;
            escape(true);
            m_mayStartRange = single && !m_inRange;
            m_inRange = false;
            return;
        }
        if (startsWith("&&")) {
            m_out += "&&";
            m_at += 2;
            m_mayStartRange = false;
            return;
        }
        const char c = m_in[m_at];
        const bool range = c == '-' && m_mayStartRange && !m_in.substr(m_at + 1).starts_with(']');
        if (range)
            m_out += '-';
        else
            literal(c);
        ++m_at;
        m_mayStartRange = !range && !m_inRange;
        m_inRange = range;
    }

    std::string_view m_in;
    std::size_t m_at = 0;
    std::string m_out;
    std::string m_fault;
    bool m_mayStartRange = false; ///< in a set: the last member was one character and does not end a range
    bool m_inRange = false; ///< in a set: the last member was the - of a range
};

} // namespace

Result<std::string> regexForIcu(std::string_view expression)
{
    return Translator(expression).run();
}

} // namespace headlight
