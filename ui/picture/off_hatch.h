#pragma once

#include <QRectF>

class QPainter;

namespace headlight {

struct PicturePalette;

/// Wide diagonal lines over the map of a head that is switched off: its weights are computed, but nothing
/// that it gives is used. spacing: pixels between the lines.
void paintOffHatch(QPainter& painter, const QRectF& area, const PicturePalette& palette, double spacing);

} // namespace headlight
