#include "ui/window/field_keys.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QWidget>

namespace headlight {

namespace {

/// Steps through a list or a range.
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

} // namespace

FieldKeys::FieldKeys(QObject* program)
    : QObject(program)
{
    program->installEventFilter(this);
}

bool FieldKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const auto* key = dynamic_cast<const QKeyEvent*>(event);
    if (widget == nullptr || key == nullptr || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier
        || !livesBy(*widget, key->key()))
        return false;
    event->accept();
    return true;
}

} // namespace headlight
