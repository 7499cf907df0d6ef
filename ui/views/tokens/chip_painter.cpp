#include "ui/views/tokens/chip_painter.h"

#include "core/trace/attention_map.h"
#include "ui/picture/marks.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>

namespace headlight {

namespace {

/// Rounded corners outside, square ones where pieces of one word touch.
QPainterPath chipShape(const QRectF& rect, bool joinsPrevious, bool joinedByNext, qreal radius)
{
    const qreal most = std::min({radius, rect.width() / 2, rect.height() / 2});
    const qreal l = joinsPrevious ? 0 : most, r = joinedByNext ? 0 : most;
    const auto corner = [](const QPointF& at, qreal size) { return QRectF(at, QSizeF(2 * size, 2 * size)); };
    QPainterPath path(QPointF(rect.left() + l, rect.top()));
    path.lineTo(rect.right() - r, rect.top());
    path.arcTo(corner({rect.right() - 2 * r, rect.top()}, r), 90, -90);
    path.lineTo(rect.right(), rect.bottom() - r);
    path.arcTo(corner({rect.right() - 2 * r, rect.bottom() - 2 * r}, r), 0, -90);
    path.lineTo(rect.left() + l, rect.bottom());
    path.arcTo(corner({rect.left(), rect.bottom() - 2 * l}, l), 270, -90);
    path.lineTo(rect.left(), rect.top() + l);
    path.arcTo(corner({rect.left(), rect.top()}, l), 180, -90);
    path.closeSubpath();
    return path;
}

} // namespace

void ChipPainter::paint(const QRectF& rect, const TokenLabel& label, const ChipState& state) const
{
    const qreal radius = label.special ? rect.height() / 2 : 5;
    const auto shape
        = [&](const QRectF& at) { return chipShape(at, state.joinsPrevious, state.joinedByNext, radius); };
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(state.look.fill);
    m_painter.drawPath(shape(rect));
    paintSegmentMark(m_painter, rect, label.padding ? 0 : label.segment, state.look.text);
    m_painter.setBrush(Qt::NoBrush);
    const QPainterPath outline = shape(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (label.isMarkup() || label.padding || state.masked) {
        // A dashed outline marks tokens that are masked or only padding; a solid one marks special tokens.
        const bool dashed = label.padding || state.masked;
        m_painter.setPen(QPen(m_colours.outline, 1, dashed ? Qt::DashLine : Qt::SolidLine));
        m_painter.drawPath(outline);
    }
    if (state.hovered) {
        m_painter.setPen(QPen(m_colours.text, 1));
        m_painter.drawPath(outline);
    }
    if (state.generated) { // a folded corner, explained by the note above the tokens
        const qreal side = std::min<qreal>(7, rect.height() / 3);
        const QPointF corner = rect.topRight();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colours.rampEnd);
        m_painter.drawConvexPolygon(QPolygonF{corner - QPointF(side, 0), corner, corner + QPointF(0, side)});
    }
    m_painter.setPen(state.look.text);
    m_painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, state.text);
    paintPointers(rect, state);
}

void ChipPainter::paintPointers(const QRectF& rect, const ChipState& state) const
{
    if (state.found)
        m_painter.fillRect(QRectF(rect.left(), rect.top() - 2, rect.width(), 3), m_palette.found);
    if (state.newest) {
        m_painter.setPen(QPen(m_palette.newest, 1.5, Qt::DashLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 6, 6);
        paintNewestArrow(m_painter, {rect.left() - 0.5, rect.center().y()}, 1, m_palette);
    }
}

void ChipPainter::paintMark(const QRectF& rect, const ChipMark& mark) const
{
    const QColor colour = mark.isQuery ? m_colours.query : m_colours.key;
    m_painter.setBrush(Qt::NoBrush);
    if (mark.isQuery) {
        m_painter.setPen(QPen(colour, 2));
        m_painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 6, 6);
    } else {
        // The key has a bar below instead of a frame, so that the two differ in shape as well as in colour.
        m_painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 4), colour);
    }
    if (mark.pinned) {
        m_painter.setPen(QPen(m_colours.background, 1.5));
        m_painter.setBrush(colour);
        m_painter.drawEllipse(mark.isQuery ? rect.topRight() : rect.bottomRight(), 4.5, 4.5);
    }
}

void ChipPainter::paintCursor(const QRectF& rect) const
{
    paintFocusRing(m_painter, rect.adjusted(-3, -3, 3, 3), m_colours.text, 6);
}

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
