#pragma once

#include "ui/state/document.h"

#include <QString>

namespace headlight {

struct Snapshot;

// Each line of a batch has its own decoding: choices made by hand belong to that line only. While another
// line is shown, they are kept in Document::otherLines.

/// The document with the cursor on another line. If that shows another sentence, its tokens, target and
/// branches come back, and those of the previous line are set aside as the snapshot has them.
Document onLine(const Document& document, const Snapshot& snapshot, int line);

/// The next line with a sentence after the shown one, or the first; -1 = there is no other.
int otherLine(const Document& document);

/// A line of the text as the model reads it: U+2028, a line break inside the line, becomes a line feed.
QString asRead(QString line);

/// The words of a line of token ids as typed: "12 7, 30".
QStringList idsIn(const QString& line);

/// The contents of the input fields.
struct TypedText
{
    QString text, pair, target;
    int line = 0; ///< under the cursor
};

/// The document after typing. Lines whose text is unchanged keep their choices, wherever they move to; an
/// edited line loses them. A new target replaces chosen tokens.
Document retyped(const Document& document, const Snapshot& snapshot, const TypedText& typed);

/// The document without tokens and branches of any line, which another model does not know; targets stay.
Document withoutTokens(const Document& document);

} // namespace headlight
