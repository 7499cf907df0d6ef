#pragma once

#include "core/sampling/sampler.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace headlight {

struct GenerationSettings;

/// What the model's settings forbid or force at one step, applied to a row of logits (or of
/// log-probabilities) in place: bad words, repeated n-grams, n-grams of the source, suppressed and forced
/// tokens.
class TokenRules
{
public:
    /// source: the encoder's ids without padding; empty for decoder-only models. first: the token that the
    /// output begins with, instead of the settings' own.
    TokenRules(const GenerationSettings& settings, std::vector<TokenId> source,
               std::optional<TokenId> first = std::nullopt);

    /// history: the decoder's ids so far (start token or prompt included); generated: how many of them
    /// are new; last: this step produces the last token that the length allows.
    void apply(std::span<float> scores, const std::vector<TokenId>& history, int generated, bool last) const;
    /// The same as a list; ids outside the vocabulary are left out.
    RuleEffect effect(std::size_t vocabulary, const std::vector<TokenId>& history, int generated,
                      bool last) const;
    bool isEnd(TokenId id) const;

private:
    const GenerationSettings& m_settings;
    std::vector<TokenId> m_source;
    TokenId m_first; ///< -1: none
};

} // namespace headlight
