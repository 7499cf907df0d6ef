#include "core/trace/token_list.h"

#include <algorithm>
#include <utility>

namespace headlight {

TokenList::TokenList(TokenAxis labels)
    : m_size(labels->size())
    , m_labels(std::move(labels))
{ }

TokenList::TokenList(std::shared_ptr<const TokenList> before, TokenLabel next)
    : m_before(std::move(before))
    , m_last(std::move(next))
    , m_size(m_before->size() + 1)
{ }

const std::vector<TokenLabel>& TokenList::labels() const
{
    std::call_once(m_gathered, [this] {
        if (!m_before)
            return;
        std::vector<TokenLabel> all(m_size);
        const TokenList* list = this;
        for (; list->m_before; list = list->m_before.get())
            all[list->m_size - 1] = list->m_last;
        std::copy(list->m_labels->begin(), list->m_labels->end(), all.begin());
        m_labels = std::make_shared<const std::vector<TokenLabel>>(std::move(all));
    });
    return *m_labels;
}

} // namespace headlight
