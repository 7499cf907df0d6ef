#include "core/text/steps/normalizer.h"

#include "core/text/steps/byte_level.h"
#include "core/text/steps/charsmap.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/steps/unicode_form.h"
#include "core/text/unicode.h"

#include <array>
#include <functional>

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
class SimpleNormalizer : public Normalizer
{
public:
    explicit SimpleNormalizer(void (*step)(AlignedText&))
        : m_step(step)
    { }
    Result<void> apply(AlignedText& text, TextBudget&) const override
    {
        m_step(text);
        return {};
    }

private:
    void (*m_step)(AlignedText&);
};

NormalizerPtr simple(void (*step)(AlignedText&))
{
    return std::make_unique<SimpleNormalizer>(step);
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

class BertNormalizer : public Normalizer
{
public:
    explicit BertNormalizer(const BertNormalizerOptions& options)
        : m_options(options)
        , m_nfd(makeUnicodeForm(UnicodeForm::kNfd))
    { }

    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        if (m_options.cleanText)
            clean(text);
        if (m_options.handleChineseCharacters)
            spaceOutChinese(text);
        if (m_options.stripAccents) {
            if (Result<void> done = m_nfd->apply(text, budget); !done)
                return done;
            filter(text, [](char32_t c) { return !isNonspacingMark(c); });
        }
        if (m_options.lowercase)
            lowercase(text);
        return {};
    }

private:
    static void clean(AlignedText& text)
    {
        filter(text, [](char32_t c) {
            if (c == '\t' || c == '\n' || c == '\r')
                return true;
            return c != 0 && c != 0xFFFD && !isOther(c);
        });
        mapEach(text, [](char32_t c) { return isWhitespace(c) ? U' ' : c; });
    }

    static void spaceOutChinese(AlignedText& text)
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

    BertNormalizerOptions m_options;
    NormalizerPtr m_nfd;
};

class StripNormalizer : public Normalizer
{
public:
    StripNormalizer(bool left, bool right)
        : m_left(left)
        , m_right(right)
    { }
    Result<void> apply(AlignedText& text, TextBudget&) const override
    {
        std::size_t begin = 0;
        std::size_t end = text.size();
        while (m_left && begin < end && isWhitespace(text.chars[begin]))
            ++begin;
        while (m_right && end > begin && isWhitespace(text.chars[end - 1]))
            --end;
        if (end - begin < text.size())
            text = alignedSlice(text, begin, end);
        return {};
    }

private:
    bool m_left;
    bool m_right;
};

class PrependNormalizer : public Normalizer
{
public:
    explicit PrependNormalizer(std::u32string prefix)
        : m_prefix(std::move(prefix))
    { }
    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        if (text.size() == 0)
            return {};
        if (auto fits = budget.checkSize(text.size() + m_prefix.size()); !fits)
            return fits;
        prependTo(text, m_prefix);
        return {};
    }

private:
    std::u32string m_prefix;
};

class ReplaceNormalizer : public Normalizer
{
public:
    ReplaceNormalizer(Pattern pattern, std::u32string content)
        : m_pattern(std::move(pattern))
        , m_content(std::move(content))
    { }
    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        std::vector<Span> matches;
        if (Result<void> found = Pattern::Search(m_pattern, text.size()).findAll(text.chars, matches); !found)
            return found;
        return replaceSpans(text, matches, m_content, budget);
    }

private:
    Pattern m_pattern;
    std::u32string m_content;
};

class NormalizerSequence : public Normalizer
{
public:
    explicit NormalizerSequence(std::vector<NormalizerPtr> steps)
        : m_steps(std::move(steps))
    { }
    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        for (const NormalizerPtr& step : m_steps) {
            if (Result<void> done = step->apply(text, budget); !done)
                return done;
        }
        return {};
    }

private:
    std::vector<NormalizerPtr> m_steps;
};

/// A step from a file: its errors name the place, and its work is counted.
class LocatedNormalizer : public Normalizer
{
public:
    LocatedNormalizer(NormalizerPtr step, std::string where)
        : m_step(std::move(step))
        , m_where(std::move(where))
    { }
    Result<void> apply(AlignedText& text, TextBudget& budget) const override
    {
        Result<void> done = m_step->apply(text, budget);
        return finishedStep(std::move(done), text.size(), m_where, budget);
    }

private:
    NormalizerPtr m_step;
    std::string m_where;
};

NormalizerPtr readNormalizers(const JsonFields& fields)
{
    return std::make_unique<NormalizerSequence>(readSteps(fields, "normalizers", readNormalizer));
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
        return std::make_unique<NormalizerSequence>(std::vector<NormalizerPtr>());
    const Result<std::string> bytes = decodeBase64(blob);
    Result<Charsmap> map = bytes ? Charsmap::parse(*bytes) : bytes.error();
    if (map)
        return makeCharsmapNormalizer(std::move(*map));
    fields.report().bad(fields.path("precompiled_charsmap"), map.error().message);
    return std::make_unique<NormalizerSequence>(std::vector<NormalizerPtr>());
}

NormalizerPtr readReplace(const JsonFields& fields)
{
    return std::make_unique<ReplaceNormalizer>(readPattern(fields, "pattern"),
                                               decodeUtf8(fields.text("content")));
}

} // namespace

NormalizerPtr makeBertNormalizer(const BertNormalizerOptions& options)
{
    return std::make_unique<BertNormalizer>(options);
}

NormalizerPtr makeNormalizerSequence(std::vector<NormalizerPtr> steps)
{
    return std::make_unique<NormalizerSequence>(std::move(steps));
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
        {"Strip",
         [](const JsonFields& f) -> NormalizerPtr {
             return std::make_unique<StripNormalizer>(f.flag("strip_left"), f.flag("strip_right"));
         }},
        {"Replace", readReplace},
        {"Prepend",
         [](const JsonFields& f) -> NormalizerPtr {
             return std::make_unique<PrependNormalizer>(decodeUtf8(f.text("prepend")));
         }},
        {"BertNormalizer", readBert},
        {"Precompiled", readPrecompiled},
        {"Nmt", [](const JsonFields&) { return simple(cleanLikeNmt); }},
        {"ByteLevel", [](const JsonFields&) { return simple(toByteAlphabet); }},
    });
    if (auto step = readTypedStep<NormalizerPtr>(fields, kTypes, "normalizer"))
        return std::make_unique<LocatedNormalizer>(std::move(step), fields.where());
    return std::make_unique<NormalizerSequence>(std::vector<NormalizerPtr>());
}

} // namespace headlight
