// How TokenStrip draws its chips; what it does is in token_strip.cpp.
#include "ui/picture/newest_mark.h"
#include "ui/views/tokens/segment_mark.h"
#include "ui/views/tokens/token_strip.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>

namespace headlight {

namespace {

/// Round corners outside, straight ones where pieces of one word touch.
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

TokenStrip::Look TokenStrip::look(const TokenRef& token) const
{
    const Placed* where = placed(token.stack);
    const TokenLabel& label = where->flow.tokens()[static_cast<std::size_t>(token.index)];
    const bool shaded = m_shading && m_shading->stack == token.stack;
    if (label.padding && !shaded)
        return {m_colours.background, m_colours.muted};
    if (!shaded)
        return {label.special ? m_colours.background : m_colours.surface,
                label.special ? m_colours.muted : m_colours.text};
    const std::optional<float> strength = m_shading->strength(token.index);
    if (!strength)
        return {m_colours.background, m_colours.muted};
    const QColor fill = m_colours.ramp(static_cast<double>(*strength));
    return {fill, readableOn(fill)};
}

void TokenStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), m_colours.background);
    const qreal scroll = verticalScrollBar()->value();
    painter.translate(left(), -scroll);
    const QRectF visible = QRectF(event->rect()).translated(-left(), scroll);
    for (const Placed& placed : m_placed)
        paintSection(painter, placed, visible);
}

void TokenStrip::paintSection(QPainter& painter, const Placed& placed, const QRectF& visible) const
{
    const bool beside = m_titleColumn > 0;
    const qreal height = beside ? placed.flow.rowHeight() : fontMetrics().height();
    QRectF line(beside ? -m_titleColumn : 0, placed.top, viewport()->width(), height);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(m_colours.muted);
    constexpr int kFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
    painter.drawText(line, kFlags, placed.section.title);
    if (m_notesShown) {
        line.setLeft(line.left()
                     + QFontMetricsF(bold).horizontalAdvance(placed.section.title + QLatin1Char(' ')));
        painter.setFont(font());
        painter.drawText(line, kFlags, placed.section.note);
    }

    painter.setFont(font());
    const auto [first, last]
        = placed.flow.chipsBetween(visible.top() - placed.chipsTop, visible.bottom() - placed.chipsTop);
    for (int i = first; i < last; ++i)
        paintChip(painter, placed, i);
}

void TokenStrip::paintChip(QPainter& painter, const Placed& placed, int index) const
{
    const Chip& chip = placed.flow.chip(index);
    const TokenLabel& label = placed.flow.tokens()[static_cast<std::size_t>(index)];
    const TokenRef token{placed.section.stack, index};
    const bool next = index + 1 < placed.flow.size() && placed.flow.chip(index + 1).joinsPrevious;
    const QRectF rect = chip.rect.translated(0, placed.chipsTop);
    const qreal radius = label.special ? rect.height() / 2 : 5;
    const Look colours = look(token);

    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.fill);
    painter.drawPath(chipShape(rect, chip.joinsPrevious, next, radius));
    paintSegmentMark(painter, rect, label.padding ? 0 : label.segment, colours.text);
    const bool masked = m_shading && m_shading->stack == token.stack && !m_shading->isAllowed(index);
    if (label.special || label.padding || masked) {
        // A dashed line is what may not be attended to or is not there at all; a solid one a special token.
        painter.setPen(QPen(m_colours.outline, 1, label.padding || masked ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(chipShape(rect.adjusted(0.5, 0.5, -0.5, -0.5), chip.joinsPrevious, next, radius));
    }
    if (m_hovered == token) {
        painter.setPen(QPen(m_colours.text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(chipShape(rect.adjusted(0.5, 0.5, -0.5, -0.5), chip.joinsPrevious, next, radius));
    }
    painter.setPen(colours.text);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
    paintMarks(painter, token, rect);
    if (hasFocus() && m_current == token) {
        painter.setPen(QPen(m_colours.text, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), 6, 6);
    }
}

void TokenStrip::paintMarks(QPainter& painter, const TokenRef& token, const QRectF& rect) const
{
    const PicturePalette palette = PicturePalette::of(this->palette());
    if (std::find(m_found.begin(), m_found.end(), token) != m_found.end())
        painter.fillRect(QRectF(rect.left(), rect.top() - 2, rect.width(), 3), palette.found);
    if (m_newest == token) {
        painter.setPen(QPen(palette.newest, 1.5, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 6, 6);
        paintNewestArrow(painter, {rect.left() - 0.5, rect.center().y()}, 1, palette);
    }
    for (const Mark& mark : m_marks) {
        if (mark.token != token)
            continue;
        const QColor colour = mark.isQuery ? m_colours.query : m_colours.key;
        painter.setBrush(Qt::NoBrush);
        if (mark.isQuery) {
            painter.setPen(QPen(colour, 2));
            painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 6, 6);
        } else {
            // The key is a bar below, not a frame: the two differ in shape as well as in colour.
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 4), colour);
        }
        if (mark.pinned) {
            painter.setPen(QPen(m_colours.background, 1.5));
            painter.setBrush(colour);
            painter.drawEllipse(mark.isQuery ? rect.topRight() : rect.bottomRight(), 4.5, 4.5);
        }
    }
}

} // namespace headlight
