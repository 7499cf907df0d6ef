#pragma once

#include "core/analysis/map_comparison.h"
#include "core/analysis/token_groups.h"
#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

#include <optional>

namespace headlight {

// Conversion between the visible part of a picture and the part of the tokens that all views share.

/// `span`: visible rows or columns of the picture; these are `words` if given, otherwise tokens.
MapZoom::Axis zoomAxis(StackKind stack, Index tokens, const AxisSpan& span,
                       const std::optional<TokenGroups>& words);
AxisSpan spanOf(const MapZoom::Axis& axis, const std::optional<TokenGroups>& words);

/// What rows or columns mean in a comparison: tokens of A, tokens of B, or pairs of both.
enum class AlignedAxis : unsigned char { kA, kB, kPairs };
/// The part of one axis that corresponds to a part of another; the whole axis if `span` is the whole, or if
/// no token in it has a partner.
AxisSpan alignedSpan(const AxisSpan& span, const TokenAlignment& alignment, AlignedAxis from, AlignedAxis to);

/// Equal up to rounding.
bool nearlySame(const AxisSpan& a, const AxisSpan& b);
bool nearlySame(const MapZoom& a, const MapZoom& b);

} // namespace headlight
