#pragma once

#include "core/analysis/map_transform.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace headlight {

/// Room for the sums of a map's rows and columns beside and below its cells, including the gap; logical
/// pixels.
double marginalThickness(const QFont& font);

/// Where the sums are drawn; null rectangles = not shown.
struct MarginalPlace
{
    QRectF rows; ///< right of the cells
    QRectF columns; ///< below the cells
};

/// Bars proportional to the sums; the largest sum of each axis has full length. Adds numbers where there is
/// room. If several rows share a pixel, it shows their largest sum.
void paintMarginals(QPainter& painter, const MarginalPlace& place, const CellFrame& frame,
                    const MapSums& sums, const PicturePalette& palette);

} // namespace headlight
