#pragma once

#include "core/analysis/map_transform.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace headlight {

/// Room that the sums of a map's rows and columns take beside and below its cells, their distance included;
/// in logical pixels.
double marginalThickness(const QFont& font);

/// Where sums stand; null rectangles: not shown.
struct MarginalPlace
{
    QRectF rows; ///< right of the cells
    QRectF columns; ///< below them
};

/// Bars as long as the sums; the largest sum of each axis has full length. Numbers where there is room.
/// Where several rows share a pixel, their largest sum is drawn.
void paintMarginals(QPainter& painter, const MarginalPlace& place, const CellFrame& frame,
                    const MapSums& sums, const PicturePalette& palette);

} // namespace headlight
