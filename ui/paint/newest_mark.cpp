#include "ui/paint/newest_mark.h"

#include <QPainter>
#include <QPolygonF>

namespace headlight {

void paintNewestArrow(QPainter& painter, const QPointF& tip, int direction, const PicturePalette& palette)
{
    const double back = tip.x() - direction * kNewestArrow;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.newest);
    painter.drawPolygon(QPolygonF({tip, {back, tip.y() - kNewestArrow}, {back, tip.y() + kNewestArrow}}));
    painter.restore();
}

} // namespace headlight
