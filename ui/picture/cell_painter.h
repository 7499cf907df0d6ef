#pragma once

#include "ui/picture/cell_grid.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"

#include <QImage>
#include <QRectF>

class QPainter;

namespace headlight {

/// The visible part of an axis, in cells: 0 … n shows n cells.
struct AxisSpan
{
    double lower = 0, upper = 1;
    double size() const { return upper - lower; }
    bool operator==(const AxisSpan&) const = default;
};

/// How numbers become colours.
struct CellColours
{
    const ColourMap* map = nullptr; ///< must outlive the painting
    ValueScale scale;
    PicturePalette palette;
    /// Masked cells keep the colour of their number under the hatching: scores exist before masking.
    bool maskedKeepColour = false;
    bool gaps = true; ///< background shows between large cells

    QRgb of(float value, CellState state) const { return ofLevel(scale.level(value), state); }
    /// level: from ValueScale.
    QRgb ofLevel(int level, CellState state) const;
};

/// A rectangle of a map drawn in a rectangle of a picture: queries down, keys across.
struct CellFrame
{
    QRectF area; ///< logical pixels
    AxisSpan queries, keys; ///< what the area shows

    double cellWidth() const { return area.width() / keys.size(); }
    double cellHeight() const { return area.height() / queries.size(); }
    double x(double key) const { return area.left() + (key - keys.lower) * cellWidth(); }
    double y(double query) const { return area.top() + (query - queries.lower) * cellHeight(); }
    double keyAt(double px) const { return keys.lower + (px - area.left()) / cellWidth(); }
    double queryAt(double py) const { return queries.lower + (py - area.top()) / cellHeight(); }
    QRectF cell(Index query, Index key) const
    {
        return {x(static_cast<double>(key)), y(static_cast<double>(query)), cellWidth(), cellHeight()};
    }
};

/// The picture of the area in device pixels. A cell's pixels have exactly the colour of its number; gaps
/// between large cells are transparent; masked cells are hatched, missing ones dotted.
QImage composeCells(const CellGrid& grid, const CellFrame& frame, const CellColours& colours,
                    double pixelRatio);

/// The same with vector rectangles, for SVG and PDF.
void paintCellsAsShapes(QPainter& painter, const CellGrid& grid, const CellFrame& frame,
                        const CellColours& colours);

/// Only the numbers in the cells, where they fit.
void paintCellValues(QPainter& painter, const CellGrid& grid, const CellFrame& frame,
                     const CellColours& colours);

} // namespace headlight
