#pragma once

#include "core/trace/site.h"

#include <QString>

namespace headlight {

class Workspace;

/// Why a view has nothing to show for a sentence: the model is running, is being opened, or has failed.
/// Returns `otherwise` if the user has not typed anything, or the run has not begun.
QString waitingWords(const Workspace& workspace, const QString& otherwise);

/// `otherwise`; but while a pass is shown layer by layer, says that this part is still to come.
QString notRecordedWords(const Workspace& workspace, const QString& otherwise);

/// Why a long map has no column yet: its rows are being normalised (ui/widgets/column_reading.h).
QString columnWaitingWords();

/// Why one head has no data although others have: its layer is still to come, or was not recorded.
QString missingWords(const Workspace& workspace, const HeadRef& head);

class Trace;

/// The tokens that a trace's stack has read, joined as a text; the beginning of a long one. Without marks of
/// spaces, as in ids and word pieces, the tokens stand apart.
QString textOf(const Trace& trace, StackKind stack);
/// The same for its first stack.
QString textOf(const Trace& trace);

/// The line of text whose result is shown: of the document or, if a trace was opened without its model, of
/// that trace.
QString shownText(const Workspace& workspace);

} // namespace headlight
