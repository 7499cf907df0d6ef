#pragma once

class QWidget;

namespace headlight {

/// Version, licence, and whom the built-in model is owed to.
void showAbout(QWidget* parent);

} // namespace headlight
