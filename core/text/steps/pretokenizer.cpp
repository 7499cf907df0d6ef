#include "core/text/steps/pretokenizer.h"

#include "core/text/steps/byte_level.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>

namespace headlight {

namespace {

/// Says where the delimiters go when a text is cut at them.
enum class DelimiterBehavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };
/// A stretch between two cuts: a match of the pattern, or the text between two matches.
struct Stretch
{
    Span span;
    bool isMatch = false;
};

/// Covers [0, size) by matches (sorted, without overlap) and gaps. Inverted: the gaps count as the matches.
std::vector<Stretch> stretchesOf(std::span<const Span> matches, std::size_t size, bool inverted)
{
    std::vector<Stretch> stretches;
    stretches.reserve(2 * matches.size() + 1);
    std::size_t done = 0;
    for (const Span& match : matches) {
        if (done < match.begin)
            stretches.push_back({{done, match.begin}, inverted});
        stretches.push_back({match, !inverted});
        done = match.end;
    }
    if (done < size)
        stretches.push_back({{done, size}, inverted});
    return stretches;
}

/// Joins a stretch to the part before it if `joins` says so of whether it and the one before are matches.
std::vector<Span> merged(std::span<const Stretch> stretches, const auto& joins)
{
    std::vector<Span> parts;
    bool previous = false;
    for (const auto& [span, isMatch] : stretches) {
        if (joins(isMatch, previous) && !parts.empty())
            parts.back() = {std::min(parts.back().begin, span.begin), std::max(parts.back().end, span.end)};
        else
            parts.push_back(span);
        previous = isMatch;
    }
    return parts;
}

/// Combines the stretches into parts according to `behavior`.
std::vector<Span> splitStretches(std::vector<Stretch> stretches, DelimiterBehavior behavior)
{
    // If there are several matches in a row, only the one beside the text joins it.
    const auto first = [](bool isMatch, bool previous) { return isMatch && !previous; };
    if (behavior == DelimiterBehavior::kMergedWithPrevious)
        return merged(stretches, first);
    if (behavior == DelimiterBehavior::kContiguous)
        return merged(stretches, std::equal_to<>());
    std::vector<Span> parts;
    if (behavior == DelimiterBehavior::kMergedWithNext) {
        std::ranges::reverse(stretches);
        parts = merged(stretches, first);
        std::ranges::reverse(parts);
        return parts;
    }
    parts.reserve(stretches.size());
    for (const Stretch& stretch : stretches) {
        if (!stretch.isMatch || behavior == DelimiterBehavior::kIsolated)
            parts.push_back(stretch.span);
    }
    return parts;
}

/// Appends the non-empty parts of a piece that starts at `offset`.
void appendParts(std::span<const Span> parts, std::size_t offset, std::vector<TextPiece>& pieces)
{
    for (const Span& part : parts) {
        if (part.begin < part.end)
            pieces.push_back({offset + part.begin, offset + part.end, -1});
    }
}

constexpr int kAny = -1;

int scriptOf(char32_t c)
{
    constexpr char32_t kProlongedSoundMark = 0x30FC;
    if (c == ' ')
        return kAny;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &status);
    if (U_FAILURE(status) || script == USCRIPT_UNKNOWN)
        return kAny;
    if (script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || c == kProlongedSoundMark)
        return USCRIPT_HAN;
    return script;
}

/// Cuts where the script of the letters changes, as SentencePiece's trainer does: kana counts as Han, and a
/// space belongs to the script around it. Text before the first letter is left out, as by Hugging Face.
void splitByScript(std::u32string_view text, std::vector<Span>& parts)
{
    constexpr int kNone = -2;
    int last = kNone;
    std::size_t begin = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int script = scriptOf(text[i]);
        if (script == kAny)
            continue;
        if (script != last) {
            if (last != kNone)
                parts.push_back({begin, i});
            begin = i;
        }
        last = script;
    }
    if (last != kNone)
        parts.push_back({begin, text.size()});
}

/// Cuts every piece by `cut(text of the piece, parts)`, which fills `parts` with positions in the piece.
Result<void> cutPieces(TextPieces& text, const auto& cut)
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
        RETURN_IF_ERROR(cut(chars.substr(piece.begin, piece.end - piece.begin), parts));
        appendParts(parts, piece.begin, pieces);
    }
    text.pieces = std::move(pieces);
    return {};
}

