#pragma once

#include "ui/picture/picture_palette.h"

#include <QColor>
#include <QPointF>
#include <QRectF>

class QPainter;

namespace headlight {

/// The colour with this opacity, 0 … 1.
QColor faded(QColor colour, float opacity);

constexpr double kOffSpacing = 14; ///< of the lines over the small map of a head that is switched off, pixels
constexpr double kNewestArrow = 5; ///< length of the arrow, logical pixels

/// The arrow that marks what a decoding has just computed, the same in every view. `tip` is its point;
/// direction 1 points right, −1 left.
void paintNewestArrow(QPainter& painter, const QPointF& tip, int direction, const PicturePalette& palette,
                      double size = kNewestArrow);

/// The head of an arrow whose line comes from a point; none if that is closer than two pixels.
void paintArrowHead(QPainter& painter, const QPointF& from, const QPointF& tip, const QColor& colour,
                    double length, double halfWidth);

/// Two numbers of a model are added here: a circle with a plus.
void paintSum(QPainter& painter, const QRectF& rect, const PicturePalette& palette, const QColor& fill);

/// A dashed line, one pixel wide, horizontal or vertical, with a light casing that sets it off from any
/// colour map: the edge of the row that a decoding has just computed.
void paintNewestEdge(QPainter& painter, const QPointF& from, const QPointF& to,
                     const PicturePalette& palette);

/// Wide lines that cross over the map of a head that is switched off: its weights are computed, but its
/// output is not used. Masked cells have lines in one direction only. spacing: pixels between the lines;
/// strength: opacity.
void paintOffHatch(QPainter& painter, const QRectF& area, const PicturePalette& palette, double spacing,
                   float strength = 1);
/// The same, further apart and fainter: the numbers of a large map stay readable below.
void paintOffMap(QPainter& painter, const QRectF& area, const PicturePalette& palette);

/// A line two pixels wide inside the edge of what has the keyboard, the same everywhere.
void paintFocusRing(QPainter& painter, const QRectF& area, const QColor& colour, double radius = 4);

} // namespace headlight
