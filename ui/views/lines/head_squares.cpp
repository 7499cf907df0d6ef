#include "ui/views/lines/head_squares.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/marks.h"
#include "ui/picture/picture_palette.h"
#include "ui/words/head_name.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPoint>
#include <QVariant>

#include <algorithm>

namespace headlight {

namespace {
constexpr int kGap = 3;
}

HeadSquares::HeadSquares()
    : Canvas(tr("Heads drawn"))
{
    setFocusPolicy(Qt::TabFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void HeadSquares::setSquares(std::vector<Square> squares)
{
    if (squares == m_squares)
        return;
    const bool sameCount = squares.size() == m_squares.size();
    m_squares = std::move(squares);
    m_current = std::clamp(m_current, 0, std::max(0, static_cast<int>(m_squares.size()) - 1));
    if (!sameCount)
        updateGeometry();
    update();
}

int HeadSquares::perRow(int width) const
{
    return std::max(1, (width + kGap) / (side() + kGap));
}

int HeadSquares::heightForWidth(int width) const
{
    const int rows = (static_cast<int>(m_squares.size()) + perRow(width) - 1) / perRow(width);
    return std::max(1, rows) * (side() + kGap) - kGap;
}

QSize HeadSquares::sizeHint() const
{
    const int inRow = std::min(12, std::max(1, static_cast<int>(m_squares.size())));
    const int width = inRow * (side() + kGap) - kGap;
    return {width, heightForWidth(width)};
}

QSize HeadSquares::minimumSizeHint() const
{
    return {4 * (side() + kGap), side()};
}

QRect HeadSquares::squareRect(int index) const
{
    const int inRow = perRow(width());
    const int step = side() + kGap;
    return {(index % inRow) * step, (index / inRow) * step, side(), side()};
}

int HeadSquares::squareAt(const QPoint& point) const
{
    for (int i = 0; i < static_cast<int>(m_squares.size()); ++i)
        if (squareRect(i).contains(point))
            return i;
    return -1;
}

QString HeadSquares::describe(const Square& square) const
{
    return square.colour ? tr("%1, shown").arg(headName(square.head))
                         : tr("%1, hidden").arg(headName(square.head));
}

void HeadSquares::moveTo(int index)
{
    if (m_squares.empty())
        return;
    m_current = std::clamp(index, 0, static_cast<int>(m_squares.size()) - 1);
    sayCurrent(*this, describe(m_squares[static_cast<std::size_t>(m_current)]));
    update();
}

HeadSquares::Tip HeadSquares::tipAt(const QPoint& point) const
{
    const int index = squareAt(point);
    if (index < 0)
        return {};
    return {tr("%1. Click to show or hide it, double-click to show only this head.")
                .arg(describe(m_squares[static_cast<std::size_t>(index)])),
            squareRect(index)};
}

bool HeadSquares::isOwnKey(const QKeyEvent& event) const
{
    return event.key() == Qt::Key_Left || event.key() == Qt::Key_Right || isPinning(event);
}

void HeadSquares::mousePressEvent(QMouseEvent* event)
{
    const int index = squareAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || index < 0)
        return;
    m_current = index;
    emit toggled(m_squares[static_cast<std::size_t>(index)].head);
}

void HeadSquares::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int index = squareAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index >= 0)
        emit onlyWanted(m_squares[static_cast<std::size_t>(index)].head);
}

void HeadSquares::keyPressEvent(QKeyEvent* event)
{
    if (m_squares.empty())
        return QWidget::keyPressEvent(event);
    const HeadRef head = m_squares[static_cast<std::size_t>(m_current)].head;
    if (const auto step = arrowStep(*event); step && step->x() != 0)
        return moveTo(m_current + step->x());
    switch (event->key()) {
    case Qt::Key_Space:
        emit toggled(head);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit onlyWanted(head);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeadSquares::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    for (int i = 0; i < static_cast<int>(m_squares.size()); ++i) {
        const Square& square = m_squares[static_cast<std::size_t>(i)];
        const QRect rect = squareRect(i);
        const QColor fill = square.colour ? headColour(*square.colour, colours.backdrop) : colours.masked;
        painter.fillRect(rect, fill);
        // Underline the main head, which the other views show.
        if (square.main)
            painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), colours.text);
        painter.setPen(square.colour ? inkOn(fill.rgb()) : colours.mutedText);
        painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, QString::number(square.head.head));
        if (hasFocus() && i == m_current)
            paintFocusRing(painter, rect, colours.text, 0);
    }
}

namespace {

/// "A" of segment 0; sentence pairs have two, other inputs may have more.
QString segmentName(int segment)
{
    return segment < 26 ? QString(QChar(u'A' + segment)) : QString::number(segment);
}

} // namespace

SegmentChoice::SegmentChoice()
{
    setAccessibleName(tr("Segments"));
    setToolTip(tr("For a sentence pair: the segment of the queries (left) and of the keys (right)"));
    setVisible(false);
}

void SegmentChoice::offer(const std::vector<int>& segments)
{
    setVisible(!segments.empty());
    const int wanted = segments.empty() ? 0 : 1 + static_cast<int>(segments.size() * segments.size());
    if (count() == wanted)
        return;
    clear();
    if (segments.empty())
        return;
    addItem(tr("All"));
    for (const int from : segments)
        for (const int to : segments)
            addItem(tr("%1 → %2").arg(segmentName(from), segmentName(to)), QPoint(from, to));
}

SegmentFilter SegmentChoice::filter() const
{
    const QVariant chosen = currentData();
    if (!chosen.isValid())
        return {};
    return {chosen.toPoint().x(), chosen.toPoint().y()};
}

} // namespace headlight