/// Rewrites every piece by `rewrite(old text, piece, new text, begin)`. Pieces that it ends itself it
/// appends, and sets where the last one begins.
PreTokenizerPtr rewriting(auto rewrite)
{
    return makeStep<PreTokenizer>([rewrite](TextPieces& text, TextBudget&) -> Result<void> {
        TextPieces out;
        out.text.reserve(text.text.size() + text.pieces.size());
        out.pieces.reserve(text.pieces.size());
        for (const TextPiece& piece : text.pieces) {
            std::size_t begin = out.text.size();
            if (piece.addedToken >= 0)
                out.text.append(text.text, piece.begin, piece.end);
            else
                rewrite(text.text, piece, out, begin);
            out.pieces.push_back({begin, out.text.size(), piece.addedToken});
        }
        text = std::move(out);
        return {};
    });
}

/// Cuts every piece by a function of its text that cannot fail.
PreTokenizerPtr simpleSplit(auto cut)
{
    return makeStep<PreTokenizer>([cut](TextPieces& text, TextBudget&) {
        return cutPieces(text, [&cut](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
            cut(chars, parts);
            return {};
        });
    });
}

/// Cuts at single characters of a class.
PreTokenizerPtr classSplit(bool (*inClass)(char32_t), DelimiterBehavior behavior)
{
    return simpleSplit([inClass, behavior](std::u32string_view chars, std::vector<Span>& parts) {
        std::vector<Span> matches;
        for (std::size_t i = 0; i < chars.size(); ++i) {
            if (inClass(chars[i]))
                matches.push_back({i, i + 1});
        }
        parts = splitStretches(stretchesOf(matches, chars.size(), false), behavior);
    });
}

PreTokenizerPtr patternSplit(Pattern pattern, DelimiterBehavior behavior, bool inverted)
{
    return makeStep<PreTokenizer>(
        [pattern = std::move(pattern), behavior, inverted](TextPieces& text, TextBudget&) {
            Pattern::Search search(pattern, text.text.size());
            std::vector<Span> matches;
            return cutPieces(text, [&](std::u32string_view chars, std::vector<Span>& parts) -> Result<void> {
                RETURN_IF_ERROR(search.findAll(chars, matches));
                parts = splitStretches(stretchesOf(matches, chars.size(), inverted), behavior);
                return {};
            });
        });
}

/// Runs of word characters, and runs of other characters except white space.
void splitAtWhitespace(std::u32string_view chars, std::vector<Span>& parts)
{
    const auto kind = [](char32_t c) { return isWordCharacter(c) ? 0 : isWhitespace(c) ? 1 : 2; };
    for (std::size_t begin = 0; begin < chars.size();) {
        const int first = kind(chars[begin]);
        std::size_t end = begin + 1;
        while (end < chars.size() && kind(chars[end]) == first)
            ++end;
        if (first != 1)
            parts.push_back({begin, end});
        begin = end;
    }
}

void prefixSpace(const AlignedText& from, const TextPiece& piece, TextPieces& out, std::size_t& /*begin*/)
{
    if (from.chars[piece.begin] != ' ')
        out.text.append(U' ', from.origins[piece.begin]);
    out.text.append(from, piece.begin, piece.end);
}

/// Writes the bytes of a piece in the visible alphabet.
void writeBytes(const AlignedText& from, const TextPiece& piece, TextPieces& out, std::size_t& /*begin*/)
{
    const AlignedText bytes = byteLevelText(from, piece.begin, piece.end);
    out.text.append(bytes, 0, bytes.size());
}

enum class Prepend { kFirst, kNever, kAlways };

/// SentencePiece's way: spaces become a visible character, and words start with it.
PreTokenizerPtr makeMetaspace(char32_t sign, Prepend prepend, bool split)
{
    return rewriting(
        [=](const AlignedText& from, const TextPiece& piece, TextPieces& out, std::size_t& begin) {
            const auto shown = [sign](char32_t c) { return c == ' ' ? sign : c; };
            const bool wanted = prepend == Prepend::kAlways
                || (prepend == Prepend::kFirst && from.origins[piece.begin].begin == 0);
            if (wanted && shown(from.chars[piece.begin]) != sign)
                out.text.append(sign, from.origins[piece.begin]);
            for (std::size_t i = piece.begin; i < piece.end; ++i) {
                const char32_t c = shown(from.chars[i]);
                if (split && c == sign && out.text.size() > begin) {
                    out.pieces.push_back({begin, out.text.size(), -1});
                    begin = out.text.size();
                }
                out.text.append(c, from.origins[i]);
            }
        });
}

DelimiterBehavior readBehavior(const JsonFields& fields, std::optional<std::size_t> otherwise)
{
    return static_cast<DelimiterBehavior>(fields.choice(
        "behavior", {"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"},
        otherwise));
}

