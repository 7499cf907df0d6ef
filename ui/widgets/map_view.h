#pragma once

#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

namespace headlight {

/// The part of a map that is seen, in cells. It stays inside the map and keeps at least three cells of each
/// axis, or all of a smaller one. A value.
class MapView
{
public:
    MapView() = default;
    /// All of a map of this size.
    MapView(Index rows, Index columns);

    const AxisSpan& rows() const { return m_rows; }
    const AxisSpan& columns() const { return m_columns; }
    bool isOf(Index rows, Index columns) const { return rows == m_rowCount && columns == m_columnCount; }
    bool isWhole() const;
    /// The seen cells, those that are cut included.
    CellRect cells() const;

    /// The part of the same map that is nearest to these spans.
    MapView showing(const AxisSpan& rows, const AxisSpan& columns) const;
    /// Scaled about a place, which stays where it is. factor: below 1 zooms in.
    MapView zoomed(double factor, double row, double column) const;
    /// Moved by so many cells, as far as the map reaches.
    MapView moved(double rows, double columns) const;
    /// Moved as little as shows the cell; a part that is not set moves nothing.
    MapView revealing(const Cell& cell) const;

    bool operator==(const MapView&) const = default;

private:
    Index m_rowCount = 0, m_columnCount = 0;
    AxisSpan m_rows, m_columns;
};

} // namespace headlight
