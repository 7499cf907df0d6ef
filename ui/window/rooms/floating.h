#pragma once

#include <QRect>

class QDockWidget;
class QWidget;

namespace headlight {

class DockTitle;

/// Where a window of this size is seen whole and covers as little of `window` as may be: to its right, to its
/// left, below it, else at the lower right corner of the screen, away from the window's own corner.
QRect placeBeside(const QRect& window, const QSize& size, const QRect& screen);

/// Gives a dock that floats the frame and title of a window, and one that does not float `title`. Waits while
/// a mouse button is pressed: the dock may still be dragged.
void settleFrame(QDockWidget& dock, DockTitle& title);

/// Makes a dock a window beside the one that it was in.
void floatBeside(QDockWidget& dock, const QWidget& window);

} // namespace headlight
