#include "ui/picture/newest_mark.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace headlight {

void paintNewestArrow(QPainter& painter, const QPointF& tip, int direction, const PicturePalette& palette,
                      double size)
{
    const double back = tip.x() - direction * size;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.newest);
    painter.drawPolygon(QPolygonF({tip, {back, tip.y() - size}, {back, tip.y() + size}}));
    painter.restore();
}

void paintNewestEdge(QPainter& painter, const QPointF& from, const QPointF& to, const PicturePalette& palette)
{
    // Dashed, since the frames of hover and pin are solid.
    constexpr double kDash = 7, kPeriod = 11;
    QColor casing = palette.background;
    casing.setAlphaF(0.8F);
    const bool across = from.y() == to.y();
    const auto stroke = [&](double begin, double end, double distance, double width, const QColor& colour) {
        painter.fillRect(across ? QRectF(begin, from.y() + distance, end - begin, width)
                                : QRectF(from.x() + distance, begin, width, end - begin),
                         colour);
    };
    const double begin = across ? from.x() : from.y();
    const double end = across ? to.x() : to.y();
    stroke(begin, end, -0.5, 2, casing);
    const int dashes = static_cast<int>(std::ceil((end - begin) / kPeriod));
    for (int dash = 0; dash < dashes; ++dash) {
        const double at = begin + dash * kPeriod;
        stroke(at, std::min(at + kDash, end), 0, 1, palette.newest);
    }
}

} // namespace headlight
