#pragma once

#include "ui/picture/colour_map.h"

#include <QColor>

class QPalette;

namespace headlight {

/// The colours around and between the data: everything that a picture of a map needs besides its
/// colour map. A value; from the window's palette, or fixed for figures.
struct PicturePalette
{
    Backdrop backdrop = Backdrop::kLight;
    QColor background; ///< behind the picture and in the gaps between cells
    QColor text;
    QColor mutedText; ///< captions, special tokens, ticks
    QColor faintText; ///< padding
    QColor masked; ///< a cell that may not be attended to
    QColor hatch; ///< the lines over it
    QColor line; ///< thin lines: frames, ticks
    QColor hover; ///< fill behind a hovered label
    QColor pin; ///< fill behind a pinned label
    QColor pinText;
    QColor newest; ///< the row that a decoding has just computed
    QColor found; ///< beside the tokens that a search has found
    QColor foundFill; ///< behind their labels
    float smallNumbers = 0.45F; ///< opacity of the numbers in cells that matter least

    static PicturePalette of(const QPalette& palette);
    /// For figures: black on white, or light on near-black.
    static PicturePalette figure(Backdrop backdrop);
};

} // namespace headlight
