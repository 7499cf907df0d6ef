#pragma once

#include "core/base/chain_link.h"
#include "core/trace/attention_map.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace headlight {

/// The tokens that a stack was fed with. A list that continues another one keeps the new token only, so that
/// the steps of a decoding and the branches of a beam search share their beginnings; all labels together are
/// gathered when they are first asked for. Immutable; may be read by several threads.
class TokenList
{
public:
    /// labels: never null.
    explicit TokenList(TokenAxis labels);
    TokenList(std::shared_ptr<const TokenList> before, TokenLabel next);

    std::size_t size() const { return m_size; }
    const std::vector<TokenLabel>& labels() const;

private:
    ChainLink<TokenList> m_before; ///< null: all labels were given at once
    TokenLabel m_last; ///< where there is a list before
    std::size_t m_size = 0;
    mutable std::once_flag m_gathered;
    mutable TokenAxis m_labels;
};

} // namespace headlight
