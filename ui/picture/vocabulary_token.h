#pragma once

#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

namespace headlight {

/// A token of a vocabulary that stands in no text. Without a vocabulary (nullptr) its id is its name.
TokenLabel vocabularyToken(const Tokenizer* vocabulary, TokenId id);

} // namespace headlight
