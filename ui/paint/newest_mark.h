#pragma once

#include "ui/paint/picture_palette.h"

#include <QPointF>

class QPainter;

namespace headlight {

constexpr double kNewestArrow = 5; ///< length of the arrow, logical pixels

/// The arrow at what a decoding has just computed, the same in every view: `tip` is its point, direction 1
/// points to the right and −1 to the left.
void paintNewestArrow(QPainter& painter, const QPointF& tip, int direction, const PicturePalette& palette);

} // namespace headlight
