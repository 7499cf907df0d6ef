#pragma once

#include <QColor>

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
    QColor ramp(double strength) const;
};
ChipColours chipColours(const QPalette& palette);

} // namespace headlight
