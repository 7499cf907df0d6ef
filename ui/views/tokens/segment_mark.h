#pragma once

#include <QRectF>

class QColor;
class QPainter;

namespace headlight {

/// Where the mark of a token's segment stands on its chip: a bar along the top, so that it is told apart from
/// the key's bar below and the query's frame. Empty for the first segment, which needs none.
QRectF segmentMark(const QRectF& chip, int segment);
void paintSegmentMark(QPainter& painter, const QRectF& chip, int segment, const QColor& colour);

} // namespace headlight
