#pragma once

#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace headlight {

/// The share of each of a map's rows that goes to a learned sink; empty where its head has none.
std::vector<float> sinkShares(const AttentionMap& map);

/// Room of the column beside the cells, its distance included, and of its name below; in logical pixels.
double sinkColumnWidth(const QFont& font);
double sinkColumnFoot(const QFont& font);

/// A column of its own: one cell for each row that is seen, in the colours of the map, and its name below.
void paintSinkColumn(QPainter& painter, const QRectF& column, const CellFrame& frame,
                     const std::vector<float>& shares, const CellColours& colours, const QFont& font);

} // namespace headlight
