#include "ui/window/rooms/view_dock.h"

#include "ui/window/rooms/dock_title.h"

#include <QApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QScreen>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kPatience = 50; ///< milliseconds between two checks of the mouse
constexpr int kGap = 12;
constexpr int kFrame = 32; ///< room for a title above a window
const QSize kSmallestWindow{480, 360};
const QSize kSmallest{110, 90};

/// Gives a floating dock the frame and title of a window, and any other dock `title`. Waits while a mouse
/// button is pressed, since the dock may still be dragged.
void settleFrame(QDockWidget& dock, DockTitle& title)
{
    if (QApplication::mouseButtons() != Qt::NoButton) {
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

/// Turns a dock into a window beside the one it was in.
void floatBeside(QDockWidget& dock, const QWidget& window)
{
    const QSize size = dock.size().expandedTo(kSmallestWindow);
    dock.setFloating(true);
    dock.setGeometry(placeBeside(window.frameGeometry(), size, window.screen()->availableGeometry()));
}

/// Qt gives a view the size it needs, and checks again whenever its size changes: a view whose height is
/// sufficient only at a width it does not have would be resized forever.
class ViewScroll : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        constexpr int kMostResizes = 4;
        if (event->type() != QEvent::Resize)
            return QScrollArea::eventFilter(watched, event);
        if (m_resizes == kMostResizes)
            return false;
        ++m_resizes;
        const bool taken = QScrollArea::eventFilter(watched, event);
        --m_resizes;
        return taken;
    }

private:
    int m_resizes = 0; ///< nesting depth
};

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

QScrollArea* scrolling(QWidget* view, QWidget* parent)
{
    auto* scroll = new ViewScroll(parent);
    scroll->setFocusPolicy(Qt::NoFocus); // its contents take the keys
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setMinimumSize(kSmallest);
    scroll->setWidget(view);
    scroll->setFocusProxy(view);
    return scroll;
}

ViewDock::ViewDock(const QString& id, const QString& title, QWidget* parent)
    : QDockWidget(title, parent)
    , m_title(new DockTitle(title, false, this))
{
    setObjectName(QLatin1String("dock.") + id);
    setTitleBarWidget(m_title);
    hide();
    connect(this, &QDockWidget::topLevelChanged, this, &ViewDock::moved);
    connect(this, &QDockWidget::dockLocationChanged, this, &ViewDock::moved);
    connect(this, &QDockWidget::topLevelChanged, m_title,
            [this] { QTimer::singleShot(0, this, [this] { settleFrame(*this, *m_title); }); });
    connect(m_title, &DockTitle::closeClicked, this, [this] {
        close();
        emit moved();
    });
    connect(m_title, &DockTitle::floatClicked, this,
            [this] { floatBeside(*this, *parentWidget()->window()); });
    connect(m_title, &DockTitle::centreClicked, this, &ViewDock::centreWanted);
}

// A dock keeps the font that the application had when the dock was made, and goes on drawing its title with
// it even after it is given the application's new font. A letter spacing of zero pixels (instead of zero per
// cent) makes that a different font that looks the same.
void ViewDock::changeEvent(QEvent* event)
{
    QDockWidget::changeEvent(event);
    if (event->type() != QEvent::ApplicationFontChange)
        return;
    QFont own = QApplication::font();
    own.setLetterSpacing(QFont::AbsoluteSpacing, 0);
    setFont(own);
}

// Qt moves such docks out of the window.
bool ViewDock::isBehindTab() const
{
    const QRect place = geometry();
    return !isFloating() && (place.right() < 0 || place.bottom() < 0);
}

void ViewDock::endDrag()
{
    QMouseEvent release(QEvent::MouseButtonRelease, {}, mapToGlobal(QPointF()), Qt::LeftButton, Qt::NoButton,
                        Qt::NoModifier);
    QDockWidget::event(&release);
}

} // namespace headlight
