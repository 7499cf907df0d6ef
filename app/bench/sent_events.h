#pragma once

#include <QEvent>
#include <QPointF>
#include <QString>

class QRectF;
class QWidget;

namespace headlight {

// Send input events to a widget; for a scroll area, to its viewport.

void sendWheel(QWidget& widget, const QPointF& at, int steps);
void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton);
/// Presses and releases a key.
void sendKey(QWidget& widget, int code, const QString& text = {});

/// A different place for every i.
QPointF placeWithin(const QRectF& area, int i);

} // namespace headlight
