#pragma once

#include "core/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace headlight::test {

/// The same records, as if a chat template had written the first `count` tokens of each stack.
inline Trace withTemplateTokens(const Trace& trace, std::size_t count)
{
    const auto marked = [&](StackKind stack) -> TokenAxis {
        std::vector<TokenLabel> tokens = trace.tokens(stack);
        for (std::size_t i = 0; i < std::min(count, tokens.size()); ++i)
            tokens[i].fromTemplate = true;
        return std::make_shared<const std::vector<TokenLabel>>(std::move(tokens));
    };
    return {trace.sharedInfo(), trace.leaf(), marked(StackKind::kEncoder), marked(StackKind::kDecoder)};
}

} // namespace headlight::test
