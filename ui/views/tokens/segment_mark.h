#pragma once

#include <QRectF>

class QColor;
class QPainter;

namespace headlight {

/// Position of the mark for a token's segment: a bar along the top of its chip, distinct from the key's bar
/// below and the query's frame. Empty for the first segment, which needs none.
QRectF segmentMark(const QRectF& chip, int segment);
void paintSegmentMark(QPainter& painter, const QRectF& chip, int segment, const QColor& colour);

} // namespace headlight
