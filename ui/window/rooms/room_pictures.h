#pragma once

#include <QColor>
#include <QString>

class QPainter;
class QRectF;

namespace headlight {

/// Draws the picture of a room or a view, by name, into a square. `ink` draws, `accent` fills what matters.
/// Names without a picture get that of a user's room.
void paintPicture(QPainter& painter, const QRectF& square, const QString& name, const QColor& ink,
                  const QColor& accent);

} // namespace headlight
