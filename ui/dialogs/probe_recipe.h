#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// Says how the results of a reference implementation are made, with the command for this model folder, which
/// can be copied. Empty folder: for any.
void showProbeRecipe(const QString& folder, QWidget* parent);

} // namespace headlight
