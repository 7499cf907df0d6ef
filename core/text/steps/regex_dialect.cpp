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
    /// Writes what the next bytes are in ICU's dialect.
    void write(std::string_view translated, std::size_t bytes)
    {
        m_out += translated;
        m_at += bytes;
    }
    void copy(std::size_t bytes = 1) { write(m_in.substr(m_at, bytes), bytes); }
    void literal()
    {
        if (isAsciiSign(m_in[m_at]))
            m_out += '\\';
        copy();
    }

    void translateNext()
    {
        switch (m_in[m_at]) {
        case '\\':
            return escape(false);
        case '[':
            return set();
        case '(':
            return group();
        case '*':
        case '+':
        case '?':
            copy();
            return suffix(true);
        case '{':
            return counted();
        case ')':
        case '|':
        case '.':
        case '^':
        case '$':
            return copy();
        default:
            literal();
        }
    }

    /// Lazy and possessive marks after a quantifier.
    void suffix(bool mayBePossessive)
    {
        // After {n,m}, Oniguruma reads + as a second quantifier, ICU as possessive.
        if (startsWith("+") && !mayBePossessive)
            return fail("{n,m}+");
        if (startsWith("?") || startsWith("+"))
            copy();
        if (startsWith("*") || startsWith("+") || startsWith("?"))
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
        if (!digits(low) || !digits(high) || (low.empty() && high.empty()))
            return literal();
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
             {"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "(?i)", "(?-i)"})
            if (startsWith(same))
                return copy(same.size());
        if (startsWith("(?<")) {
            const std::size_t close = m_in.find('>', m_at);
            if (close == std::string_view::npos)
                return fail("a group name without end");
            return write("(?:", close + 1 - m_at);
        }
        if (startsWith("(?"))
            return fail(concat("\"", m_in.substr(m_at, 4), "\""));
        copy();
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

    void wordBoundary(bool negated)
    {
        const std::string w(kWordAlone);
        const std::string same = negated ? ")(?=" : ")(?!", other = negated ? ")(?!" : ")(?=";
        write("(?:(?<=" + w + same + w + ")|(?<!" + w + other + w + "))", 2);
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
            return write(inSet ? kWord : kWordAlone, 2);
        case 'W':
            return write(concat("[^", inSet ? kWord : kWordAlone, "]"), 2);
        case 'h':
            return write(inSet ? std::string(kHex) : concat("[", kHex, "]"), 2);
        case 'H':
            return write(concat("[^", kHex, "]"), 2);
        case 'v':
            return write("\\x0B", 2);
        case 'R':
            return inSet ? fail("\\R in a set") : write(R"((?>\r\n|[\n-\r\u0085\u2028\u2029]))", 2);
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
        copy(2);
    }

    void set()
    {
        std::size_t depth = 0;
        do {
            if (startsWith("[[:")) { // a POSIX bracket expression directly inside a set
                copy();
                ++depth;
            } else if (startsWith("[:") && depth > 0) {
                posix();
            } else if (startsWith("[")) {
                ++depth;
                openSet();
            } else if (startsWith("]")) {
                --depth;
                copy();
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
        copy(startsWith("[^") ? 2 : 1);
        if (startsWith("]")) // a bracket in first place is literal
            literal();
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
            m_mayStartRange = false;
            return copy(2);
        }
        const bool range = startsWith("-") && m_mayStartRange && !m_in.substr(m_at + 1).starts_with(']');
        if (range)
            copy();
        else
            literal();
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
