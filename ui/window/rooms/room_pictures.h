#pragma once

#include <QIcon>
#include <QString>

class QPainter;
class QRectF;

namespace headlight {

/// Draws the picture of a room or of a view, by its name, into a square. `ink` draws, `accent` fills what
/// matters. A name that has none of its own gets that of a user's room.
void paintPicture(QPainter& painter, const QRectF& square, const QString& name, const QColor& ink,
                  const QColor& accent);

/// The same as a pixmap of `side` logical pixels.
QPixmap pictureOf(const QString& name, int side, double pixelRatio, const QColor& ink, const QColor& accent);

} // namespace headlight
