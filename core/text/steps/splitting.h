#pragma once

#include "core/text/steps/pretokenizer.h"

#include <span>

namespace headlight {

/// What happens to the delimiters when a text is cut at them.
enum class DelimiterBehavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };

/// A stretch between two cuts: a match of the pattern, or the text between two matches.
struct Stretch
{
    Span span;
    bool isMatch = false;
};

/// Covers [0, size) by matches (sorted, without overlap) and the gaps between them. Inverted: the gaps count
/// as the matches.
std::vector<Stretch> stretchesOf(std::span<const Span> matches, std::size_t size, bool inverted);

/// Combines the stretches into parts according to `behavior`.
std::vector<Span> splitStretches(std::span<const Stretch> stretches, DelimiterBehavior behavior);

/// Appends the non-empty parts of a piece that starts at `offset`.
void appendParts(std::span<const Span> parts, std::size_t offset, std::vector<TextPiece>& pieces);

} // namespace headlight
