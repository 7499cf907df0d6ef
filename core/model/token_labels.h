#pragma once

#include "core/text/tokenizer.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

namespace headlight {

class Model;

/// The tokenizer of one side; null if the model has none.
const Tokenizer* tokenizerOf(const Model& model, StackKind stack);

/// A label for one id of the source or target side: the vocabulary's piece, or the id.
TokenLabel labelOf(const Model& model, StackKind stack, TokenId id);

} // namespace headlight
