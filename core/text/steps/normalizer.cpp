#include "core/text/steps/normalizer.h"

#include "core/text/steps/byte_level.h"
#include "core/text/steps/charsmap.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/steps/unicode_form.h"
#include "core/text/unicode.h"

#include <array>

namespace headlight {

namespace {

/// Drops the code points that `keep` rejects; a dropped one is removed with its predecessor.
template <typename Keep>
void filter(AlignedText& text, const Keep& keep)
{
    std::vector<Change> changes;
    changes.reserve(text.size());
    std::size_t skipped = 0;
    for (const char32_t c : text.chars) {
        if (keep(c))
            changes.push_back({c, 0});
        else if (changes.empty())
            ++skipped;
        else
            --changes.back().change;
    }
    if (changes.size() < text.size())
        applyChanges(text, changes, skipped);
}

template <typename Map>
void mapEach(AlignedText& text, const Map& map)
{
    for (char32_t& c : text.chars)
        c = map(c);
}

void lowercase(AlignedText& text)
{
    std::vector<Change> changes;
    changes.reserve(text.size());
    std::u32string lower;
    for (const char32_t c : text.chars) {
        lower.clear();
        appendLowercase(lower, c);
        for (std::size_t i = 0; i < lower.size(); ++i)
            changes.push_back({lower[i], i == 0 ? 0 : 1});
    }
    applyChanges(text, changes);
}

/// A step without parameters.
NormalizerPtr simple(void (*step)(AlignedText&))
{
    return makeStep<Normalizer>([step](AlignedText& text, TextBudget&) -> Result<void> {
        step(text);
        return {};
    });
}

void stripAccents(AlignedText& text)
{
    filter(text, [](char32_t c) { return !isMark(c); });
}

/// The clean-up of SentencePiece's "nmt" rule: removes controls and turns other white space into spaces.
void cleanLikeNmt(AlignedText& text)
{
    filter(text, [](char32_t c) {
        return !((c >= 0x01 && c <= 0x08) || c == 0x0B || (c >= 0x0E && c <= 0x1F) || c == 0x7F || c == 0x8F
                 || c == 0x9F);
    });
    mapEach(text, [](char32_t c) {
        const bool space = c == 0x09 || c == 0x0A || c == 0x0C || c == 0x0D || c == 0x1680
            || (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF
            || c == 0xFFFD;
        return space ? U' ' : c;
    });
}

void toByteAlphabet(AlignedText& text)
{
    text = byteLevelText(text, 0, text.size());
}

bool isChinese(char32_t c)
{
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

void cleanLikeBert(AlignedText& text)
{
    filter(text, [](char32_t c) {
        if (c == '\t' || c == '\n' || c == '\r')
            return true;
        return c != 0 && c != 0xFFFD && !isOther(c);
    });
    mapEach(text, [](char32_t c) { return isWhitespace(c) ? U' ' : c; });
}

void spaceOutChinese(AlignedText& text)
{
    std::vector<Change> changes;
    changes.reserve(text.size());
    for (const char32_t c : text.chars) {
        if (isChinese(c)) {
            changes.push_back({U' ', 0});
            changes.push_back({c, 1});
            changes.push_back({U' ', 1});
        } else {
            changes.push_back({c, 0});
        }
    }
    applyChanges(text, changes);
}

void strip(AlignedText& text, bool left, bool right)
{
    std::size_t begin = 0;
    std::size_t end = text.size();
    while (left && begin < end && isWhitespace(text.chars[begin]))
        ++begin;
    while (right && end > begin && isWhitespace(text.chars[end - 1]))
        --end;
    if (end - begin < text.size())
        text = alignedSlice(text, begin, end);
}

NormalizerPtr readStripNormalizer(const JsonFields& fields)
{
    return makeStep<Normalizer>([left = fields.flag("strip_left"), right = fields.flag("strip_right")](
                                    AlignedText& text, TextBudget&) -> Result<void> {
        strip(text, left, right);
        return {};
    });
}

NormalizerPtr readPrepend(const JsonFields& fields)
{
    return makeStep<Normalizer>(
        [prefix = decodeUtf8(fields.text("prepend"))](AlignedText& text, TextBudget& budget) -> Result<void> {
            if (text.size() == 0)
                return {};
            if (auto fits = budget.checkSize(text.size() + prefix.size()); !fits)
                return fits;
            prependTo(text, prefix);
            return {};
        });
}

NormalizerPtr readNormalizers(const JsonFields& fields)
{
    return makeSequence(readSteps(fields, "normalizers", readNormalizer));
}

NormalizerPtr readBert(const JsonFields& fields)
{
    BertNormalizerOptions options;
    options.cleanText = fields.flag("clean_text", true);
    options.handleChineseCharacters = fields.flag("handle_chinese_chars", true);
    options.lowercase = fields.flag("lowercase", true);
    options.stripAccents = fields.flag("strip_accents", options.lowercase);
    return makeBertNormalizer(options);
}

NormalizerPtr readPrecompiled(const JsonFields& fields)
{
    // For models without a rule, exporters write null or an empty text: nothing is replaced.
    const std::string blob = fields.text("precompiled_charsmap", std::string());
    if (blob.empty())
        return makeSequence(std::vector<NormalizerPtr>());
    const Result<std::string> bytes = decodeBase64(blob);
    Result<Charsmap> map = bytes ? Charsmap::parse(*bytes) : bytes.error();
    if (map)
        return makeCharsmapNormalizer(std::move(*map));
    fields.report().bad(fields.path("precompiled_charsmap"), map.error().message);
    return makeSequence(std::vector<NormalizerPtr>());
}

NormalizerPtr readReplace(const JsonFields& fields)
{
    Pattern pattern = readPattern(fields, "pattern");
    return makeStep<Normalizer>([pattern = std::move(pattern), content = decodeUtf8(fields.text("content"))](
                                    AlignedText& text, TextBudget& budget) -> Result<void> {
        std::vector<Span> matches;
        Result<void> found = Pattern::Search(pattern, text.size()).findAll(text.chars, matches);
        return found ? replaceSpans(text, matches, content, budget) : found;
    });
}

} // namespace

NormalizerPtr makeBertNormalizer(const BertNormalizerOptions& options)
{
    return makeStep<Normalizer>([options, nfd = makeUnicodeForm(UnicodeForm::kNfd)](
                                    AlignedText& text, TextBudget& budget) -> Result<void> {
        if (options.cleanText)
            cleanLikeBert(text);
        if (options.handleChineseCharacters)
            spaceOutChinese(text);
        if (options.stripAccents) {
            if (Result<void> done = nfd->apply(text, budget); !done)
                return done;
            filter(text, [](char32_t c) { return !isNonspacingMark(c); });
        }
        if (options.lowercase)
            lowercase(text);
        return {};
    });
}

NormalizerPtr makeNormalizerSequence(std::vector<NormalizerPtr> steps)
{
    return makeSequence(std::move(steps));
}

NormalizerPtr readNormalizer(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<NormalizerPtr>>({
        {"Sequence", readNormalizers},
        {"NFC", [](const JsonFields&) { return makeUnicodeForm(UnicodeForm::kNfc); }},
        {"NFD", [](const JsonFields&) { return makeUnicodeForm(UnicodeForm::kNfd); }},
        {"NFKC", [](const JsonFields&) { return makeUnicodeForm(UnicodeForm::kNfkc); }},
        {"NFKD", [](const JsonFields&) { return makeUnicodeForm(UnicodeForm::kNfkd); }},
        {"Lowercase", [](const JsonFields&) { return simple(lowercase); }},
        {"StripAccents", [](const JsonFields&) { return simple(stripAccents); }},
        {"Strip", readStripNormalizer},
        {"Replace", readReplace},
        {"Prepend", readPrepend},
        {"BertNormalizer", readBert},
        {"Precompiled", readPrecompiled},
        {"Nmt", [](const JsonFields&) { return simple(cleanLikeNmt); }},
        {"ByteLevel", [](const JsonFields&) { return simple(toByteAlphabet); }},
    });
    if (auto step = readTypedStep<NormalizerPtr>(fields, kTypes, "normalizer"))
        // Its errors name the place in the file, and its work is counted.
        return makeStep<Normalizer>(
            [step = std::move(step), where = fields.where()](AlignedText& text, TextBudget& budget) {
                Result<void> done = step->apply(text, budget);
                return finishedStep(std::move(done), text.size(), where, budget);
            });
    return makeSequence(std::vector<NormalizerPtr>());
}

} // namespace headlight
