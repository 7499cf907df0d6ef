#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/cell/cell_picture.h"

#include <optional>

class QPainter;

namespace headlight {

/// What is marked in the picture of a cell, and how much of an animation has been seen.
struct CellLook
{
    PicturePalette palette;
    SignColours signs;
    MapKind map = MapKind::kWeights; ///< stages of this map are marked
    std::optional<CellDimension> dimension;
    std::optional<CellStage> stage; ///< of the keyboard
    double reveal = 1e9; ///< stages that are shown; a fraction: of the last one
};

/// Only what touches `visible`.
void paintCellPicture(QPainter& painter, const CellPicture& picture, const QRectF& visible,
                      const CellLook& look);

} // namespace headlight
