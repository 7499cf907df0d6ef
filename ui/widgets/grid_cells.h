#pragma once

#include "ui/picture/colour_map.h"
#include "ui/picture/plot.h"

#include <vector>

class QCPAbstractItem;
class QCustomPlot;
class QFontMetricsF;

namespace headlight {

/// Adds the coloured cells of a grid at these coordinates of the axes, with numbers where all have room.
void addGridCells(QCustomPlot& drawn, const Plot& plot, Backdrop backdrop);
/// Frames this point of cells that were added; -1 = none.
void chooseCell(QCPAbstractItem& cells, int point);

/// The decimals, up to two, with which all numbers are at most this wide; -1 = not even whole numbers are.
int decimalsThatFit(const std::vector<Plot::Point>& points, const QFontMetricsF& metrics, double room);

} // namespace headlight
