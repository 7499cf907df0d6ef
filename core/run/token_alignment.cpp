#include "core/run/token_alignment.h"

#include "core/analysis/map_comparison.h"

namespace headlight {

Result<std::vector<Index>> alignedPositions(const std::vector<TokenLabel>& from,
                                            const std::vector<TokenLabel>& to)
{
    const TokenAlignment common = alignTokens(from, to, TokenMatch::kId);
    const Index left = common.leftOutA(), otherLeft = common.leftOutB();
    if (otherLeft > 0 && left > kMostCombinations / otherLeft)
        return badArgument("align", "found ", left, " and ", otherLeft,
                           " tokens between the first and the last difference, expected fewer than "
                           "5000 each. Align by position");
    std::vector<Index> positions(from.size(), -1);
    Index next = 0, otherNext = 0; // after the latest pair of equal tokens
    const auto pair = [&](Index i, Index j) {
        for (Index k = next; i - next == j - otherNext && k < i; ++k)
            positions[static_cast<std::size_t>(k)] = otherNext + k - next;
        if (i < std::ssize(from))
            positions[static_cast<std::size_t>(i)] = j;
        next = i + 1;
        otherNext = j + 1;
    };
    for (const TokenAlignment::Pair& equal : common.pairs())
        pair(equal.a, equal.b);
    pair(std::ssize(from), std::ssize(to));
    return positions;
}

} // namespace headlight
