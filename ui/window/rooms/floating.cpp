#include "ui/window/rooms/floating.h"

#include "ui/window/rooms/dock_title.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kPatience = 50; ///< milliseconds between two checks of the mouse
constexpr int kGap = 12;
constexpr int kFrame = 32; ///< room for a title above a window
const QSize kSmallestWindow{480, 360};

} // namespace

QRect placeBeside(const QRect& window, const QSize& size, const QRect& screen)
{
    const QSize fits = size.boundedTo(screen.size());
    const int top = std::clamp(window.top() + kFrame, screen.top(),
                               std::max(screen.top(), screen.bottom() - fits.height()));
    if (window.right() + kGap + fits.width() <= screen.right())
        return {QPoint(window.right() + kGap, top), fits};
    if (window.left() - kGap - fits.width() >= screen.left())
        return {QPoint(window.left() - kGap - fits.width(), top), fits};
    if (window.bottom() + kGap + kFrame + fits.height() <= screen.bottom())
        return {QPoint(window.left(), window.bottom() + kGap + kFrame), fits};
    const QPoint corner(screen.right() - fits.width() - kGap, screen.bottom() - fits.height() - kGap);
    return {QPoint(std::max(corner.x(), screen.left()), std::max(corner.y(), screen.top())), fits};
}

void settleFrame(QDockWidget& dock, DockTitle& title)
{
    if (QGuiApplication::mouseButtons() != Qt::NoButton) {
        QTimer::singleShot(kPatience, &dock, [&dock, &title] { settleFrame(dock, title); });
        return;
    }
    QWidget* const wanted = dock.isFloating() ? nullptr : &title;
    if (dock.titleBarWidget() == wanted)
        return;
    const QRect place = dock.geometry();
    dock.setTitleBarWidget(wanted);
    if (dock.isFloating())
        dock.setGeometry(place);
    title.setVisible(wanted != nullptr);
}

void floatBeside(QDockWidget& dock, const QWidget& window)
{
    const QSize size = dock.size().expandedTo(kSmallestWindow);
    dock.setFloating(true);
    dock.setGeometry(placeBeside(window.frameGeometry(), size, window.screen()->availableGeometry()));
}

} // namespace headlight
