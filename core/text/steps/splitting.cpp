#include "core/text/steps/splitting.h"

#include <algorithm>

namespace headlight {

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

namespace {

std::vector<Span> mergeWithPrevious(std::span<const Stretch> stretches)
{
    std::vector<Span> parts;
    bool previous = false;
    for (const Stretch& stretch : stretches) {
        // Of several consecutive matches, only the first one joins the text before it.
        if (stretch.isMatch && !previous && !parts.empty())
            parts.back().end = stretch.span.end;
        else
            parts.push_back(stretch.span);
        previous = stretch.isMatch;
    }
    return parts;
}

std::vector<Span> mergeWithNext(std::span<const Stretch> stretches)
{
    std::vector<Span> parts;
    bool previous = false;
    for (std::size_t i = stretches.size(); i-- > 0;) {
        const Stretch& stretch = stretches[i];
        if (stretch.isMatch && !previous && !parts.empty())
            parts.back().begin = stretch.span.begin;
        else
            parts.push_back(stretch.span);
        previous = stretch.isMatch;
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
}

std::vector<Span> mergeEqual(std::span<const Stretch> stretches)
{
    std::vector<Span> parts;
    bool previous = false;
    for (const Stretch& stretch : stretches) {
        if (stretch.isMatch == previous && !parts.empty())
            parts.back().end = stretch.span.end;
        else
            parts.push_back(stretch.span);
        previous = stretch.isMatch;
    }
    return parts;
}

} // namespace

std::vector<Span> splitStretches(std::span<const Stretch> stretches, DelimiterBehavior behavior)
{
    switch (behavior) {
    case DelimiterBehavior::kMergedWithPrevious:
        return mergeWithPrevious(stretches);
    case DelimiterBehavior::kMergedWithNext:
        return mergeWithNext(stretches);
    case DelimiterBehavior::kContiguous:
        return mergeEqual(stretches);
    case DelimiterBehavior::kRemoved:
    case DelimiterBehavior::kIsolated:
        break;
    }
    std::vector<Span> parts;
    parts.reserve(stretches.size());
    for (const Stretch& stretch : stretches) {
        if (!stretch.isMatch || behavior == DelimiterBehavior::kIsolated)
            parts.push_back(stretch.span);
    }
    return parts;
}

void appendParts(std::span<const Span> parts, std::size_t offset, std::vector<TextPiece>& pieces)
{
    for (const Span& part : parts) {
        if (part.begin < part.end)
            pieces.push_back({offset + part.begin, offset + part.end, -1});
    }
}

} // namespace headlight
