#pragma once

#include "core/options/option.h"

#include <functional>

class QWidget;

namespace headlight {

// Widgets that edit one option each, by its entry.

/// A widget for the option's type, without a value. `edited` is called when the user has changed it.
QWidget* makeOptionEditor(const OptionEntry& entry, const std::function<void()>& edited);

/// Shows the entry's value in its widget.
void showOption(QWidget& editor, const OptionEntry& entry);

/// Takes the value from the widget; a text that is no number counts as 0.
void takeOption(const QWidget& editor, const OptionEntry& entry);

} // namespace headlight
