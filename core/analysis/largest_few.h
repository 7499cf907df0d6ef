#pragma once

#include "core/math/matrix.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace headlight {

/// Returns up to `count` of the indices 0 … size − 1 with the largest number(i), largest first; ties go to
/// the lower index. Indices for which isWanted(i) is false are left out. One pass; meant for a few out of
/// many.
std::vector<Index> largestFew(Index size, std::size_t count, const auto& number, const auto& isWanted)
{
    std::vector<Index> few;
    for (Index i = 0; i < size; ++i) {
        if (count == 0 || !isWanted(i) || (few.size() == count && !(number(i) > number(few.back()))))
            continue;
        if (few.size() == count)
            few.pop_back();
        const auto after = std::ranges::find_if(few, [&](Index other) { return number(i) > number(other); });
        few.insert(after, i);
    }
    return few;
}

/// The last of the elements, the largest first, that it takes for their numbers to sum to `wanted`; all
/// before it are then at least as large. Halves what is undecided in each round, instead of sorting. Not for
/// an empty range.
auto lastToReach(double wanted, auto first, auto last, const auto& larger, const auto& number)
{
    double covered = 0;
    while (last - first > 1) {
        const auto middle = first + (last - first) / 2;
        std::nth_element(first, middle, last, larger);
        double half = 0;
        for (auto each = first; each != middle; ++each)
            half += static_cast<double>(number(*each));
        if (covered + half < wanted) {
            covered += half;
            first = middle;
        } else {
            last = middle;
        }
    }
    return first;
}

} // namespace headlight
