#pragma once

#include "core/text/tokenizer.h"
#include "core/trace/attention_map.h"

#include <string>

namespace headlight {

/// A label for one id outside any text: the vocabulary's piece, or the id if there is none.
inline TokenLabel labelOf(const Tokenizer* vocabulary, TokenId id)
{
    TokenLabel label;
    label.id = id;
    if (vocabulary != nullptr)
        label.text = vocabulary->display(id);
    if (label.text.empty())
        label.text = std::to_string(id);
    label.special = vocabulary != nullptr && vocabulary->isSpecial(id);
    return label;
}

} // namespace headlight
