#pragma once

#include <QString>

namespace headlight {

class Model;

/// Every line of a text as the token ids that the model reads, special tokens included: "135 3381 1". Blank
/// lines stay. Lines that cannot be encoded stay as they are; without a tokenizer, all lines do.
QString idsOfText(const Model& model, const QString& text);

/// The reverse: every line of ids as text, without special tokens. Lines that are not lists of ids stay.
QString textOfIds(const Model& model, const QString& text);

} // namespace headlight
