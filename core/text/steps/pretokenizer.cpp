#include "core/text/steps/pretokenizer.h"

#include "core/text/steps/byte_level.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/scripts.h"
#include "core/text/steps/splitting.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <array>

namespace headlight {

const char* const kGpt2Expression
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

namespace {

/// Cuts every piece by `cut(text of the piece, parts)`, which fills `parts` with positions in the piece.
template <typename Cut>
Result<void> cutPieces(TextPieces& text, const Cut& cut)
{
    std::vector<TextPiece> pieces;
    pieces.reserve(text.pieces.size() * 2);
    std::vector<Span> parts;
    for (const TextPiece& piece : text.pieces) {
        if (piece.addedToken >= 0) {
            pieces.push_back(piece);
            continue;
        }
        parts.clear();
        const std::u32string_view chars = text.text.chars;
        if (Result<void> done = cut(chars.substr(piece.begin, piece.end - piece.begin), parts); !done)
            return done;
        appendParts(parts, piece.begin, pieces);
    }
    text.pieces = std::move(pieces);
    return {};
}

/// Rewrites every piece by `rewrite(text of the piece, its new pieces)`, with positions in the returned text.
template <typename Rewrite>
Result<void> rewritePieces(TextPieces& text, const Rewrite& rewrite)
{
    TextPieces out;
    out.text.reserve(text.text.size() + text.pieces.size());
    out.pieces.reserve(text.pieces.size());
    for (const TextPiece& piece : text.pieces) {
        const std::size_t offset = out.text.size();
        if (piece.addedToken >= 0) {
            out.text.append(text.text, piece.begin, piece.end);
            out.pieces.push_back({offset, out.text.size(), piece.addedToken});
            continue;
        }
        rewrite(piece, out);
    }
    text = std::move(out);
    return {};
}

/// Cuts at single characters of a class.
class ClassSplit : public PreTokenizer
{
public:
    using Class = bool (*)(char32_t);
    ClassSplit(Class matches, DelimiterBehavior behavior)
        : m_matches(matches)
        , m_behavior(behavior)
    { }
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        std::vector<Span> matches;
        return cutPieces(text, [&](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            matches.clear();
            for (std::size_t i = 0; i < chars.size(); ++i) {
                if (m_matches(chars[i]))
                    matches.push_back({i, i + 1});
            }
            parts = splitStretches(stretchesOf(matches, chars.size(), false), m_behavior);
            return {};
        });
    }

private:
    Class m_matches;
    DelimiterBehavior m_behavior;
};

PreTokenizerPtr classSplit(ClassSplit::Class matches, DelimiterBehavior behavior)
{
    return std::make_unique<ClassSplit>(matches, behavior);
}

class PatternSplit : public PreTokenizer
{
public:
    PatternSplit(Pattern pattern, DelimiterBehavior behavior, bool inverted)
        : m_pattern(std::move(pattern))
        , m_behavior(behavior)
        , m_inverted(inverted)
    { }
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        Pattern::Search search(m_pattern, text.text.size());
        std::vector<Span> matches;
        return cutPieces(text, [&](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            if (Result<void> found = search.findAll(chars, matches); !found)
                return found;
            parts = splitStretches(stretchesOf(matches, chars.size(), m_inverted), m_behavior);
            return {};
        });
    }

private:
    Pattern m_pattern;
    DelimiterBehavior m_behavior;
    bool m_inverted;
};

/// Runs of word characters, and runs of other characters except white space.
class WhitespaceSplit : public PreTokenizer
{
public:
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        const auto kind = [](char32_t c) { return isWordCharacter(c) ? 0 : isWhitespace(c) ? 1 : 2; };
        return cutPieces(text, [&](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            for (std::size_t begin = 0; begin < chars.size();) {
                const int first = kind(chars[begin]);
                std::size_t end = begin + 1;
                while (end < chars.size() && kind(chars[end]) == first)
                    ++end;
                if (first != 1)
                    parts.push_back({begin, end});
                begin = end;
            }
            return {};
        });
    }
};

