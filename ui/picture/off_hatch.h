#pragma once

#include <QRectF>

class QPainter;

namespace headlight {

struct PicturePalette;

/// Wide diagonal lines over the map of a head that is switched off: its weights are computed, but its output
/// is not used. spacing: pixels between the lines.
void paintOffHatch(QPainter& painter, const QRectF& area, const PicturePalette& palette, double spacing);

} // namespace headlight
