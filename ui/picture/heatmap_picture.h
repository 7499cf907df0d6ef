#pragma once

#include "ui/picture/cell_grid.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/marginals.h"
#include "ui/picture/scale_bar.h"
#include "ui/picture/token_axis.h"
#include "ui/state/focus.h"

#include <QFont>
#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// Where the parts of a heatmap are.
struct HeatmapLayout
{
    CellFrame cells;
    AxisPlace queryAxis, keyAxis;
    QRectF scaleBar; ///< room for the legend; null = none
    QRectF queryCaption, keyCaption; ///< null = none
    MarginalPlace sums; ///< null = none
    QRectF sink; ///< column of a learned sink, right of the cells; null = none

    /// The same layout with another part of the map visible.
    HeatmapLayout showing(const AxisSpan& queries, const AxisSpan& keys) const;
};

/// Names for a table of numbers other than attention; its numbers are read as scores.
struct TableNames
{
    QString title; ///< what the numbers mean
    QString rows, columns;
    bool operator==(const TableNames&) const = default;
};

/// The numbers are the mean or the standard deviation of several runs with different dropout seeds.
struct ManyRuns
{
    int runs = 1;
    bool spread = false;
    bool operator==(const ManyRuns&) const = default;
};

/// What maps side by side have in common, so that their cells are equal and their rows at one height.
struct SharedRoom
{
    std::optional<double> rows; ///< width for the labels of the rows, 0 = none; unset = what they need
    std::optional<double> columns; ///< likewise, height for the labels of the columns
    int leastRows = 1, leastColumns = 1; ///< cells are no larger than those of a map with so many
    bool operator==(const SharedRoom&) const = default;
};

/// The colours of differences reach at least this far on both sides of zero: noise is not painted.
inline constexpr float kLeastDifference = 0.05F;

/// How a map is displayed.
struct HeatmapOptions
{
    QString colourMap = QStringLiteral("viridis");
    WeightRange weightRange = WeightRange::kOne;
    ColourScale scale = ColourScale::kLinear;
    bool values = true; ///< numbers in cells that have room for them
    bool marginals = false; ///< sums of rows and columns, for kinds that have them
    bool captions = true; ///< "queries: …", "keys: …"
    bool labels = true;
    bool legend = true;
    std::optional<MapKind> differenceOf; ///< the numbers are after − before of this kind, read as scores
    std::optional<ManyRuns> manyRuns; ///< for weights only
    std::optional<TableNames> table; ///< set for a table of other numbers
    bool nextTokens = false; ///< also label rows of decoders with the next token
    std::optional<TokenLabel> written; ///< token after the last row, if known
    SharedRoom shared;
    double tallest = 2; ///< largest height of a readable cell, in widths
    bool aroundZero = true; ///< scores: zero is neutral; otherwise the colours start at the smallest number
    float leastReach = 0; ///< scores around zero: their colours reach at least this far; for `differenceOf`,
                          ///< kLeastDifference
    bool operator==(const HeatmapOptions&) const = default;
};

/// Everything in a heatmap's picture except its numbers and marks: labels, captions, legend, and their
/// layout. Used by the window and the figures. A value.
class HeatmapPicture
{
public:
    /// `limits`: smallest and largest number and the states that occur, over the whole map.
    HeatmapPicture(const AttentionMap& map, MapKind kind, const CellLimits& limits,
                   const HeatmapOptions& options, const PicturePalette& palette, const QFont& font);

    const CellColours& colours() const { return m_bar.colours; }
    const TokenRuler& queryRuler() const { return m_queryRuler; }
    const TokenRuler& keyRuler() const { return m_keyRuler; }
    const QFont& font() const { return m_font; }
    bool hasLabels() const { return m_options.labels; }
    const PicturePalette& palette() const { return m_bar.colours.palette; }
    const ScaleBar& scaleBar() const { return m_bar; }
    /// Whether the legend explains the mark of the row just computed.
    void explainNewest(bool on) { m_bar.showNewest = on; }
    /// The same while stepping through a decoding, with the rows still to come and room in the legend.
    void explainSteps(bool newest, bool future, bool room)
    {
        m_bar.showNewest = newest;
        m_bar.showFuture = future;
        m_bar.roomForSteps = room;
    }

    /// Sums of the whole map; painted with the furniture if the options ask for them.
    void setSums(const MapSums& sums) { m_sums = sums; }

    /// Where a map stands that does not fill its room.
    enum class Place : unsigned char { kMiddle, kCorner };

    /// Fits the whole map into `outer`. Cells are as large as possible, but once they are readable, they are
    /// at most twice as wide as high, and as high as the options allow.
    HeatmapLayout layout(const QRectF& outer, Place place = Place::kMiddle) const;
    /// Width that the labels of the rows need in so much room, which the legend does not count for.
    double rowRoom(const QSizeF& room) const;
    /// Height that the labels of the columns need in so much room.
    double columnRoom(const QSizeF& room, const SharedRoom& shared) const
    {
        return fittedCells(room, furniture(), shared).top;
    }
    /// Labels, captions and legend.
    void paintFurniture(QPainter& painter, const HeatmapLayout& layout) const;
    /// Cells and their numbers. `asShapes`: rectangles instead of an image, for vector formats.
    void paintCells(QPainter& painter, const HeatmapLayout& layout, const CellGrid& grid,
                    bool asShapes) const;

private:
    /// The room that is taken around the cells, whatever their size; 0 = not shown.
    struct Furniture
    {
        double line = 0; ///< the height of a line of text
        double caption = 0, sums = 0, legend = 0, sink = 0;
        double right = 0, below = 0; ///< of all that stands there
    };
    /// A cell's size before it is snapped, and the room of the labels left of and above the cells.
    struct Cells
    {
        double width = 1, height = 1, left = 0, top = 0;
    };

    Furniture furniture() const;
    Cells fittedCells(const QSizeF& outer, const Furniture& around, const SharedRoom& shared) const;
    double rowRoomFor(double cellHeight, double width) const;
    /// The height of the labels over cells of this width, in a picture of this height.
    double keyRoomFor(double cellWidth, double height) const;

    QFont m_font;
    HeatmapOptions m_options;
    TokenRuler m_queryRuler, m_keyRuler;
    ScaleBar m_bar;
    QString m_queryCaption, m_keyCaption;
    MapSums m_sums;
    std::vector<float> m_sinks; ///< share of a learned sink in each row; empty = no sink
};

/// Weights and what is derived from them: numbers ≥ 0.
bool isWeightKind(MapKind kind);
/// Kinds whose row and column sums mean something: weights, and the mask (number of keys allowed).
bool hasSums(MapKind kind);
/// Which number determines a cell's colour.
Shade shadeFor(MapKind kind, ColourScale scale);
Shade shadeFor(MapKind kind, const HeatmapOptions& options);
/// The heatmap's part of the user's options.
HeatmapOptions heatmapOptions(const MapOptions& options, const QString& colourMap);

/// How the numbers of a kind become colours: weights from 0, scores around 0, a mask in two states.
CellColours coloursFor(MapKind kind, const CellLimits& limits, const HeatmapOptions& options,
                       const PicturePalette& palette);

/// What a kind of map shows ("attention weight", …), for legends and lists.
QString mapTitle(MapKind kind);

} // namespace headlight
