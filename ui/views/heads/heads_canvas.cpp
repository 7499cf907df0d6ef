#include "ui/views/heads/heads_canvas.h"

#include "ui/words/head_name.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kLeastCaptioned = 46; ///< side of a thumbnail from which it has text below

bool sameGroups(const std::vector<HeadGroup>& one, const std::vector<HeadGroup>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const HeadGroup& a, const HeadGroup& b) {
                          return a.stack == b.stack && a.kind == b.kind && a.layers == b.layers
                              && a.heads == b.heads && a.sharing == b.sharing;
                      });
}

} // namespace

HeadsCanvas::HeadsCanvas()
    : Canvas(tr("All heads"))
    , m_picture(*this)
{ }

void HeadsCanvas::setGroups(const std::vector<HeadGroup>& groups)
{
    if (sameGroups(groups, m_groups))
        return;
    m_groups = groups;
    m_picture.thumbnails.clear();
    m_picture.behaviours.clear();
    m_picture.hover.reset();
    m_picture.cursor.reset();
    placeHeads();
}

void HeadsCanvas::fitInto(const QSize& room, int bar)
{
    if (room == m_room && bar == m_bar)
        return;
    const bool lower = room.height() < m_room.height() || m_room.isEmpty();
    m_room = room;
    m_bar = bar;
    placeHeads();
    if (lower) // the current head must not end up below what is seen
        QTimer::singleShot(0, this, &HeadsCanvas::revealCurrent);
}

void HeadsCanvas::placeHeads()
{
    const QFontMetricsF metrics(font());
    const double before = m_picture.layout.thumbnail();
    const auto layoutIn = [&](const QSize& room) {
        const bool strip = room.width() < HeadsLayout::kStripLetters * metrics.averageCharWidth();
        const QString number = strip ? QStringLiteral("0.00") : QStringLiteral("00");
        const auto with = [&](double caption) {
            return HeadsLayout(m_groups, room, std::ceil(metrics.height()) + 3,
                               std::ceil(metrics.horizontalAdvance(number)) + 6, caption, strip);
        };
        // Text needs room; small thumbnails use all of it for themselves.
        HeadsLayout captioned = with(std::ceil(QFontMetricsF(m_picture.captionFont()).height()));
        return captioned.thumbnail() >= kLeastCaptioned ? captioned : with(0);
    };
    QSize room = m_room;
    m_picture.layout = layoutIn(room);
    if (m_picture.layout.size().height() > room.height()) {
        room.rwidth() -= m_bar;
        m_picture.layout = layoutIn(room);
    }
    m_picture.thumbnails.resize(m_picture.layout.heads().size());
    if (before != m_picture.layout.thumbnail())
        for (HeadsPicture::Thumbnail& thumbnail : m_picture.thumbnails)
            thumbnail.image = {};
    const QSize needed(static_cast<int>(std::ceil(m_picture.layout.size().width())),
                       static_cast<int>(std::ceil(m_picture.layout.size().height())));
    if (needed.width() > room.width())
        room.rheight() -= m_bar;
    setFixedSize(needed.expandedTo(room));
    update();
    // If the heads have moved, the previously visible part means nothing; the scroll area knows its range
    // only in the next turn.
    if (before != m_picture.layout.thumbnail())
        QTimer::singleShot(0, this, &HeadsCanvas::revealCurrent);
}

// The thumbnail with its name.
QRect HeadsCanvas::roomOf(const HeadRef& head) const
{
    return (m_picture.layout.rectOf(head) | m_picture.layout.captionOf(head))
        .adjusted(-8, -8, 8, 8)
        .toAlignedRect();
}

void HeadsCanvas::revealCurrent()
{
    if (m_picture.layout.indexOf(m_picture.current) >= 0)
        emit revealRequested(roomOf(m_picture.current));
}

void HeadsCanvas::setThumbnail(const HeadRef& head, CellGrid grid)
{
    const int i = m_picture.layout.indexOf(head);
    if (i < 0)
        return;
    HeadsPicture::Thumbnail& thumbnail = m_picture.thumbnails[static_cast<std::size_t>(i)];
    thumbnail.grid = std::move(grid);
    thumbnail.image = {};
    thumbnail.old = false;
    updateHead(head);
}

void HeadsCanvas::fadeThumbnails()
{
    for (HeadsPicture::Thumbnail& thumbnail : m_picture.thumbnails)
        thumbnail.old = !thumbnail.grid.isNull();
    update();
}

void HeadsCanvas::setLook(MapKind kind, const HeatmapOptions& options)
{
    m_picture.kind = kind;
    m_picture.options = options;
    for (HeadsPicture::Thumbnail& thumbnail : m_picture.thumbnails)
        thumbnail.image = {};
    update();
}

void HeadsCanvas::setCurrent(const HeadRef& head)
{
    if (head == m_picture.current)
        return;
    updateHead(std::exchange(m_picture.cursor, std::nullopt));
    updateHead(std::exchange(m_picture.current, head));
    updateHead(m_picture.current);
    sayCurrent(*this, headName(head));
    revealCurrent();
}

void HeadsCanvas::setDimmed(std::function<bool(const HeadRef&)> dimmed)
{
    m_picture.dimmed = std::move(dimmed);
    update();
}

void HeadsCanvas::setSwitchedOff(std::function<bool(const HeadRef&)> off)
{
    m_picture.off = std::move(off);
    update();
}

void HeadsCanvas::moveCursor(const HeadRef& head)
{
    updateHead(std::exchange(m_picture.cursor, head));
    updateHead(m_picture.cursor);
    sayCurrent(*this, headName(head));
    emit revealRequested(roomOf(head));
}

void HeadsCanvas::updateHead(const std::optional<HeadRef>& head)
{
    if (head)
        update(m_picture.areaOf(*head).toAlignedRect());
}

void HeadsCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    m_picture.paint(painter, event->rect());
}

void HeadsCanvas::mousePressEvent(QMouseEvent* event)
{
    const std::optional<HeadRef> head = m_picture.layout.headAt(event->position());
    if (event->button() != Qt::LeftButton || !head)
        return;
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier))
        emit toggled(*head);
    else
        emit chosen(*head);
}

void HeadsCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<HeadRef> head = m_picture.layout.headAt(event->position());
    if (head == m_picture.hover)
        return;
    updateHead(std::exchange(m_picture.hover, head));
    updateHead(m_picture.hover);
    setCursor(head ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HeadsCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (const std::optional<QPoint> step = tableStep(*event)) {
        const HeadRef head = m_picture.layout.neighbour(cursor(), step->y(), step->x());
        if (shift)
            moveCursor(head);
        else
            emit chosen(head);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (shift)
            emit toggled(cursor());
        else
            emit chosen(cursor());
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeadsCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (const std::optional<HeadRef> head = m_picture.layout.headAt(event->pos()))
        emit menuRequested(*head, event->globalPos());
}

HeadsCanvas::Tip HeadsCanvas::tipAt(const QPoint& point) const
{
    const std::optional<HeadRef> head = m_picture.layout.headAt(point);
    return head && m_tip ? Tip{m_tip(*head), m_picture.layout.rectOf(*head).toAlignedRect()} : Tip();
}

void HeadsCanvas::restyle()
{
    setLook(m_picture.kind, m_picture.options);
    placeHeads();
}

} // namespace headlight
