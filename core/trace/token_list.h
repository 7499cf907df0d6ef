#pragma once

#include "core/base/chain_link.h"
#include "core/trace/attention_map.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace headlight {

/// The input tokens of a stack. A list that continues another one stores only the new token, so that the
/// steps of a decoding and the branches of a beam search share their beginnings; the full list of labels is
/// assembled on first use. Immutable and thread-safe.
class TokenList
{
public:
    /// labels: not null.
    explicit TokenList(TokenAxis labels);
    TokenList(std::shared_ptr<const TokenList> before, TokenLabel next);

    std::size_t size() const { return m_size; }
    const std::vector<TokenLabel>& labels() const;

private:
    ChainLink<TokenList> m_before; ///< null = all labels were given at once
    TokenLabel m_last; ///< used if there is a preceding list
    std::size_t m_size = 0;
    mutable std::once_flag m_gathered;
    mutable TokenAxis m_labels;
};

} // namespace headlight