/// GPT-2's way: cuts words by a regular expression, and writes their bytes in the visible alphabet.
class ByteLevelPreTokenizer : public PreTokenizer
{
public:
    ByteLevelPreTokenizer(bool addPrefixSpace, std::unique_ptr<const PatternSplit> words)
        : m_addPrefixSpace(addPrefixSpace)
        , m_words(std::move(words))
    { }
    Result<void> apply(TextPieces& text, TextBudget& budget) const override
    {
        if (m_addPrefixSpace) {
            if (Result<void> done = prefixSpaces(text); !done)
                return done;
        }
        if (m_words) {
            if (Result<void> done = m_words->apply(text, budget); !done)
                return done;
        }
        const AlignedText& from = text.text;
        return rewritePieces(text, [&from](const TextPiece& piece, TextPieces& out) {
            const std::size_t offset = out.text.size();
            const AlignedText bytes = byteLevelText(from, piece.begin, piece.end);
            out.text.append(bytes, 0, bytes.size());
            out.pieces.push_back({offset, out.text.size(), -1});
        });
    }

private:
    static Result<void> prefixSpaces(TextPieces& text)
    {
        const AlignedText& from = text.text;
        return rewritePieces(text, [&from](const TextPiece& piece, TextPieces& out) {
            const std::size_t offset = out.text.size();
            if (from.chars[piece.begin] != ' ')
                out.text.append(U' ', from.origins[piece.begin]);
            out.text.append(from, piece.begin, piece.end);
            out.pieces.push_back({offset, out.text.size(), -1});
        });
    }

    bool m_addPrefixSpace;
    std::unique_ptr<const PatternSplit> m_words;
};

/// SentencePiece's way: spaces become a visible character, and words start with it.
class MetaspacePreTokenizer : public PreTokenizer
{
public:
    enum class Prepend { kFirst, kNever, kAlways };
    MetaspacePreTokenizer(char32_t sign, Prepend prepend, bool split)
        : m_sign(sign)
        , m_prepend(prepend)
        , m_split(split)
    { }
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        const AlignedText& from = text.text;
        return rewritePieces(
            text, [this, &from](const TextPiece& piece, TextPieces& out) { rewrite(from, piece, out); });
    }

private:
    void rewrite(const AlignedText& from, const TextPiece& piece, TextPieces& out) const
    {
        std::size_t begin = out.text.size();
        const auto sign = [this](char32_t c) { return c == ' ' ? m_sign : c; };
        const bool wanted = m_prepend == Prepend::kAlways
            || (m_prepend == Prepend::kFirst && from.origins[piece.begin].begin == 0);
        if (wanted && sign(from.chars[piece.begin]) != m_sign)
            out.text.append(m_sign, from.origins[piece.begin]);
        for (std::size_t i = piece.begin; i < piece.end; ++i) {
            const char32_t c = sign(from.chars[i]);
            if (m_split && c == m_sign && out.text.size() > begin) {
                out.pieces.push_back({begin, out.text.size(), -1});
                begin = out.text.size();
            }
            out.text.append(c, from.origins[i]);
        }
        out.pieces.push_back({begin, out.text.size(), -1});
    }

    char32_t m_sign;
    Prepend m_prepend;
    bool m_split;
};

class FixedLengthSplit : public PreTokenizer
{
public:
    explicit FixedLengthSplit(std::size_t length)
        : m_length(length)
    { }
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        return cutPieces(text, [this](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            for (std::size_t begin = 0; begin < chars.size(); begin += m_length)
                parts.push_back({begin, std::min(begin + m_length, chars.size())});
            return {};
        });
    }

private:
    std::size_t m_length;
};

class DelimiterSplit : public PreTokenizer
{
public:
    explicit DelimiterSplit(char32_t delimiter)
        : m_split(Pattern::literal({delimiter}), DelimiterBehavior::kRemoved, false)
    { }
    Result<void> apply(TextPieces& text, TextBudget& budget) const override
    {
        return m_split.apply(text, budget);
    }

private:
    PatternSplit m_split;
};

class ScriptSplit : public PreTokenizer
{
public:
    Result<void> apply(TextPieces& text, TextBudget&) const override
    {
        return cutPieces(text, [](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            splitByScript(chars, parts);
            return {};
        });
    }
};

class PreTokenizerSequence : public PreTokenizer
{
public:
    explicit PreTokenizerSequence(std::vector<PreTokenizerPtr> steps)
        : m_steps(std::move(steps))
    { }
    Result<void> apply(TextPieces& text, TextBudget& budget) const override
    {
        for (const PreTokenizerPtr& step : m_steps) {
            if (Result<void> done = step->apply(text, budget); !done)
                return done;
        }
        return {};
    }

private:
    std::vector<PreTokenizerPtr> m_steps;
};

/// A step from a file: its errors name the place, and its work is counted.
class LocatedPreTokenizer : public PreTokenizer
{
public:
    LocatedPreTokenizer(PreTokenizerPtr step, std::string where)
        : m_step(std::move(step))
        , m_where(std::move(where))
    { }
    Result<void> apply(TextPieces& text, TextBudget& budget) const override
    {
        Result<void> done = m_step->apply(text, budget);
        return finishedStep(std::move(done), text.text.size(), m_where, budget);
    }

private:
    PreTokenizerPtr m_step;
    std::string m_where;
};

