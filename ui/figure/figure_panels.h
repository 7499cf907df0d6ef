#pragma once

#include "ui/figure/figure.h"

#include <QFont>

#include <vector>

namespace headlight {

// Parts of a figure shared by its two source files, and by panels of maps in the window.

inline constexpr int kFigureText = 13, kFigureTitle = 17, kFigureSmall = 11; ///< pixels at 96 dpi

/// The same font on every machine with the same fonts: not the desktop's, and without hinting, so that the
/// window and the command line draw the same pixels, and texts are as wide as measured.
QFont figureFont(int pixels, QFont::Weight weight = QFont::Normal);

/// The number of columns with which panels of this ratio of width to height are largest in the area.
int bestColumns(int panels, double aspectOfPanel, const QSizeF& area);

/// Whether the figure is a grid of thumbnails, layers × heads.
bool isGrid(const FigureRequest& request);

/// The requested part, clipped to 0 … count; everything if the request makes no sense.
AxisSpan spanOr(const std::optional<AxisSpan>& wanted, Index count);

/// The requested part of the map if it is as large as the first one; otherwise all of it.
HeatmapLayout shownPart(const FigureRequest& request, const HeatmapLayout& layout, const AttentionMap& map,
                        const AttentionMap& first);

/// The numbers visible in the layout, as fine as the painter's device can show them.
CellGrid visibleCells(const QPainter& painter, const CellReader& reader, const HeatmapLayout& layout);

/// The maps of the decoding's end that give the figure's maps their room, one for each; none without.
ShownMaps roomMaps(const FigureRequest& request);

/// Clears the parts of a map in a larger one's room that do not exist yet.
void paintAbsent(QPainter& painter, const HeatmapLayout& layout, const AttentionMap& now,
                 const PicturePalette& palette);

/// The marks on a picture of the head: marks count tokens, pictures may count words.
HeatmapMarks pinOn(const FigureRequest& request, const HeadRef& head);

/// The heads whose output the drawn run did not use: their maps are cross-hatched. None if several are one
/// map.
std::vector<HeadRef> headsOff(const FigureRequest& request);

/// Several maps with their names, and a single legend if they share a scale.
void paintPanels(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes);

} // namespace headlight
