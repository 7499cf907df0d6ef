#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

namespace headlight {

/// A straight line on a picture, in pixels.
struct LineStroke
{
    QPointF from, to;
    double width = 1.5;
    QColor colour;
    double opacity = 1;
};

/// Draws anti-aliased straight lines on a premultiplied ARGB picture, several times as fast as QPainter's
/// general outlines: thousands of lines fit in a frame. Rows outside [top, bottom) stay untouched; a line
/// gives the same pixels whichever part of it is drawn.
void blendLine(QImage& image, const LineStroke& stroke, int top, int bottom);

} // namespace headlight
