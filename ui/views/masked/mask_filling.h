#pragma once

#include "ui/state/document.h"
#include "ui/state/masked_token.h"

#include <optional>

namespace headlight {

/// The document with a word in the place of a masked token. The words join as the vocabulary says: a piece
/// that goes on a word swallows the space before it. Nothing where the text is another one by now.
std::optional<Document> fillMask(const Document& document, int line, const MaskedToken& mask,
                                 const MaskedToken::Choice& choice);

/// The text around a masked token on one line of at most `length` characters, for titles.
QString surroundings(const Document& document, int line, const MaskedToken& mask, int length);

} // namespace headlight
