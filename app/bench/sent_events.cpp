#include "app/bench/sent_events.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRectF>
#include <QWheelEvent>

namespace headlight {

namespace {

/// The widget that receives mouse events.
QWidget& surfaceOf(QWidget& widget)
{
    auto* const area = qobject_cast<QAbstractScrollArea*>(&widget);
    return area != nullptr ? *area->viewport() : widget;
}

} // namespace

void sendWheel(QWidget& widget, const QPointF& at, int steps)
{
    QWidget& surface = surfaceOf(widget);
    QWheelEvent event(at, surface.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&surface, &event);
}

void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button)
{
    QWidget& surface = surfaceOf(widget);
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease || button == Qt::NoButton
        ? Qt::MouseButtons()
        : Qt::MouseButtons(button);
    QMouseEvent event(type, at, surface.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                      held, Qt::NoModifier);
    QCoreApplication::sendEvent(&surface, &event);
}

void sendKey(QWidget& widget, int code, const QString& text)
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, code, Qt::NoModifier, text);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

QPointF placeWithin(const QRectF& area, int i)
{
    return {area.left() + area.width() * ((i * 61) % 199 + 0.5) / 200,
            area.top() + area.height() * ((i * 89) % 197 + 0.5) / 200};
}

} // namespace headlight
