#pragma once

#include "ui/picture/colour_map.h"

#include <QColor>

namespace headlight {

/// Number of heads with different colours; further heads start over.
inline constexpr int kHeadColours = 8;

/// Colour of the selected head with this index (Focus::colourIndex()), the same in every view. People with
/// any form of red-green blindness can tell the colours apart; contrast to the backdrop is at least 3 : 1.
QColor headColour(int index, Backdrop backdrop);

} // namespace headlight
