#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// Limits on processing one text, so that a hostile tokenizer.json cannot use up all memory or run for
/// minutes. Both limits grow with the text; real tokenizers stay far below them: the character with the
/// longest normal form (U+FDFA) becomes 18, and a long pipeline goes through a text about twenty times.
class TextBudget
{
public:
    static constexpr std::size_t kGrowth = 32; ///< maximum code points per code point of the given text
    static constexpr std::size_t kGrowthBase = std::size_t{1} << 16U;
    static constexpr std::size_t kSteps = 256; ///< maximum visits per code point of the given text
    static constexpr std::size_t kStepsBase = std::size_t{1} << 22U;

    /// The budget of a text with that many code points.
    explicit TextBudget(std::size_t codePoints);

    /// kTooLong if a step would make the text too long.
    Result<void> checkSize(std::size_t codePoints) const;
    /// Counts visits; kTooLong if there are too many.
    Result<void> spend(std::size_t steps);
    std::size_t given() const { return m_given; }

private:
    std::size_t m_given;
    std::size_t m_left;
};

/// A text on its way through normalizers and pre-tokenizers. For every code point it records the code points
/// of the original text from which it comes. chars and origins have the same length.
struct AlignedText
{
    std::u32string chars;
    std::vector<CodePointRange> origins;

    std::size_t size() const { return chars.size(); }
    void append(char32_t c, CodePointRange origin)
    {
        chars.push_back(c);
        origins.push_back(origin);
    }
    void append(const AlignedText& from, std::size_t begin, std::size_t end);
    void reserve(std::size_t count)
    {
        chars.reserve(count);
        origins.reserve(count);
    }
};

/// Each code point of `text` is its own origin; the first is number `offset` of the original text.
AlignedText alignedText(std::u32string_view text, std::int32_t offset = 0);

AlignedText alignedSlice(const AlignedText& text, std::size_t begin, std::size_t end);

/// One code point of a changed text and its origin: 0 = replaces the next old one; > 0 = new, with the same
/// origin as its predecessor; −n = replaces the next old one and the n after it.
struct Change
{
    char32_t c = 0;
    std::int32_t change = 0;
};

/// Replaces the whole text. The first `skipped` old code points are removed without a successor.
void applyChanges(AlignedText& text, std::span<const Change> changes, std::size_t skipped = 0);

/// Half-open range of positions in an AlignedText.
struct Span
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Replaces each match (sorted, without overlap) by `content`; the new code points get the origin of the
/// match's last code point. kTooLong if the text would exceed its budget.
Result<void> replaceSpans(AlignedText& text, std::span<const Span> matches, std::u32string_view content,
                          const TextBudget& budget);

/// Puts `prefix` before the first code point; all of it gets the origin of that one.
void prependTo(AlignedText& text, std::u32string_view prefix);

} // namespace headlight
