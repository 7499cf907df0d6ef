#pragma once

#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace headlight {

/// The learned sink's share of each row of a map; empty if the head has no sink.
std::vector<float> sinkShares(const AttentionMap& map);

/// Width of the column beside the cells, including the gap, and of its name below; logical pixels.
double sinkColumnWidth(const QFont& font);
double sinkColumnFoot(const QFont& font);

/// A separate column with one cell per visible row, in the colours of the map, and its name below.
void paintSinkColumn(QPainter& painter, const QRectF& column, const CellFrame& frame,
                     const std::vector<float>& shares, const CellColours& colours, const QFont& font);

} // namespace headlight
