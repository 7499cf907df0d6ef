#pragma once

#include <QString>

namespace headlight {

class Workspace;

/// Why a view has nothing to show for a sentence: the model is running, is being opened, or has failed.
/// `otherwise` where the user has yet to type, or the run has not begun.
QString waitingWords(const Workspace& workspace, const QString& otherwise);

} // namespace headlight
