#pragma once

#include "core/sampling/sampler.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace headlight {

struct GenerationSettings;

/// What the model's settings forbid or force in one step, applied in place to a row of logits (or
/// log-probabilities): bad words, repeated n-grams, n-grams of the source, suppressed and forced tokens.
class TokenRules
{
public:
    /// source: the encoder's ids without padding; empty for decoder-only models. first: the token that the
    /// output must begin with, instead of the one from the settings.
    TokenRules(const GenerationSettings& settings, std::vector<TokenId> source,
               std::optional<TokenId> first = std::nullopt);

    /// history: the decoder's ids so far (including start token or prompt); generated: how many of them are
    /// new; last: whether this step produces the last token that the length limit allows.
    void apply(std::span<float> scores, const std::vector<TokenId>& history, int generated, bool last) const;
    /// The same as a list, without ids outside the vocabulary.
    RuleEffect effect(std::size_t vocabulary, const std::vector<TokenId>& history, int generated,
                      bool last) const;
    bool isEnd(TokenId id) const;

private:
    const GenerationSettings& m_settings;
    std::vector<TokenId> m_source;
    TokenId m_first; ///< -1 = none
};

} // namespace headlight
