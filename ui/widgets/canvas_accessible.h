#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// Makes a drawn canvas readable for screen readers: a list with one item, which describes what the keyboard
/// is on (its query, key and value, its block, its beam …).
void makeCanvasAccessible(QWidget& canvas);

/// Sets the description of what the canvas's cursor is on. If the canvas has the keyboard focus, notifies the
/// screen reader that the item has the focus and a new name.
void sayCurrent(QWidget& canvas, const QString& words);

} // namespace headlight
