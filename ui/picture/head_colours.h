#pragma once

#include "ui/picture/colour_map.h"

#include <QColor>

namespace headlight {

/// How many heads get colours of their own; further ones begin again.
inline constexpr int kHeadColours = 8;

/// The colour of the selected head with this index (Focus::colourIndex()), the same in every view. Told apart
/// by people with any form of red-green blindness, and at least 3 : 1 against the backdrop.
QColor headColour(int index, Backdrop backdrop);

} // namespace headlight
