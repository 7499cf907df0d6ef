#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/cell/cell_picture.h"

#include <optional>

class QPainter;

namespace headlight {

/// What is marked in the picture of a cell, and how far an animation has got.
struct CellLook
{
    PicturePalette palette;
    SignColours signs;
    MapKind map = MapKind::kWeights; ///< the stages of this map are marked
    std::optional<CellDimension> dimension;
    std::optional<CellStage> stage; ///< keyboard cursor
    double reveal = 1e9; ///< number of stages shown; the fraction applies to the last one
};

/// Paints only what intersects `visible`.
void paintCellPicture(QPainter& painter, const CellPicture& picture, const QRectF& visible,
                      const CellLook& look);

} // namespace headlight
