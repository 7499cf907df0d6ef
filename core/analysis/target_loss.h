#pragma once

#include "core/trace/attention_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace headlight {

/// One position of the decoder: how unlikely `target` was after reading `input`.
struct TokenLoss
{
    TokenLabel input, target; ///< the targets are the inputs, shifted by one
    double onePass = 0; ///< −log p of the target in nats, from one pass over the whole line, as in training
    double stepByStep = 0; ///< the same from a pass over the tokens up to here, as in decoding
    double logitDifference = 0; ///< largest difference between the two rows of logits
};

/// The training loss of a line (teacher forcing): with a causal mask, one pass gives the same result at every
/// position as decoding ("Attention Is All You Need", 3.1 and 3.2.3).
struct TargetLoss
{
    std::vector<TokenLoss> tokens;

    /// In nats.
    double sum() const
    {
        return std::accumulate(tokens.begin(), tokens.end(), 0.0,
                               [](double sum, const TokenLoss& each) { return sum + each.onePass; });
    }
    /// Nats per token; 0 without tokens.
    double mean() const { return tokens.empty() ? 0.0 : sum() / static_cast<double>(tokens.size()); }
    /// Largest |one pass − step by step| of the losses; if it exceeds rounding, a later token has leaked.
    /// NaN if any of them is.
    double largestDifference() const
    {
        double largest = 0;
        for (const TokenLoss& each : tokens) {
            const double apart = std::abs(each.onePass - each.stepByStep);
            if (std::isnan(apart))
                return apart;
            largest = std::max(largest, apart);
        }
        return largest;
    }
};

} // namespace headlight
