#include "ui/picture/off_hatch.h"

#include "ui/picture/picture_palette.h"

#include <QLineF>
#include <QPainter>

#include <cmath>

namespace headlight {

void paintOffHatch(QPainter& painter, const QRectF& area, const PicturePalette& palette, double spacing)
{
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    // A dark line inside a light one is visible on every colour of the map.
    QColor wide = palette.background, narrow = palette.text;
    wide.setAlphaF(0.65F);
    narrow.setAlphaF(0.75F);
    for (const auto& [colour, width] : {std::pair{wide, 3.0}, std::pair{narrow, 1.0}}) {
        painter.setPen(QPen(colour, width));
        const auto lines = static_cast<int>(std::ceil((area.width() + area.height()) / spacing - 0.5));
        for (int line = 0; line < lines; ++line) {
            const double x = area.left() + (line + 0.5) * spacing;
            painter.drawLine(QLineF(x, area.top(), x - area.height(), area.bottom()));
        }
    }
    painter.restore();
}

} // namespace headlight
