#pragma once

#include "core/trace/trace.h"
#include "ui/picture/heatmap_marks.h"
#include "ui/picture/plot.h"
#include "ui/picture/shown_maps.h"
#include "ui/state/focus.h"

#include <QByteArray>
#include <QRectF>
#include <QString>

#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

class QPainter;

namespace headlight {

/// All heads of one kind in a stack: layers down, heads across.
struct HeadGridRef
{
    StackKind stack = StackKind::kEncoder;
    AttentionKind kind = AttentionKind::kSelf;
};

/// The positional encodings added to the embeddings [positions × d_model].
struct PositionPicture
{
    Matrix values;
    StackKind stack = StackKind::kEncoder; ///< stack whose tokens they are added to
};

/// The end of a decoding: the map of an earlier step is drawn with its size, scale and tokens. Rows and keys
/// that the step does not have yet stay empty.
struct FigureRoom
{
    Trace trace; ///< null = maps are drawn in their own size
    Trace before; ///< its unedited run, if differences are drawn
};

/// A figure as requested by the window's export and the command line. A value.
struct FigureRequest
{
    Trace trace;
    /// A plot needs no trace, and is drawn on the UI thread only.
    std::variant<HeadRef, LayerRef, HeadGridRef, PositionPicture, std::vector<HeadRef>, Plot> subject;
    /// The same input without edits: draws `trace` − `before`. Null = `trace` only.
    Trace before;
    std::optional<ManyRuns> manyRuns; ///< what `trace` holds of several runs; weights only
    MapKind map = MapKind::kWeights;
    QString colourMap = QStringLiteral("viridis");
    MapOptions options; ///< a grid of thumbnails always shares one scale
    Backdrop backdrop = Backdrop::kLight;
    FigureRoom room;
    HeatmapMarks marks; ///< pinned tokens, and the newest row of decoder heads; the hover is not painted
    /// The part to draw of all maps as large as the first, in painted rows and columns; unset = all.
    std::optional<AxisSpan> queries, keys;
    std::optional<TokenLabel> written; ///< token after the last row of decoders, if known
    QString title; ///< empty = the subject in words
    bool showTitle = true;
    bool scaleBar = true; ///< legend of the colours
};

/// A figure of what the heatmap shows.
FigureRequest figureOf(const Trace& trace, const Focus& focus);

/// The heads shown, layer by layer; none for positions.
std::vector<HeadRef> figureHeads(const FigureRequest& request);

/// The maps that are painted: one for each head, or one for all together; none for positions.
ShownMaps figureMaps(const FigureRequest& request);
/// The same as far as the request's queries and keys reach, in whole cells: what a file of numbers contains.
ShownMaps figureNumberMaps(const FigureRequest& request);
/// Which part of each of figureMaps() that is.
std::vector<MapPart> figureNumberParts(const FigureRequest& request, const ShownMaps& shown);
/// How their numbers are read: as the requested kind; kScores for differences and positions.
MapKind figureKind(const FigureRequest& request);
/// The request's options for the pictures of the maps.
HeatmapOptions figureLook(const FigureRequest& request);

/// The given title, or the subject in words.
QString figureTitle(const FigureRequest& request);

/// Whether the trace contains what the figure shows; the error names what is missing.
Result<void> checkFigure(const FigureRequest& request);

/// A size, in pixels at 96 dpi, at which the figure is easy to read.
QSizeF naturalSize(const FigureRequest& request);

/// The height, in the same pixels, at which a figure of this width is easy to read, with room for labels.
double fittingHeight(const FigureRequest& request, double width);

/// Paints the figure: title, maps with token labels that never overlap, one legend. `area` is in pixels at 96
/// dpi. `asShapes`: rectangles for cells instead of images (for vector formats). If checkFigure() rejects the
/// request, paints only the background and the title.
void paintFigure(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes = false);

/// Number of cells in the figure, to decide between shapes and images.
Index figureCells(const FigureRequest& request);

/// The numbers of the figure: one head as a table with tokens (a header row and a first column), several
/// heads in long form with one line per cell, positions as a table. Masked cells of weights are 0.
/// `separator` separates the fields. The rest of the rows is left out once it is to stop.
QByteArray figureNumbers(const FigureRequest& request, char separator = ',',
                         const std::stop_token& stop = {});

} // namespace headlight
