#pragma once

#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

namespace headlight {

/// A vocabulary token outside any text. Without a vocabulary (nullptr), or a text in it, its name is its id.
TokenLabel vocabularyToken(const Tokenizer* vocabulary, TokenId id);

} // namespace headlight
