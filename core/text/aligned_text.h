#pragma once

#include "core/text/text_budget.h"
#include "core/text/tokenizer.h"

#include <span>
#include <string>
#include <vector>

namespace headlight {

/// A text on its way through normalizers and pre-tokenizers. Every code point knows which code points
/// of the text as it was given it stands for. chars and origins have the same length.
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

/// Each code point of `text` stands for itself; the first is number `offset` of the text as given.
AlignedText alignedText(std::u32string_view text, std::int32_t offset = 0);

AlignedText alignedSlice(const AlignedText& text, std::size_t begin, std::size_t end);

/// One code point of a changed text and how it came about: 0 = it replaces the next old one;
/// > 0 = it is new and stands for what its predecessor stands for; −n = it replaces the next old
/// one, and the n after that vanish with it.
struct Change
{
    char32_t c = 0;
    std::int32_t change = 0;
};

/// Replaces the whole text. The first `skipped` old code points vanish without a successor.
void applyChanges(AlignedText& text, std::span<const Change> changes, std::size_t skipped = 0);

/// Half-open range of positions in an AlignedText.
struct Span
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Puts `content` in the place of each match (sorted, without overlap); the new code points stand for
/// what the last code point of the match stands for. kTooLong where the text would exceed its budget.
Result<void> replaceSpans(AlignedText& text, std::span<const Span> matches, std::u32string_view content,
                          const TextBudget& budget);

/// Puts `prefix` before the first code point; all of it stands for what that one stands for.
void prependTo(AlignedText& text, std::u32string_view prefix);

} // namespace headlight
