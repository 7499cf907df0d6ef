#include "core/run/token_alignment.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace headlight {

namespace {

/// Lengths of common subsequences that are kept at once: 128 MB.
constexpr std::size_t kMostCells = std::size_t{1} << 25U;

} // namespace

Result<std::vector<Index>> alignedPositions(const std::vector<TokenLabel>& from,
                                            const std::vector<TokenLabel>& to)
{
    const auto same = [&](std::size_t i, std::size_t j) { return from[i].id == to[j].id; };
    std::size_t begin = 0, end = from.size(), otherEnd = to.size();
    while (begin < std::min(end, otherEnd) && same(begin, begin))
        ++begin;
    while (std::min(end, otherEnd) > begin && same(end - 1, otherEnd - 1)) {
        --end;
        --otherEnd;
    }
    const std::size_t width = otherEnd - begin + 1;
    if (end - begin + 1 > kMostCells / width)
        return badArgument("align", "found ", end - begin, " and ", width - 1,
                           " tokens between the first and the last difference, expected fewer than "
                           "5000 each. Align by position");
    // longest[i][j]: of what follows i and j.
    std::vector<std::int32_t> longest((end - begin + 1) * width, 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::int32_t& {
        return longest[(i - begin) * width + j - begin];
    };
    for (std::size_t i = end; i-- > begin;)
        for (std::size_t j = otherEnd; j-- > begin;)
            at(i, j) = same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    std::vector<Index> positions(from.size(), -1);
    std::size_t next = 0, otherNext = 0; // after the latest pair of equal tokens
    const auto pair = [&](std::size_t i, std::size_t j) {
        for (std::size_t k = next; i - next == j - otherNext && k < i; ++k)
            positions[k] = static_cast<Index>(otherNext + k - next);
        if (i < from.size())
            positions[i] = static_cast<Index>(j);
        next = i + 1;
        otherNext = j + 1;
    };
    for (std::size_t i = 0; i < begin; ++i)
        pair(i, i);
    for (std::size_t i = begin, j = begin; i < end && j < otherEnd;) {
        if (same(i, j))
            pair(i++, j++);
        else if (at(i + 1, j) >= at(i, j + 1))
            ++i;
        else
            ++j;
    }
    for (std::size_t i = end; i <= from.size(); ++i)
        pair(i, otherEnd + i - end);
    return positions;
}

} // namespace headlight
