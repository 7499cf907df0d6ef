#pragma once

#include "core/analysis/map_comparison.h"
#include "core/analysis/token_groups.h"
#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

#include <optional>

namespace headlight {

/// Whether rows and columns of a picture are tokens, as the focus counts, or words of several. A value.
class PictureAxes
{
public:
    PictureAxes() = default; ///< one token each
    PictureAxes(TokenGroups rows, TokenGroups columns);
    /// Axes made of the words of a map's tokens.
    static PictureAxes ofWords(const AttentionMap& map);

    bool areWords() const { return m_rows.has_value(); }
    const std::optional<TokenGroups>& rows() const { return m_rows; }
    const std::optional<TokenGroups>& columns() const { return m_columns; }

    /// Parts that the picture lacks are unset.
    Cell toPicture(const Cell& tokens) const;
    /// The first token of a row and of a column.
    Cell toTokens(const Cell& picture) const;
    /// rows, columns: size of the picture; marks beyond it are dropped.
    FoundTokens toPicture(const FoundTokens& tokens, Index rows, Index columns) const;

    /// The tokens visible in a picture of this map. map: as it is drawn.
    MapZoom zoomOf(const AttentionMap& map, const AxisSpan& rows, const AxisSpan& columns) const;
    AxisSpan rowsOf(const MapZoom& zoom) const;
    AxisSpan columnsOf(const MapZoom& zoom) const;

private:
    std::optional<TokenGroups> m_rows, m_columns;
};

// Conversion between the visible part of a picture and the part of the tokens that all views share.

/// `span`: visible rows or columns of the picture; these are `words` if given, otherwise tokens.
MapZoom::Axis zoomAxis(StackKind stack, Index tokens, const AxisSpan& span,
                       const std::optional<TokenGroups>& words);
AxisSpan spanOf(const MapZoom::Axis& axis, const std::optional<TokenGroups>& words);

/// What rows or columns mean in a comparison: tokens of A, tokens of B, or pairs of both.
enum class AlignedAxis : unsigned char { kA, kB, kPairs };
/// The part of one axis that corresponds to a part of another; the whole if `span` is or has no partner.
AxisSpan alignedSpan(const AxisSpan& span, const TokenAlignment& alignment, AlignedAxis from, AlignedAxis to);

/// Equal up to rounding.
bool nearlySame(const AxisSpan& a, const AxisSpan& b);
bool nearlySame(const MapZoom& a, const MapZoom& b);

} // namespace headlight
