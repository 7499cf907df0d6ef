#pragma once

#include "core/trace/site.h"

#include <QString>

namespace headlight {

class Workspace;

/// Why a view has nothing to show for a sentence: the model is running, is being opened, or has failed.
/// `otherwise` where the user has yet to type, or the run has not begun.
QString waitingWords(const Workspace& workspace, const QString& otherwise);

/// `otherwise`, or, while a pass is shown layer by layer, that this one is still to come.
QString notRecordedWords(const Workspace& workspace, const QString& otherwise);

/// Why there is no column of a long map: its rows are being normalised (ui/widgets/column_reading.h).
QString columnWaitingWords();

/// Why there is nothing of a head where there is something of others: its layer is still to come, or was not
/// recorded.
QString missingWords(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
