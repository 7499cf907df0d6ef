#pragma once

#include "ui/state/document.h"

#include <QString>

namespace headlight {

struct Snapshot;

// Each line of a batch has a decoding of its own: what was chosen in it by hand belongs to it alone. While
// another line is shown, it is kept in Document::otherLines.

/// The document with the cursor on another line. Where that shows another sentence, its own tokens, target
/// and branches come back, and those of the line that is left are put aside as the snapshot has them.
Document onLine(const Document& document, const Snapshot& snapshot, int line);

/// A line of the text as the model reads it: U+2028, a break inside the line, is a line feed.
QString asRead(QString line);

/// What the fields of the input hold.
struct TypedText
{
    QString text, pair, target;
    int line = 0; ///< under the cursor
};

/// The document after typing. Lines whose text stays keep what was chosen in them, wherever they stand then;
/// in a line that was changed nothing of it fits any more. Another target takes the place of chosen tokens.
Document retyped(const Document& document, const Snapshot& snapshot, const TypedText& typed);

/// Without tokens and branches of any line, which mean nothing in another model; targets stay.
Document withoutTokens(const Document& document);

} // namespace headlight
