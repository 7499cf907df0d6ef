#include "ui/picture/marks.h"

#include <QPainter>
#include <QPolygonF>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headlight {

QColor faded(QColor colour, float opacity)
{
    colour.setAlphaF(opacity);
    return colour;
}

void paintNewestArrow(QPainter& painter, const QPointF& tip, int direction, const PicturePalette& palette,
                      double size)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintArrowHead(painter, tip - QPointF(direction * size, 0), tip, palette.newest, size, size);
    painter.restore();
}

void paintArrowHead(QPainter& painter, const QPointF& from, const QPointF& tip, const QColor& colour,
                    double length, double halfWidth)
{
    const QPointF way = tip - from;
    const double distance = std::hypot(way.x(), way.y());
    if (distance < 2)
        return;
    const QPointF along = way / distance;
    const QPointF root = tip - along * length, aside = QPointF(-along.y(), along.x()) * halfWidth;
    painter.setBrush(colour);
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF({tip, root + aside, root - aside}));
}

void paintSum(QPainter& painter, const QRectF& rect, const PicturePalette& palette, const QColor& fill)
{
    painter.setPen(QPen(palette.text, 1.2));
    painter.setBrush(fill);
    painter.drawEllipse(rect);
    const QPointF c = rect.center();
    const double arm = rect.width() * 0.26;
    painter.drawLine(c - QPointF(arm, 0), c + QPointF(arm, 0));
    painter.drawLine(c - QPointF(0, arm), c + QPointF(0, arm));
}

void paintNewestEdge(QPainter& painter, const QPointF& from, const QPointF& to, const PicturePalette& palette)
{
    // Dashed, since the frames of hover and pin are solid.
    constexpr double kDash = 7, kPeriod = 11;
    const QColor casing = faded(palette.background, 0.8F);
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

void paintOffHatch(QPainter& painter, const QRectF& area, const PicturePalette& palette, double spacing,
                   float strength)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    // A dark line inside a light one is visible on every colour of the map.
    const QColor wide = faded(palette.background, 0.65F * strength),
                 narrow = faded(palette.text, 0.75F * strength);
    const auto lines = static_cast<int>(std::ceil((area.width() + area.height()) / spacing - 0.5));
    const QTransform mirror(-1, 0, 0, 1, area.left() + area.right(), 0);
    for (const auto& [colour, width] : {std::pair{wide, 3.0}, std::pair{narrow, 1.0}}) {
        painter.setBrush(colour);
        const double half = width / std::numbers::sqrt2;
        for (int line = 0; line < lines; ++line) {
            const double x = area.left() + (line + 0.5) * spacing;
            const QPolygonF band({QPointF(x - half, area.top()), QPointF(x + half, area.top()),
                                  QPointF(x + half - area.height(), area.bottom()),
                                  QPointF(x - half - area.height(), area.bottom())});
            // SVG images do not clip: the lines themselves end at the edge of the map.
            for (const QPolygonF& each : {band, mirror.map(band)})
                painter.drawPolygon(each.intersected(QPolygonF(area)));
        }
    }
    painter.restore();
}

void paintOffMap(QPainter& painter, const QRectF& area, const PicturePalette& palette)
{
    constexpr double kSpacing = 32;
    paintOffHatch(painter, area, palette, kSpacing, 0.5F);
}

void paintFocusRing(QPainter& painter, const QRectF& area, const QColor& colour, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2));
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

} // namespace headlight
