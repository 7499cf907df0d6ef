#include "ui/views/tokens/segment_mark.h"

#include <QPainter>

#include <algorithm>

namespace headlight {

namespace {
constexpr double kHeight = 2.5;
constexpr double kInset = 4; ///< from the chip's rounded corners
} // namespace

QRectF segmentMark(const QRectF& chip, int segment)
{
    if (segment <= 0)
        return {};
    const double inset = std::min(kInset, chip.width() / 4);
    return {chip.left() + inset, chip.top(), chip.width() - 2 * inset, kHeight};
}

void paintSegmentMark(QPainter& painter, const QRectF& chip, int segment, const QColor& colour)
{
    if (const QRectF mark = segmentMark(chip, segment); !mark.isEmpty())
        painter.fillRect(mark, colour);
}

} // namespace headlight
