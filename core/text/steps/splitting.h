#pragma once

#include "core/text/steps/pretokenizer.h"

#include <span>

namespace headlight {

/// What becomes of the delimiters when a text is cut at them.
enum class DelimiterBehavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };

/// A stretch between two cuts: a match of the pattern or what lies between two matches.
struct Stretch
{
    Span span;
    bool isMatch = false;
};

/// Lays matches (sorted, without overlap) and the gaps between them side by side over [0, size).
/// Inverted: the gaps are the matches.
std::vector<Stretch> stretchesOf(std::span<const Span> matches, std::size_t size, bool inverted);

/// The parts that `behavior` makes of the stretches.
std::vector<Span> splitStretches(std::span<const Stretch> stretches, DelimiterBehavior behavior);

/// Appends the parts of piece [offset …) that are not empty.
void appendParts(std::span<const Span> parts, std::size_t offset, std::vector<TextPiece>& pieces);

} // namespace headlight
