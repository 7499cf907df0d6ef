#pragma once

#include <QColor>
#include <QString>

class QPainter;
class QRectF;

namespace headlight {

/// Draws the picture of a room or view into a square, by default a user's room; `accent` fills what matters.
void paintPicture(QPainter& painter, const QRectF& square, const QString& name, const QColor& ink,
                  const QColor& accent);

} // namespace headlight
