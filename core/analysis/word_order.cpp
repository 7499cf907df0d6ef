#include "core/analysis/word_order.h"

#include <algorithm>

namespace headlight {

double WordOrder::largestWith() const
{
    double largest = 0;
    for (const MovedToken& token : tokens)
        largest = std::max(largest, token.withPositions);
    return largest;
}

double WordOrder::largestWithout() const
{
    double largest = 0;
    for (const MovedToken& token : tokens)
        largest = std::max(largest, token.without);
    return largest;
}

} // namespace headlight
