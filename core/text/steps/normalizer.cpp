#include "core/text/steps/normalizer.h"

#include "core/base/text_list.h"
#include "core/text/steps/byte_level.h"
#include "core/text/steps/charsmap.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

enum class UnicodeForm { kNfc, kNfd, kNfkc, kNfkd };

/// A code point during conversion to a normal form.
struct Step
{
    Change change;
    std::uint8_t combiningClass = 0;
};

const icu::Normalizer2* instanceOf(UnicodeForm form)
{
    UErrorCode status = U_ZERO_ERROR;
    const bool compatible = form == UnicodeForm::kNfkc || form == UnicodeForm::kNfkd;
    const icu::Normalizer2* found
        = compatible ? icu::Normalizer2::getNFKCInstance(status) : icu::Normalizer2::getNFCInstance(status);
    return U_FAILURE(status) ? nullptr : found;
}

/// The normal forms of Unicode (UAX #15). ICU has the character data, but its normalizer does not report
/// which code point came from which, so the forms are computed here: the first part of a decomposition
/// replaces its character, further parts are new, and a composition removes the second partner.
class UnicodeFormNormalizer : public Normalizer
{
public:
    explicit UnicodeFormNormalizer(UnicodeForm form)
        : m_form(form)
        , m_data(instanceOf(form))
    { }

    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        if (!m_data)
            return Error{ErrorCode::kUnsupported, "the Unicode data of ICU is not installed"};
        const auto changes = [this](char32_t c) { return !isPlain(c); };
        if (std::ranges::none_of(text.chars, changes))
            return {};
        std::vector<Step> steps;
        RETURN_IF_ERROR(decompose(text.chars, budget, steps));
        if (m_form == UnicodeForm::kNfc || m_form == UnicodeForm::kNfkc)
            steps = compose(steps);
        applyChanges(text, listFrom(steps, &Step::change));
        return {};
    }

private:
    /// No character below these limits decomposes, or composes with another one below them.
    bool isPlain(char32_t c) const { return m_form == UnicodeForm::kNfc ? c < 0x300 : c < 0x80; }

    Result<void> decompose(std::u32string_view text, const TextBudget& budget, std::vector<Step>& steps) const
    {
        steps.reserve(text.size());
        std::size_t run = 0; // start of the marks that are not sorted yet
        const auto push = [&](char32_t c, std::int32_t change) {
            const std::uint8_t cls = c < 0x300 ? 0 : m_data->getCombiningClass(static_cast<UChar32>(c));
            if (cls == 0) {
                order(steps, run);
                run = steps.size() + 1;
            }
            steps.push_back({{c, change}, cls});
        };
        icu::UnicodeString parts;
        for (const char32_t c : text) {
            if (c < 0x80 || m_data->getDecomposition(static_cast<UChar32>(c), parts) == 0) {
                push(c, 0);
                continue;
            }
            for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1))
                push(static_cast<char32_t>(parts.char32At(i)), i == 0 ? 0 : 1);
            RETURN_IF_ERROR(budget.checkSize(steps.size()));
        }
        order(steps, run);
        return {};
    }

    static void order(std::vector<Step>& steps, std::size_t run)
    {
        if (run + 1 < steps.size()) {
            std::stable_sort(
                steps.begin() + static_cast<std::ptrdiff_t>(run), steps.end(),
                [](const Step& a, const Step& b) { return a.combiningClass < b.combiningClass; });
        }
    }

    std::vector<Step> compose(const std::vector<Step>& steps) const
    {
        std::vector<Step> out;
        out.reserve(steps.size());
        std::size_t starter = steps.size(); // its index in `out`; steps.size() = none yet
        int lastClass = -1; // class of the marks between the starter and here; −1 = none
        for (const Step& step : steps) {
            const bool blocked = lastClass >= step.combiningClass;
            if (starter < steps.size() && !blocked) {
                Change& partner = out[starter].change;
                const UChar32 both = m_data->composePair(static_cast<UChar32>(partner.c),
                                                         static_cast<UChar32>(step.change.c));
                if (both >= 0) {
                    partner = {static_cast<char32_t>(both), partner.change + step.change.change - 1};
                    continue;
                }
            }
            if (step.combiningClass == 0) {
                starter = out.size();
                lastClass = -1;
            } else {
                lastClass = step.combiningClass;
            }
            out.push_back(step);
        }
        return out;
    }

    UnicodeForm m_form;
    const icu::Normalizer2* m_data;
};

NormalizerPtr makeUnicodeForm(UnicodeForm form)
{
    return std::make_unique<UnicodeFormNormalizer>(form);
}

/// Drops the code points that `keep` rejects; a dropped one is removed with its predecessor.
void filter(AlignedText& text, const auto& keep)
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

void mapEach(AlignedText& text, const auto& map)
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

NormalizerPtr readStripNormalizer(const JsonFields& fields)
{
    return makeStep<Normalizer>([left = fields.flag("strip_left"), right = fields.flag("strip_right")](
                                    AlignedText& text, TextBudget&) -> Result<void> {
        std::size_t begin = 0, end = text.size();
        while (left && begin < end && isWhitespace(text.chars[begin]))
            ++begin;
        while (right && end > begin && isWhitespace(text.chars[end - 1]))
            --end;
        if (end - begin < text.size())
            text = alignedSlice(text, begin, end);
        return {};
    });
}

NormalizerPtr readPrepend(const JsonFields& fields)
{
    return makeStep<Normalizer>(
        [prefix = decodeUtf8(fields.text("prepend"))](AlignedText& text, TextBudget& budget) -> Result<void> {
            if (text.size() == 0)
                return {};
            RETURN_IF_ERROR(budget.checkSize(text.size() + prefix.size()));
            prependTo(text, prefix);
            return {};
        });
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
            RETURN_IF_ERROR(nfd->apply(text, budget));
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
        {"Sequence",
         [](const JsonFields& f) { return makeSequence(readSteps(f, "normalizers", readNormalizer)); }},
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
        {"ByteLevel",
         [](const JsonFields&) {
             return simple([](AlignedText& text) { text = byteLevelText(text, 0, text.size()); });
         }},
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
