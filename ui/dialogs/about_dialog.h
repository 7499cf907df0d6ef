#pragma once

class QWidget;

namespace headlight {

/// Shows version, licence, and credits for the built-in model.
void showAbout(QWidget* parent);

} // namespace headlight
