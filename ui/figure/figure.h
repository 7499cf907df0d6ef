#pragma once

#include "core/trace/trace.h"
#include "ui/picture/heatmap_marks.h"
#include "ui/picture/shown_maps.h"
#include "ui/state/focus.h"

#include <QByteArray>
#include <QRectF>
#include <QString>

#include <optional>
#include <variant>
#include <vector>

class QPainter;

namespace headlight {

/// All heads of one kind of a stack: layers down, heads across.
struct HeadGridRef
{
    StackKind stack = StackKind::kEncoder;
    AttentionKind kind = AttentionKind::kSelf;
};

/// What was added for the position [positions × d_model].
struct PositionPicture
{
    Matrix values;
    StackKind stack = StackKind::kEncoder; ///< whose tokens it was added to
};

/// The end of a decoding, which the map of an earlier step is drawn in: with its size, its scale and its
/// tokens at the axes. Rows and keys that the step does not have yet stay empty.
struct FigureRoom
{
    Trace trace; ///< null: maps are drawn in their own size
    Trace before; ///< its run without the edits, where differences are drawn
};

/// A figure as the window's export and the command line ask for it. A value.
struct FigureRequest
{
    Trace trace;
    std::variant<HeadRef, LayerRef, HeadGridRef, PositionPicture, std::vector<HeadRef>> subject;
    /// The same input without the edits: `trace` − `before` is drawn. Null: `trace` alone.
    Trace before;
    std::optional<ManyRuns> manyRuns; ///< what `trace` is of several runs; weights only
    MapKind map = MapKind::kWeights;
    QString colourMap = QStringLiteral("viridis");
    MapOptions options; ///< a grid of thumbnails always has one scale
    Backdrop backdrop = Backdrop::kLight;
    FigureRoom room;
    HeatmapMarks marks; ///< what is pinned, and the newest row of decoder heads; the hover is not painted
    /// The part of the maps that is drawn, in painted rows and columns (words where tokens are merged);
    /// unset: all. It applies to all maps that are as large as the first.
    std::optional<AxisSpan> queries, keys;
    std::optional<TokenLabel> written; ///< the token after the last row of decoders, where it is known
    QString title; ///< empty: the subject in words
    bool showTitle = true;
    bool scaleBar = true; ///< the legend of the colours
};

/// The figure of what the heatmap shows.
FigureRequest figureOf(const Trace& trace, const Focus& focus);

/// The heads that are shown, layer by layer; none for positions.
std::vector<HeadRef> figureHeads(const FigureRequest& request);

/// The maps that are painted: of each head, or of all together; none for positions.
ShownMaps figureMaps(const FigureRequest& request);
/// As what their numbers are read: the kind asked for; kScores for differences and positions.
MapKind figureKind(const FigureRequest& request);
/// What their pictures take from the request.
HeatmapOptions figureLook(const FigureRequest& request);

/// The title given, or the subject in words.
QString figureTitle(const FigureRequest& request);

/// Whether the trace has what the figure shows; the error names what is missing.
Result<void> checkFigure(const FigureRequest& request);

/// A size in pixels at 96 dpi at which the figure is well readable.
QSizeF naturalSize(const FigureRequest& request);

/// The height, in the same pixels, at which a figure of this width is well readable: cells about as high as
/// they are wide, and room for every label of the rows where that is possible.
double fittingHeight(const FigureRequest& request, double width);

/// Paints the figure: title, maps with token labels that never overlap, one legend. `area` in pixels at
/// 96 dpi. `asShapes`: rectangles for cells instead of images (for vector formats). A request that
/// checkFigure() refuses paints nothing but the background and the title.
void paintFigure(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes = false);

/// How many cells the figure has, to decide between shapes and images.
Index figureCells(const FigureRequest& request);

/// The numbers of the figure: one head as a table with tokens (a header row and a first column), several
/// heads in long form with one line per cell, positions as a table. Masked cells of weights are 0. Fields are
/// separated by `separator`.
QByteArray figureNumbers(const FigureRequest& request, char separator = ',');

} // namespace headlight
