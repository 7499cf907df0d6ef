#pragma once

#include "core/sampling/distribution.h"
#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// One decoding step: its pass, the candidates, and the chosen token.
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

    TokenLabel token; ///< the chosen token, if hasToken()
    bool forced = false; ///< whether it comes from the given prefix, not from the strategy
    float logProbability = 0; ///< natural logarithm of the probability of `token`, from the raw logits
    int rank = 0; ///< rank of `token` among all tokens, 0 = most likely
    double entropy = 0; ///< in bits, over the whole vocabulary, from the raw logits
    std::vector<Choice> candidates; ///< the best ten, most likely first; none if the logits are not numbers
    std::shared_ptr<const StepLogits> logits; ///< null if they are not kept
    Trace trace; ///< all rows up to the one that produced the token

    TokenId id() const { return static_cast<TokenId>(token.id); }
    /// Whether there is a token: none can be chosen from logits that are not numbers.
    bool hasToken() const { return forced || !std::isnan(logProbability); }
    float probability() const { return std::exp(logProbability); }
};

} // namespace headlight
