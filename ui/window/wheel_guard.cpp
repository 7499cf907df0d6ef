#include "ui/window/wheel_guard.h"

#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QWidget>

namespace headlight {

namespace {

/// Turning the wheel over it changes something.
bool isField(const QObject* object)
{
    return qobject_cast<const QAbstractSpinBox*>(object) != nullptr
        || qobject_cast<const QComboBox*>(object) != nullptr
        || qobject_cast<const QTabBar*>(object) != nullptr
        || (qobject_cast<const QAbstractSlider*>(object) != nullptr
            && qobject_cast<const QScrollBar*>(object) == nullptr);
}

/// There is something to scroll around it.
bool scrollsAway(const QWidget& field)
{
    for (const QWidget* parent = field.parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (const auto* area = qobject_cast<const QScrollArea*>(parent))
            if (area->verticalScrollBar()->maximum() > area->verticalScrollBar()->minimum())
                return true;
    return false;
}

} // namespace

WheelGuard::WheelGuard(QObject* program)
    : QObject(program)
{
    program->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if ((event->type() != QEvent::Polish && event->type() != QEvent::Wheel) || !isField(watched))
        return false;
    auto& field = static_cast<QWidget&>(*watched); // all of them are widgets
    if (event->type() == QEvent::Polish) {
        if (field.focusPolicy() == Qt::WheelFocus) // it would have the focus before it sees the wheel
            field.setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    if (field.hasFocus() || !scrollsAway(field))
        return false;
    event->ignore(); // what stands around it gets it
    return true;
}

} // namespace headlight
