#pragma once

#include <QString>

namespace headlight {

class Workspace;

/// Why a view has nothing to show although a sentence stands above: the model works, is being opened, or has
/// failed. `otherwise` where it is the user's turn to type one, or the run has not begun yet.
QString waitingWords(const Workspace& workspace, const QString& otherwise);

} // namespace headlight
