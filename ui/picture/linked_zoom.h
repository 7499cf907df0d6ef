#pragma once

#include "core/analysis/map_comparison.h"
#include "core/analysis/token_groups.h"
#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

#include <optional>

namespace headlight {

// From the part of a picture that is seen to the part of the tokens that all views share, and back.

/// `span`: of the picture's rows or columns, which are `words` where these are given, else tokens.
MapZoom::Axis zoomAxis(StackKind stack, Index tokens, const AxisSpan& span,
                       const std::optional<TokenGroups>& words);
AxisSpan spanOf(const MapZoom::Axis& axis, const std::optional<TokenGroups>& words);

/// What rows or columns count in a comparison: tokens of A, of B, or pairs of both.
enum class AlignedAxis : unsigned char { kA, kB, kPairs };
/// The part of one axis that stands beside a part of another one; all of it where all is asked for, or where
/// no token of the part has a partner.
AxisSpan alignedSpan(const AxisSpan& span, const TokenAlignment& alignment, AlignedAxis from, AlignedAxis to);

/// Equal but for rounding.
bool nearlySame(const AxisSpan& a, const AxisSpan& b);
bool nearlySame(const MapZoom& a, const MapZoom& b);

} // namespace headlight
