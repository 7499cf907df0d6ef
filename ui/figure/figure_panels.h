#pragma once

#include "ui/figure/figure.h"

#include <QFont>

namespace headlight {

// Parts of a figure that its two files share.

inline constexpr int kFigureText = 13, kFigureTitle = 17, kFigureSmall = 11; ///< pixels at 96 dpi

/// One font on every machine with the same fonts: not the desktop's, and without its hinting, so that the
/// window and the command line draw the same pixels, and texts are as wide as they were measured.
QFont figureFont(int pixels, QFont::Weight weight = QFont::Normal);

/// Layers × heads as thumbnails.
bool isGrid(const FigureRequest& request);

/// The part that is wanted, within 0 … count; all of it where nothing sensible is wanted.
AxisSpan spanOr(const std::optional<AxisSpan>& wanted, Index count);

/// The part of the maps that is wanted, where the map is as large as the first one; otherwise all of it.
HeatmapLayout shownPart(const FigureRequest& request, const HeatmapLayout& layout, const AttentionMap& map,
                        const AttentionMap& first);

/// The numbers of what the layout shows, as fine as the painter's device can show them.
CellGrid visibleCells(const QPainter& painter, const CellReader& reader, const HeatmapLayout& layout);

/// The maps of the decoding's end in whose room the figure's maps are drawn, one for each; none without.
ShownMaps roomMaps(const FigureRequest& request);

/// Empties what of a map in another one's room is not there yet.
void paintAbsent(QPainter& painter, const HeatmapLayout& layout, const AttentionMap& now,
                 const PicturePalette& palette);

/// What is marked on a picture of the head: marks count tokens, pictures may count words.
HeatmapMarks pinOn(const FigureRequest& request, const HeadRef& head);

/// Several maps with their names, and one legend where they share a scale.
void paintPanels(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes);

} // namespace headlight
