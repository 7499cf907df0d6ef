#pragma once

#include "core/sampling/distribution.h"
#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// One decoding step: the pass that was made, what it proposed, what was taken.
struct DecodeStep
{
    /// One of the most likely tokens.
    struct Choice
    {
        TokenId id = 0;
        std::string text; ///< as in TokenLabel
        float logProbability = 0; ///< natural logarithm, from the raw logits
        float probability() const { return std::exp(logProbability); }
    };

    TokenLabel token; ///< what was taken
    bool forced = false; ///< came from the given prefix, not from the strategy
    float logProbability = 0; ///< of `token`: natural logarithm, from the raw logits
    int rank = 0; ///< of `token` among all, 0 = most likely
    double entropy = 0; ///< bits, of the raw distribution over the whole vocabulary
    std::vector<Choice> candidates; ///< the best ten, most likely first
    std::shared_ptr<const StepLogits> logits; ///< null where they are not kept
    Trace trace; ///< all rows up to the one that produced the token

    TokenId id() const { return static_cast<TokenId>(token.id); }
    float probability() const { return std::exp(logProbability); }
};

} // namespace headlight
