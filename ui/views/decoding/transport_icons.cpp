#include "ui/views/decoding/transport_icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

namespace headlight {

namespace {

constexpr int kSide = 16; ///< of the square the signs are drawn in

QPainterPath triangle(qreal base, qreal tip)
{
    QPainterPath path;
    path.moveTo(base, 3);
    path.lineTo(tip, 8);
    path.lineTo(base, 13);
    path.closeSubpath();
    return path;
}

QPainterPath bar(qreal x)
{
    QPainterPath path;
    path.addRect(QRectF(x, 3, 2.2, 10));
    return path;
}

QPainterPath shapeOf(TransportIcon icon)
{
    switch (icon) {
    case TransportIcon::kRestart:
        return bar(2.5) + triangle(13, 5.5);
    case TransportIcon::kBack:
        return triangle(11.5, 4);
    case TransportIcon::kPlay:
        return triangle(4, 13);
    case TransportIcon::kPause:
        return bar(4) + bar(9.8);
    case TransportIcon::kForward:
        return triangle(4.5, 12);
    case TransportIcon::kEnd:
        return triangle(3, 10.5) + bar(11.3);
    }
    return {};
}

} // namespace

QIcon transportIcon(TransportIcon icon, const QPalette& palette)
{
    QIcon result;
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Disabled}) {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        for (const int scale : {1, 2, 3}) {
            QPixmap pixmap(kSide * scale, kSide * scale);
            pixmap.setDevicePixelRatio(scale);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.fillPath(shapeOf(icon), palette.color(group, QPalette::ButtonText));
            painter.end();
            result.addPixmap(pixmap, mode);
        }
    }
    return result;
}

} // namespace headlight
