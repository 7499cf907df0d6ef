#pragma once

#include <QEvent>
#include <QPointF>
#include <QString>

class QRectF;
class QWidget;

namespace headlight {

// What a hand sends, sent to a widget; of a scroll area, to what is seen of it.

void sendWheel(QWidget& widget, const QPointF& at, int steps);
void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton);
/// Pressed and let go.
void sendKey(QWidget& widget, int code, const QString& text = {});

/// A place of its own for every i.
QPointF placeWithin(const QRectF& area, int i);

} // namespace headlight
