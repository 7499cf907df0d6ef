#include "tests/support/drawn_map.h"

namespace headlight::testing {

TokenAxis tokenAxis(const std::vector<std::string>& texts)
{
    auto tokens = std::make_shared<std::vector<TokenLabel>>();
    for (const std::string& text : texts) {
        TokenLabel token;
        token.text = text;
        token.special = text == "<s>" || text == "</s>";
        tokens->push_back(token);
    }
    return tokens;
}

TokenAxis wordAxis(int count)
{
    return std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(count, true));
}

float drawnNumber(Index q, Index k)
{
    return 0.5F + 0.5F * noise(7, 3, static_cast<std::uint64_t>(q), static_cast<std::uint64_t>(k));
}

AttentionMap drawnMap(int queries, int keys, bool causal)
{
    const HeadRef head{StackKind::kDecoder, 0, causal ? AttentionKind::kSelf : AttentionKind::kCross, 0};
    return {head, std::make_shared<const RuleSource>(queries, keys, causal, drawnNumber), wordAxis(queries),
            wordAxis(keys)};
}

} // namespace headlight::testing
