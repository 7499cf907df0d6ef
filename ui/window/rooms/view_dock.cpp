#include "ui/window/rooms/view_dock.h"

#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/floating.h"

#include <QScrollArea>
#include <QTimer>

namespace headlight {

namespace {
const QSize kSmallest{110, 90};
} // namespace

QScrollArea* scrolling(QWidget* view, QWidget* parent)
{
    auto* scroll = new QScrollArea(parent);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the keys
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

} // namespace headlight
