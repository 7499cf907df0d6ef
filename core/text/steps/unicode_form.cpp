#include "core/text/steps/unicode_form.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>

namespace headlight {

namespace {

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

/// The normal forms of Unicode (UAX #15), implemented here so that every code point of the result keeps its
/// origin: the first part of a decomposition replaces its character, further parts are new, and a composition
/// removes the second partner.
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
            return Error{ErrorCode::kUnsupported, "the Unicode data of ICU is not installed", {}, {}, {}};
        const auto changes = [this](char32_t c) { return !isPlain(c); };
        if (std::none_of(text.chars.begin(), text.chars.end(), changes))
            return {};
        std::vector<Step> steps;
        if (Result<void> done = decompose(text.chars, budget, steps); !done)
            return done;
        if (m_form == UnicodeForm::kNfc || m_form == UnicodeForm::kNfkc)
            steps = compose(steps);
        std::vector<Change> result;
        result.reserve(steps.size());
        for (const Step& step : steps)
            result.push_back(step.change);
        applyChanges(text, result);
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
            if (Result<void> fits = budget.checkSize(steps.size()); !fits)
                return fits;
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

} // namespace

NormalizerPtr makeUnicodeForm(UnicodeForm form)
{
    return std::make_unique<UnicodeFormNormalizer>(form);
}

} // namespace headlight
