#pragma once

#include <QString>

namespace headlight {

class Model;

/// Every line of a text as the ids that the model reads for it, special tokens included: "135 3381 1". Blank
/// lines stay. A line that cannot be encoded, and all of them where there is no tokenizer, stay as they are.
QString idsOfText(const Model& model, const QString& text);

/// The way back: every line of ids as its text, without special tokens. What is no list of ids stays.
QString textOfIds(const Model& model, const QString& text);

} // namespace headlight
