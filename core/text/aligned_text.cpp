#include "core/text/aligned_text.h"

#include <algorithm>

namespace headlight {

namespace {

/// Texts are at most 2^28 bytes (see the pipeline), so that nothing here overflows.
std::size_t mostCodePoints(std::size_t given)
{
    return TextBudget::kGrowth * given + TextBudget::kGrowthBase;
}

Error overBudget(std::string message)
{
    return {ErrorCode::kTooLong, std::move(message)};
}

/// The origin of a code point inserted after the first `at` old ones.
CodePointRange originBefore(const AlignedText& text, std::size_t at)
{
    if (text.origins.empty())
        return {};
    if (at == 0)
        return {text.origins.front().begin, text.origins.front().begin};
    return text.origins[std::min(at, text.size()) - 1];
}

} // namespace

TextBudget::TextBudget(std::size_t codePoints)
    : m_given(codePoints)
    , m_left(kSteps * codePoints + kStepsBase)
{ }

Result<void> TextBudget::checkSize(std::size_t codePoints) const
{
    const std::size_t most = mostCodePoints(m_given);
    if (codePoints <= most)
        return {};
    return overBudget(concat("this step makes a text of ", m_given, " characters too long: expected at most ",
                             most, " (", kGrowth, " for each and ", kGrowthBase, ")"));
}

Result<void> TextBudget::spend(std::size_t steps)
{
    if (steps <= m_left) {
        m_left -= steps;
        return {};
    }
    m_left = 0;
    return overBudget(concat("this step takes too much work on a text of ", m_given,
                             " characters: expected at most ", kSteps * m_given + kStepsBase, " visits (",
                             kSteps, " for each and ", kStepsBase, ")"));
}

void AlignedText::append(const AlignedText& from, std::size_t begin, std::size_t end)
{
    chars.append(from.chars, begin, end - begin);
    origins.insert(origins.end(), from.origins.begin() + static_cast<std::ptrdiff_t>(begin),
                   from.origins.begin() + static_cast<std::ptrdiff_t>(end));
}

AlignedText alignedText(std::u32string_view text, std::int32_t offset)
{
    AlignedText out;
    out.chars = text;
    out.origins.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i, ++offset)
        out.origins.push_back({offset, offset + 1});
    return out;
}

AlignedText alignedSlice(const AlignedText& text, std::size_t begin, std::size_t end)
{
    AlignedText out;
    out.append(text, begin, end);
    return out;
}

void applyChanges(AlignedText& text, std::span<const Change> changes, std::size_t skipped)
{
    AlignedText out;
    out.reserve(changes.size());
    std::size_t next = skipped;
    for (const Change& change : changes) {
        if (change.change > 0) {
            out.append(change.c, originBefore(text, next));
            continue;
        }
        out.append(change.c, originBefore(text, next + 1));
        next += 1 + static_cast<std::size_t>(-change.change);
    }
    text = std::move(out);
}

Result<void> replaceSpans(AlignedText& text, std::span<const Span> matches, std::u32string_view content,
                          const TextBudget& budget)
{
    if (matches.empty())
        return {};
    std::size_t size = text.size() + matches.size() * content.size();
    for (const Span& match : matches)
        size -= match.end - match.begin;
    RETURN_IF_ERROR(budget.checkSize(size));
    AlignedText out;
    out.reserve(size);
    std::size_t done = 0;
    for (const Span& match : matches) {
        out.append(text, done, match.begin);
        for (const char32_t c : content)
            out.append(c, originBefore(text, match.end));
        done = match.end;
    }
    out.append(text, done, text.size());
    text = std::move(out);
    return {};
}

void prependTo(AlignedText& text, std::u32string_view prefix)
{
    const CodePointRange origin = text.origins.empty() ? CodePointRange{} : text.origins.front();
    text.chars.insert(0, prefix);
    text.origins.insert(text.origins.begin(), prefix.size(), origin);
}

} // namespace headlight
