#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// Makes a drawn canvas readable for screen readers: a list with one item, which is what the keyboard is on
/// and says it (its query, key and value, its block, its beam …).
void makeCanvasAccessible(QWidget& canvas);

/// What the canvas's cursor is on now, in words. Where the canvas has the keyboard, the reader is told that
/// the item has the focus and another name.
void sayCurrent(QWidget& canvas, const QString& words);

} // namespace headlight
