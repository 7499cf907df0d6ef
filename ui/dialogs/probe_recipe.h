#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// Explains how to make the results of a reference implementation, with a command for this model folder that
/// can be copied. Empty folder = any.
void showProbeRecipe(const QString& folder, QWidget* parent);

} // namespace headlight
