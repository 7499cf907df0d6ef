#pragma once

#include "ui/picture/cell_painter.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

/// The legend beside a map: a colour bar with ticks and a title along it, or swatches where the map has
/// states only; and what hatched cells mean, where there are some.
struct ScaleBar
{
    CellColours colours;
    QString title;
    bool statesOnly = false; ///< a mask: "may attend" and "masked" instead of a bar
    bool showLeftOut = false; ///< some cells are left out on purpose
    bool showMasked = false; ///< some cells are masked
    bool showMissing = false; ///< some cells were never computed
    bool missingInOne = false; ///< differences: missing cells are those that only one map has
    bool showNewest = false; ///< the row that was just computed is marked
    bool showFuture = false; ///< cells are left out because the decoding has not come to them
    bool roomForSteps = false; ///< as wide as it is while a decoding is stepped through
};

/// Room to the right of a map, its distance from the map included.
double scaleBarWidth(const ScaleBar& bar, const QFont& font);
/// Paints from the left edge and the top of `area`, over its height at most.
void paintScaleBar(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font);

} // namespace headlight
