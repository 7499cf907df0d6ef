#include "core/model/token_labels.h"

#include "core/model/model.h"

#include <string>

namespace headlight {

const Tokenizer* tokenizerOf(const Model& model, StackKind stack)
{
    const bool target = model.isEncoderDecoder() && stack == StackKind::kDecoder;
    return (target ? model.tokenizers().target : model.tokenizers().source).get();
}

TokenLabel labelOf(const Model& model, StackKind stack, TokenId id)
{
    TokenLabel label;
    label.id = id;
    const Tokenizer* tokenizer = tokenizerOf(model, stack);
    if (tokenizer) {
        label.text = tokenizer->display(id);
        label.special = tokenizer->isSpecial(id);
    }
    if (label.text.empty())
        label.text = std::to_string(id);
    return label;
}

} // namespace headlight
