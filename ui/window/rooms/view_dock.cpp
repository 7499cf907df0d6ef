#include "ui/window/rooms/view_dock.h"

#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/floating.h"

#include <QEvent>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTimer>

namespace headlight {

namespace {
const QSize kSmallest{110, 90};

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
