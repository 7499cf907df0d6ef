#pragma once

#include "ui/picture/colour_map.h"

#include <QColor>

#include <algorithm>

class QPalette;

namespace headlight {

/// WCAG 2 relative luminance, 0 (black) … 1 (white).
double relativeLuminance(const QColor& colour);
/// WCAG 2 contrast of two opaque colours, 1 … 21; 4.5 is readable.
double contrastRatio(const QColor& a, const QColor& b);
/// Near-black or near-white, whichever reads better on the background.
QColor readableOn(const QColor& background);

/// Colours of token chips and probability bars, derived from the palette to follow the theme.
struct ChipColours
{
    QColor background; ///< background of the view
    QColor surface; ///< chip without shading
    QColor outline;
    QColor text;
    QColor muted; ///< headings, padding, masked tokens
    QColor query; ///< marks the query
    QColor key; ///< marks the key; distinguishable from `query` for colour-blind people
    QColor forced; ///< marks the user's choices
    QColor rampEnd; ///< strongest shading

    /// Shading for a strength of 0 … 1: from the surface to rampEnd, monotone in lightness.
    QColor ramp(double strength) const { return mixed(surface, rampEnd, std::clamp(strength, 0.0, 1.0)); }
};
ChipColours chipColours(const QPalette& palette);

/// Number of heads with different colours; further heads start over.
inline constexpr int kHeadColours = 8;

/// Colour of the selected head with this index (Focus::colourIndex()), the same in every view. People with
/// any form of red-green blindness can tell the colours apart; contrast to the backdrop is at least 3 : 1.
QColor headColour(int index, Backdrop backdrop);

} // namespace headlight
