#pragma once

#include "ui/picture/colour_map.h"

#include <QColor>

class QPalette;

namespace headlight {

/// The colours around and between the data: everything that a picture of a map needs apart from its colour
/// map. A value; made from the window's palette, or fixed for figures.
struct PicturePalette
{
    Backdrop backdrop = Backdrop::kLight;
    QColor background; ///< behind the picture and in the gaps between cells
    QColor text;
    QColor mutedText; ///< captions, special tokens, ticks
    QColor faintText; ///< padding
    QColor masked; ///< cell that cannot be attended to
    QColor hatch; ///< lines over a masked cell
    QColor line; ///< thin lines: frames, ticks
    QColor hover; ///< fill behind a hovered label
    QColor pin; ///< fill behind a pinned label
    QColor pinText;
    QColor newest; ///< row just computed by a decoding
    QColor found; ///< mark beside tokens found by a search
    QColor foundFill; ///< fill behind the labels of found tokens
    float smallNumbers = 0.45F; ///< opacity of the numbers in the least important cells

    static PicturePalette of(const QPalette& palette);
    /// For figures: black on white, or light on near-black.
    static PicturePalette figure(Backdrop backdrop);
};

} // namespace headlight
