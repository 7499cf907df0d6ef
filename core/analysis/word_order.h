#pragma once

#include "core/trace/attention_map.h"

#include <algorithm>
#include <vector>

namespace headlight {

/// One token of a sentence whose words change places.
struct MovedToken
{
    TokenLabel token;
    int to = 0; ///< its position in the other order
    /// ‖output there − output here‖ / ‖output here‖; 0 = the model does not notice.
    double withPositions = 0;
    double without = 0; ///< the same with positions switched off in both runs
};

/// A sentence and its reversal (words in reverse order, special tokens in place) in the first stack of
/// a model: without positions, attention sees a set of words, not their order ("Attention Is All You
/// Need", 3.5). All masks except padding are off, since a causal mask also encodes the order.
struct WordOrder
{
    std::vector<MovedToken> tokens;
    double largestWith() const { return largest(&MovedToken::withPositions); }
    double largestWithout() const { return largest(&MovedToken::without); }

private:
    double largest(double MovedToken::*change) const
    {
        double most = 0;
        for (const MovedToken& token : tokens)
            most = std::max(most, token.*change);
        return most;
    }
};

} // namespace headlight