PreTokenizerPtr readMetaspaceSplitter(const JsonFields& fields)
{
    auto prepend = static_cast<Prepend>(fields.choice("prepend_scheme", {"first", "never", "always"}, 2));
    if (!fields.flag("add_prefix_space", true)) {
        if (fields.find("prepend_scheme") && prepend != Prepend::kNever)
            fields.report().bad(fields.path("add_prefix_space"),
                                "is false, but prepend_scheme asks for a prefix");
        prepend = Prepend::kNever;
    }
    return makeMetaspace(readCharacter(fields, "replacement"), prepend, fields.flag("split", true));
}

PreTokenizerPtr readByteLevel(const JsonFields& fields)
{
    fields.flag("trim_offsets", true);
    return makeByteLevelPreTokenizer(fields.flag("add_prefix_space"), fields.flag("use_regex", true));
}

PreTokenizerPtr readSplit(const JsonFields& fields)
{
    Pattern pattern = readPattern(fields, "pattern");
    const DelimiterBehavior behavior = readBehavior(fields, {});
    return patternSplit(std::move(pattern), behavior, fields.flag("invert", false));
}

PreTokenizerPtr readFixedLength(const JsonFields& fields)
{
    const auto length = static_cast<std::size_t>(fields.integer("length", 1, 1'000'000, 5));
    return simpleSplit([length](std::u32string_view chars, std::vector<Span>& parts) {
        for (std::size_t begin = 0; begin < chars.size(); begin += length)
            parts.push_back({begin, std::min(begin + length, chars.size())});
    });
}

PreTokenizerPtr readDigits(const JsonFields& fields)
{
    const bool single = fields.flag("individual_digits", false);
    return classSplit(isNumeric, single ? DelimiterBehavior::kIsolated : DelimiterBehavior::kContiguous);
}

} // namespace

const char* const kGpt2Expression
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

PreTokenizerPtr makeBertPreTokenizer()
{
    std::vector<PreTokenizerPtr> steps;
    steps.push_back(classSplit(isWhitespace, DelimiterBehavior::kRemoved));
    steps.push_back(classSplit(isPunctuation, DelimiterBehavior::kIsolated));
    return makeSequence(std::move(steps));
}

PreTokenizerPtr makeByteLevelPreTokenizer(bool addPrefixSpace, bool useRegex)
{
    std::vector<PreTokenizerPtr> steps;
    if (addPrefixSpace)
        steps.push_back(rewriting(prefixSpace));
    if (useRegex)
        steps.push_back(
            patternSplit(Pattern::regex(kGpt2Expression).value(), DelimiterBehavior::kIsolated, false));
    steps.push_back(rewriting(writeBytes));
    return makeSequence(std::move(steps));
}

PreTokenizerPtr readPreTokenizer(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<PreTokenizerPtr>>({
        {"Sequence",
         [](const JsonFields& f) { return makeSequence(readSteps(f, "pretokenizers", readPreTokenizer)); }},
        {"ByteLevel", readByteLevel},
        {"Metaspace", readMetaspaceSplitter},
        {"Split", readSplit},
        {"Digits", readDigits},
        {"BertPreTokenizer", [](const JsonFields&) { return makeBertPreTokenizer(); }},
        {"Whitespace", [](const JsonFields&) { return simpleSplit(splitAtWhitespace); }},
        {"WhitespaceSplit",
         [](const JsonFields&) { return classSplit(isWhitespace, DelimiterBehavior::kRemoved); }},
        {"Punctuation", [](const JsonFields& f) { return classSplit(isPunctuation, readBehavior(f, 1)); }},
        {"UnicodeScripts", [](const JsonFields&) { return simpleSplit(splitByScript); }},
        {"CharDelimiterSplit",
         [](const JsonFields& f) {
             return patternSplit(Pattern::literal({readCharacter(f, "delimiter")}),
                                 DelimiterBehavior::kRemoved, false);
         }},
        {"FixedLength", readFixedLength},
    });
    if (auto step = readTypedStep<PreTokenizerPtr>(fields, kTypes, "pre-tokenizer"))
        // Its errors name the place in the file, and its work is counted.
        return makeStep<PreTokenizer>(
            [step = std::move(step), where = fields.where()](TextPieces& text, TextBudget& budget) {
                Result<void> done = step->apply(text, budget);
                return finishedStep(std::move(done), text.text.size(), where, budget);
            });
    return makeSequence(std::vector<PreTokenizerPtr>());
}

} // namespace headlight
