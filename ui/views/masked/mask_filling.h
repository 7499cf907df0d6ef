#pragma once

#include "ui/state/document.h"
#include "ui/state/masked_token.h"

#include <optional>

namespace headlight {

/// The document with a word in place of a masked token. The vocabulary decides how words join: a continuation
/// piece removes the space before it. Nothing if the text has changed since.
std::optional<Document> fillMask(const Document& document, int line, const MaskedToken& mask,
                                 const MaskedToken::Choice& choice);

/// The text around a masked token on a line of at most `length` characters, for titles.
QString surroundings(const Document& document, int line, const MaskedToken& mask, int length);

} // namespace headlight
