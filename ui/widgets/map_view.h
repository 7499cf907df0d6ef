#pragma once

#include "ui/picture/cell_painter.h"
#include "ui/state/focus.h"

namespace headlight {

/// The visible part of a map, in cells: inside the map, and at least three cells of each axis. A value.
class MapView
{
public:
    MapView() = default;
    /// The whole of a map of this size.
    MapView(Index rows, Index columns);

    const AxisSpan& rows() const { return m_rows; }
    const AxisSpan& columns() const { return m_columns; }
    bool isOf(Index rows, Index columns) const { return rows == m_rowCount && columns == m_columnCount; }
    bool isWhole() const;
    /// The visible cells, including cut ones.
    CellRect cells() const;

    /// The part of the same map nearest to these spans.
    MapView showing(const AxisSpan& rows, const AxisSpan& columns) const;
    /// Scaled about a point that stays in place. factor < 1 zooms in.
    MapView zoomed(double factor, double row, double column) const;
    /// Moved by this many cells, as far as the map extends.
    MapView moved(double rows, double columns) const;
    /// Moved as little as necessary to show the cell; unset parts do not move it.
    MapView revealing(const Cell& cell) const;

    bool operator==(const MapView&) const = default;

private:
    Index m_rowCount = 0, m_columnCount = 0;
    AxisSpan m_rows, m_columns;
};

} // namespace headlight
