#include "ui/window/rooms/tab_order.h"

#include <QWidget>

#include <vector>

namespace headlight {

namespace {

// Whatever has a proxy is passed over; its proxy is reached.
bool isStop(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr;
}

/// What the key can reach in a part, in its order.
std::vector<QWidget*> stopsIn(QWidget& part)
{
    std::vector<QWidget*> stops;
    QWidget* each = &part;
    do {
        if ((each == &part || part.isAncestorOf(each)) && isStop(*each))
            stops.push_back(each);
        each = each->nextInFocusChain();
    } while (each != &part);
    return stops;
}

} // namespace

bool putBehind(QWidget& part, QWidget& before)
{
    const std::vector<QWidget*> earlier = stopsIn(before);
    if (part.window() != before.window() || earlier.empty())
        return false;
    QWidget* last = earlier.back();
    for (QWidget* const each : stopsIn(part)) {
        QWidget::setTabOrder(last, each);
        last = each;
    }
    return true;
}

} // namespace headlight
