#pragma once

#include "core/analysis/map_transform.h"
#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace headlight {

/// Room for the sums beside and below a map's cells, including the gap; logical pixels.
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

/// The learned sink's share of each row of a map; empty if the head has no sink.
std::vector<float> sinkShares(const AttentionMap& map);

/// Width of the column beside the cells, including the gap, and of its name below; logical pixels.
double sinkColumnWidth(const QFont& font);
double sinkColumnFoot(const QFont& font);

/// A separate column with one cell per visible row, in the colours of the map, and its name below.
void paintSinkColumn(QPainter& painter, const QRectF& column, const CellFrame& frame,
                     const std::vector<float>& shares, const CellColours& colours, const QFont& font);

} // namespace headlight
