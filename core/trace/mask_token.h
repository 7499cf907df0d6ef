#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// Whether a token is the mask of a masked language model, in BERT's or RoBERTa's spelling.
inline bool isMaskToken(const TokenLabel& label)
{
    return label.special && !label.padding && (label.text == "[MASK]" || label.text == "<mask>");
}

} // namespace headlight
