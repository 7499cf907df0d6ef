#include "ui/window/input/field_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTabBar>
#include <QWidget>

namespace headlight {

namespace {

/// Whether turning the wheel over it changes something.
bool isField(const QObject* object)
{
    return qobject_cast<const QAbstractSpinBox*>(object) != nullptr
        || qobject_cast<const QComboBox*>(object) != nullptr
        || qobject_cast<const QTabBar*>(object) != nullptr
        || (qobject_cast<const QAbstractSlider*>(object) != nullptr
            && qobject_cast<const QScrollBar*>(object) == nullptr);
}

/// Whether the key steps through a list or a range.
bool isStep(int key)
{
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        return true;
    default:
        return false;
    }
}

bool isAcross(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right;
}

bool livesBy(const QWidget& widget, int key)
{
    if (widget.window()->windowType() == Qt::Popup)
        return isStep(key) || isAcross(key) || key == Qt::Key_Space || key == Qt::Key_Escape;
    if (qobject_cast<const QComboBox*>(&widget) != nullptr)
        return isStep(key) || key == Qt::Key_Space;
    return (qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr
            || qobject_cast<const QAbstractSlider*>(&widget) != nullptr)
        && (isStep(key) || isAcross(key));
}

/// True if the wheel event goes to the widgets around the field.
bool passWheelOn(const QWidget& field, QEvent& event)
{
    if (field.hasFocus())
        return false;
    event.ignore();
    return true;
}

/// True if the widget gets the key instead of a shortcut of the window.
bool keepKey(QObject* watched, QEvent& event)
{
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const auto* key = dynamic_cast<const QKeyEvent*>(&event);
    if (widget == nullptr || key == nullptr || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier
        || !livesBy(*widget, key->key()))
        return false;
    event.accept();
    return true;
}

} // namespace

FieldGuard::FieldGuard(QObject* program)
    : QObject(program)
{
    program->installEventFilter(this);
}

bool FieldGuard::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Polish:
        // Otherwise it would get the focus before it sees the wheel.
        if (auto* const field = qobject_cast<QWidget*>(watched);
            field != nullptr && isField(field) && field->focusPolicy() == Qt::WheelFocus)
            field->setFocusPolicy(Qt::StrongFocus);
        return false;
    case QEvent::Wheel:
        return isField(watched) && passWheelOn(static_cast<const QWidget&>(*watched), *event);
    case QEvent::ShortcutOverride:
        return keepKey(watched, *event);
    default:
        return false;
    }
}

} // namespace headlight