DelimiterBehavior readBehavior(const JsonFields& fields, std::optional<std::size_t> otherwise)
{
    return static_cast<DelimiterBehavior>(fields.choice(
        "behavior", {"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"},
        otherwise));
}

PreTokenizerPtr readPreTokenizers(const JsonFields& fields)
{
    return std::make_unique<PreTokenizerSequence>(readSteps(fields, "pretokenizers", readPreTokenizer));
}

PreTokenizerPtr readMetaspaceSplitter(const JsonFields& fields)
{
    using Prepend = MetaspacePreTokenizer::Prepend;
    auto prepend = static_cast<Prepend>(fields.choice("prepend_scheme", {"first", "never", "always"}, 2));
    if (!fields.flag("add_prefix_space", true)) {
        if (fields.find("prepend_scheme") && prepend != Prepend::kNever)
            fields.report().bad(fields.path("add_prefix_space"),
                                "is false, but prepend_scheme asks for a prefix");
        prepend = Prepend::kNever;
    }
    return std::make_unique<MetaspacePreTokenizer>(readCharacter(fields, "replacement"), prepend,
                                                   fields.flag("split", true));
}

PreTokenizerPtr readByteLevel(const JsonFields& fields)
{
    fields.flag("trim_offsets", true);
    return makeByteLevelPreTokenizer(fields.flag("add_prefix_space"), fields.flag("use_regex", true));
}

PreTokenizerPtr readSplit(const JsonFields& fields)
{
    return std::make_unique<PatternSplit>(readPattern(fields, "pattern"), readBehavior(fields, {}),
                                          fields.flag("invert", false));
}

PreTokenizerPtr readDigits(const JsonFields& fields)
{
    const bool single = fields.flag("individual_digits", false);
    return classSplit(isNumeric, single ? DelimiterBehavior::kIsolated : DelimiterBehavior::kContiguous);
}

} // namespace

PreTokenizerPtr makeBertPreTokenizer()
{
    std::vector<PreTokenizerPtr> steps;
    steps.push_back(classSplit(isWhitespace, DelimiterBehavior::kRemoved));
    steps.push_back(classSplit(isPunctuation, DelimiterBehavior::kIsolated));
    return std::make_unique<PreTokenizerSequence>(std::move(steps));
}

PreTokenizerPtr makeByteLevelPreTokenizer(bool addPrefixSpace, bool useRegex)
{
    std::unique_ptr<const PatternSplit> words;
    if (useRegex) {
        words = std::make_unique<PatternSplit>(Pattern::regex(kGpt2Expression).value(),
                                               DelimiterBehavior::kIsolated, false);
    }
    return std::make_unique<ByteLevelPreTokenizer>(addPrefixSpace, std::move(words));
}

PreTokenizerPtr readPreTokenizer(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<PreTokenizerPtr>>({
        {"Sequence", readPreTokenizers},
        {"ByteLevel", readByteLevel},
        {"Metaspace", readMetaspaceSplitter},
        {"Split", readSplit},
        {"Digits", readDigits},
        {"BertPreTokenizer", [](const JsonFields&) { return makeBertPreTokenizer(); }},
        {"Whitespace",
         [](const JsonFields&) -> PreTokenizerPtr { return std::make_unique<WhitespaceSplit>(); }},
        {"WhitespaceSplit",
         [](const JsonFields&) { return classSplit(isWhitespace, DelimiterBehavior::kRemoved); }},
        {"Punctuation", [](const JsonFields& f) { return classSplit(isPunctuation, readBehavior(f, 1)); }},
        {"UnicodeScripts",
         [](const JsonFields&) -> PreTokenizerPtr { return std::make_unique<ScriptSplit>(); }},
        {"CharDelimiterSplit",
         [](const JsonFields& f) -> PreTokenizerPtr {
             return std::make_unique<DelimiterSplit>(readCharacter(f, "delimiter"));
         }},
        {"FixedLength",
         [](const JsonFields& f) -> PreTokenizerPtr {
             return std::make_unique<FixedLengthSplit>(
                 static_cast<std::size_t>(f.integer("length", 1, 1'000'000, 5)));
         }},
    });
    if (auto step = readTypedStep<PreTokenizerPtr>(fields, kTypes, "pre-tokenizer"))
        return std::make_unique<LocatedPreTokenizer>(std::move(step), fields.where());
    return std::make_unique<PreTokenizerSequence>(std::vector<PreTokenizerPtr>());
}

} // namespace headlight
