#include "ui/window/rooms/view_actions.h"

#include "ui/window/rooms/view_places.h"

#include <QAction>
#include <QEvent>
#include <QKeySequence>

#include <utility>

namespace headlight {

ViewActions::ViewActions(QObject* parent)
    : QObject(parent)
{
    for (const ViewDescriptor& view : viewRegistry()) {
        auto* const action = new QAction(viewTitle(view), this);
        action->setObjectName(QLatin1String("view.") + view.id.name());
        action->setShortcut(QKeySequence(QLatin1String(view.shortcut)));
        action->setToolTip(viewLine(view));
        action->setCheckable(true);
        action->installEventFilter(this);
        connect(action, &QAction::triggered, this,
                [this, id = view.id] { emit triggered(id, std::exchange(m_byKey, false)); });
        m_actions.push_back(action);
    }
}

bool ViewActions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Shortcut)
        m_byKey = true;
    return QObject::eventFilter(watched, event);
}

} // namespace headlight
