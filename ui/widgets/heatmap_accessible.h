#pragma once

#include <QString>

namespace headlight {

class HeatmapPlot;

/// Makes heatmaps readable for screen readers from now on: a table whose cells give their query, key and
/// value, and whose headers give their token. May be called more than once.
void makeHeatmapsAccessible();

/// Text of a cell: "query “chat”, key “cat”: 0.42", or that it is masked.
QString cellInWords(const HeatmapPlot& plot, int query, int key);

} // namespace headlight
