#pragma once

#include <QString>

namespace headlight {

class HeatmapPlot;

/// Makes heatmaps readable for screen readers from now on: a table in which a cell says its query, its key
/// and its value, a row and a column say their token. May be called more than once.
void makeHeatmapsAccessible();

/// What a cell says: "query “chat”, key “cat”: 0.42", or that it is masked.
QString cellInWords(const HeatmapPlot& plot, int query, int key);

} // namespace headlight
