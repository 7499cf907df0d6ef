#pragma once

#include <QRect>

class QDockWidget;
class QWidget;

namespace headlight {

class DockTitle;

/// Where a window of this size is completely visible and covers as little of `window` as possible: to its
/// right, to its left, below it, otherwise in the lower right corner of the screen, away from the window's
/// own corner.
QRect placeBeside(const QRect& window, const QSize& size, const QRect& screen);

/// Gives a floating dock the frame and title of a window, and any other dock `title`. Waits while a mouse
/// button is pressed, since the dock may still be dragged.
void settleFrame(QDockWidget& dock, DockTitle& title);

/// Turns a dock into a window beside the one it was in.
void floatBeside(QDockWidget& dock, const QWidget& window);

} // namespace headlight
