#include "ui/words/vocabulary_token.h"

#include <string>

namespace headlight {

TokenLabel vocabularyToken(const Tokenizer* vocabulary, TokenId id)
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
