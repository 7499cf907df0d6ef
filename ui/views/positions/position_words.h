#pragma once

#include "core/analysis/position_tables.h"

#include <QString>

namespace headlight {

/// What a stack adds for the position, in a few words: "sine and cosine in turns, as in the paper".
QString methodInWords(PositionMethod method);

/// Why a stack has no encodings to show, and how it tells its tokens apart instead.
QString whyNothingIsAdded(PositionMethod method);

} // namespace headlight
