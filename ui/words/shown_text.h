#pragma once

#include "core/trace/site.h"

#include <QString>

namespace headlight {

class Trace;
class Workspace;

/// The tokens that a trace's stack has read, joined as a text; the beginning of a long one. Without marks of
/// spaces, as in ids and word pieces, the tokens stand apart.
QString textOf(const Trace& trace, StackKind stack);
/// The same for its first stack.
QString textOf(const Trace& trace);

/// The line of text whose result is shown: of the document or, if a trace was opened without its model, of
/// that trace.
QString shownText(const Workspace& workspace);

} // namespace headlight
