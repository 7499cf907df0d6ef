#pragma once

#include "core/analysis/token_groups.h"
#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

#include <optional>

namespace headlight {

/// Whether the rows and columns of a picture are tokens or words of several tokens. The focus counts tokens.
/// A value.
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

} // namespace headlight
