#pragma once

#include "ui/picture/cell_painter.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

/// The legend beside or below a map: a colour bar with ticks and a title along it, or swatches if the map has
/// only states; also explains hatched and dotted cells if there are any.
struct ScaleBar
{
    CellColours colours;
    QString title; ///< empty = none, without room for it
    QString brief; ///< shown if there is no room for the whole title; empty = the title is cut
    bool statesOnly = false; ///< a mask: swatches for its two states instead of a bar
    bool showLeftOut = false; ///< some cells are left out on purpose
    bool showMasked = false; ///< some cells are masked
    bool showMissing = false; ///< some cells were never computed
    bool missingMasked = false; ///< since they are masked
    bool missingInOne = false; ///< differences: missing cells are those that only one of the maps has
    bool showNewest = false; ///< the row just computed is marked
    bool showFuture = false; ///< cells are left out because the decoding has not reached them
    bool roomForSteps = false; ///< as wide as while stepping through a decoding
};

/// Room to the right of a map, including the gap to the map.
double scaleBarWidth(const ScaleBar& bar, const QFont& font);
/// Paints from the top left of `area`, within its height.
void paintScaleBar(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font);
/// The same below maps: its bar lies, the title and the swatches are beside it.
double scaleStripHeight(const QFont& font);
void paintScaleStrip(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font);

} // namespace headlight
