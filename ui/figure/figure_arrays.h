#pragma once

#include "ui/figure/figure.h"

#include <QByteArray>

namespace headlight {

/// The numbers of a figure for other programs (core/tracefile/map_export.h). A table of positions is a
/// separate array. Empty if there are none, or too many for the format.
QByteArray figureNpy(const FigureRequest& request);
QByteArray figureNpz(const FigureRequest& request);
QByteArray figureJson(const FigureRequest& request);

} // namespace headlight
