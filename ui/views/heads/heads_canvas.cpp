#include "ui/views/heads/heads_canvas.h"

#include "ui/picture/behaviour_words.h"
#include "ui/picture/head_colours.h"
#include "ui/picture/head_name.h"
#include "ui/picture/newest_mark.h"
#include "ui/picture/off_hatch.h"
#include "ui/views/heads/heading_font.h"
#include "ui/views/heads/kv_groups.h"
#include "ui/widgets/canvas_accessible.h"

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
constexpr double kCaptionSize = 0.82; ///< relative to the text
constexpr double kClosest = 0.78; ///< narrowest width of letters, relative to the usual one
constexpr double kOffSpacing = 9; ///< spacing of the hatching of heads that are switched off

bool sameGroups(const std::vector<HeadGroup>& one, const std::vector<HeadGroup>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const HeadGroup& a, const HeadGroup& b) {
                          return a.stack == b.stack && a.kind == b.kind && a.layers == b.layers
                              && a.heads == b.heads && a.sharing == b.sharing;
                      });
}

} // namespace

HeadsCanvas::HeadsCanvas(QWidget* parent)
    : Canvas(tr("All heads"), parent)
{ }

void HeadsCanvas::setGroups(const std::vector<HeadGroup>& groups)
{
    if (sameGroups(groups, m_groups))
        return;
    m_groups = groups;
    m_thumbnails.clear();
    m_behaviours.clear();
    m_hover.reset();
    m_cursor.reset();
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
    const double before = m_layout.thumbnail();
    const auto layoutIn = [&](const QSize& room) {
        const bool strip = room.width() < HeadsLayout::kStripLetters * metrics.averageCharWidth();
        const QString number = strip ? QStringLiteral("0.00") : QStringLiteral("00");
        const auto with = [&](double caption) {
            return HeadsLayout(m_groups, room, std::ceil(metrics.height()) + 3,
                               std::ceil(metrics.horizontalAdvance(number)) + 6, caption, strip);
        };
        // Text needs room; small thumbnails use all of it for themselves.
        HeadsLayout captioned = with(std::ceil(QFontMetricsF(captionFont()).height()));
        return captioned.thumbnail() >= kLeastCaptioned ? captioned : with(0);
    };
    QSize room = m_room;
    m_layout = layoutIn(room);
    if (m_layout.size().height() > room.height()) {
        room.rwidth() -= m_bar;
        m_layout = layoutIn(room);
    }
    m_thumbnails.resize(m_layout.heads().size());
    if (before != m_layout.thumbnail())
        for (Thumbnail& thumbnail : m_thumbnails)
            thumbnail.image = {};
    const QSize needed(static_cast<int>(std::ceil(m_layout.size().width())),
                       static_cast<int>(std::ceil(m_layout.size().height())));
    if (needed.width() > room.width())
        room.rheight() -= m_bar;
    setFixedSize(needed.expandedTo(room));
    update();
    // If the heads have moved, the previously visible part means nothing; the scroll area knows its range
    // only in the next turn.
    if (before != m_layout.thumbnail())
        QTimer::singleShot(0, this, &HeadsCanvas::revealCurrent);
}

// The thumbnail with its name.
QRect HeadsCanvas::roomOf(const HeadRef& head) const
{
    return (m_layout.rectOf(head) | m_layout.captionOf(head)).adjusted(-8, -8, 8, 8).toAlignedRect();
}

void HeadsCanvas::revealCurrent()
{
    if (m_layout.indexOf(m_current) >= 0)
        emit revealRequested(roomOf(m_current));
}

void HeadsCanvas::setThumbnail(const HeadRef& head, CellGrid grid)
{
    const int i = m_layout.indexOf(head);
    if (i < 0)
        return;
    Thumbnail& thumbnail = m_thumbnails[static_cast<std::size_t>(i)];
    thumbnail.grid = std::move(grid);
    thumbnail.image = {};
    thumbnail.old = false;
    updateHead(head);
}

void HeadsCanvas::fadeThumbnails()
{
    for (Thumbnail& thumbnail : m_thumbnails)
        thumbnail.old = !thumbnail.grid.isNull();
    update();
}

bool HeadsCanvas::isOld(const HeadRef& head) const
{
    const int i = m_layout.indexOf(head);
    return i >= 0 && m_thumbnails[static_cast<std::size_t>(i)].old;
}

void HeadsCanvas::setLook(MapKind kind, const HeatmapOptions& options)
{
    m_kind = kind;
    m_options = options;
    for (Thumbnail& thumbnail : m_thumbnails)
        thumbnail.image = {};
    update();
}

void HeadsCanvas::setCurrent(const HeadRef& head)
{
    if (head == m_current)
        return;
    updateHead(std::exchange(m_cursor, std::nullopt));
    updateHead(std::exchange(m_current, head));
    updateHead(m_current);
    sayCurrent(*this, headName(head));
    revealCurrent();
}

void HeadsCanvas::setSelection(const std::vector<SelectedHead>& heads)
{
    if (heads == m_selection)
        return;
    m_selection = heads;
    update();
}

void HeadsCanvas::setBehaviours(const std::map<HeadRef, HeadBehaviour>& behaviours)
{
    if (behaviours == m_behaviours)
        return;
    m_behaviours = behaviours;
    update();
}

QFont HeadsCanvas::captionFont() const
{
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * kCaptionSize);
    else
        small.setPixelSize(std::max(8, static_cast<int>(small.pixelSize() * kCaptionSize)));
    return small;
}

QString HeadsCanvas::captionOf(const HeadRef& head) const
{
    const auto found = m_behaviours.find(head);
    const QRectF room = m_layout.captionOf(head);
    if (found == m_behaviours.end() || room.isEmpty())
        return {};
    const QFontMetricsF metrics(captionFont());
    const QString whole = behaviourText(found->second), name = behaviourName(found->second);
    if (metrics.horizontalAdvance(whole) <= room.width())
        return whole;
    // Condense a name before cutting it: "same tok…" says nothing.
    return metrics.elidedText(name, Qt::ElideRight, room.width() / kClosest);
}

void HeadsCanvas::paintCaption(QPainter& painter, const HeadRef& head)
{
    const QString text = captionOf(head);
    if (text.isEmpty())
        return;
    const PicturePalette colours = PicturePalette::of(palette());
    QFont own = captionFont();
    const double room = m_layout.captionOf(head).width();
    if (const double width = QFontMetricsF(own).horizontalAdvance(text); width > room)
        own.setStretch(static_cast<int>(100 * room / width));
    painter.setFont(own);
    painter.setPen(head == m_current ? colours.text : colours.mutedText);
    painter.drawText(m_layout.captionOf(head).adjusted(0, 2, 0, 0),
                     Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip, text);
    painter.setFont(font());
}

void HeadsCanvas::setValues(std::optional<HeadValues> values)
{
    if (values == m_values)
        return;
    m_values = std::move(values);
    update();
}

void HeadsCanvas::setNewest(std::optional<int> row)
{
    if (row == m_newest)
        return;
    m_newest = row;
    update();
}

QRectF HeadsCanvas::newestRowOf(const HeadRef& head) const
{
    const int i = m_layout.indexOf(head);
    if (!m_newest || m_values || i < 0 || head.stack != StackKind::kDecoder)
        return {};
    const CellRect& cells = m_thumbnails[static_cast<std::size_t>(i)].grid.rect;
    if (cells.rows != *m_newest + 1) // a picture of another step, for the moment
        return {};
    const QRectF box = m_layout.rectOf(head);
    const double top = box.top() + box.height() * *m_newest / static_cast<double>(cells.rows);
    return {QPointF(box.left(), top), box.bottomRight()};
}

void HeadsCanvas::setDimmed(std::function<bool(const HeadRef&)> dimmed)
{
    m_dimmed = std::move(dimmed);
    update();
}

void HeadsCanvas::setSwitchedOff(std::function<bool(const HeadRef&)> off)
{
    m_off = std::move(off);
    update();
}

void HeadsCanvas::moveCursor(const HeadRef& head)
{
    updateHead(std::exchange(m_cursor, head));
    updateHead(m_cursor);
    sayCurrent(*this, headName(head));
    emit revealRequested(roomOf(head));
}

void HeadsCanvas::updateHead(const std::optional<HeadRef>& head)
{
    if (head)
        update(
            m_layout.rectOf(*head).united(m_layout.captionOf(*head)).adjusted(-4, -4, 4, 4).toAlignedRect());
}

const QImage& HeadsCanvas::picture(const HeadRef& head)
{
    static const QImage none;
    const int i = m_layout.indexOf(head);
    if (i < 0)
        return none;
    Thumbnail& thumbnail = m_thumbnails[static_cast<std::size_t>(i)];
    if (thumbnail.image.isNull() && !thumbnail.grid.isNull()) {
        CellColours colours
            = coloursFor(m_kind, thumbnail.grid.limits, m_options, PicturePalette::of(palette()));
        colours.gaps = false;
        colours.maskedKeepColour = false;
        // A thumbnail is too small for hatching.
        colours.palette.hatch = colours.palette.masked;
        const CellRect& rect = thumbnail.grid.rect;
        const CellFrame frame{QRectF(QPointF(0, 0), m_layout.rectOf(head).size()),
                              {0, static_cast<double>(rect.rows)},
                              {0, static_cast<double>(rect.columns)}};
        thumbnail.image = composeCells(thumbnail.grid, frame, colours, devicePixelRatioF());
        thumbnail.image.setDevicePixelRatio(devicePixelRatioF());
    }
    return thumbnail.image;
}

void HeadsCanvas::paintValue(QPainter& painter, const QRectF& box, const HeadRef& head)
{
    const PicturePalette colours = PicturePalette::of(palette());
    const auto found = m_values->values.find(head);
    if (found == m_values->values.end()) {
        painter.fillRect(box, colours.masked);
        return;
    }
    const ValueScale scale{m_values->lower, std::max(m_values->upper, m_values->lower + 1e-12),
                           m_values->diverging};
    const ColourMap& map
        = colourMap(m_values->diverging ? divergingMapName() : m_options.colourMap, colours.backdrop);
    const QRgb fill = map.at(scale.level(static_cast<float>(found->second)));
    painter.fillRect(box, QColor::fromRgb(fill));
    const QString text = cellText(static_cast<float>(found->second));
    if (QFontMetricsF(font()).horizontalAdvance(text) + 4 > box.width())
        return;
    painter.setFont(font());
    painter.setPen(inkOn(fill));
    painter.drawText(box, Qt::AlignCenter, text);
}

void HeadsCanvas::paintOutlines(QPainter& painter, const QRectF& box, const HeadRef& head)
{
    const PicturePalette colours = PicturePalette::of(palette());
    const bool current = head == m_current;
    const auto selected = std::find_if(m_selection.begin(), m_selection.end(),
                                       [&head](const SelectedHead& each) { return each.head == head; });
    const bool beside = m_selection.size() > 1 && selected != m_selection.end();
    const bool cursor = m_cursor == head;
    if (!current && !beside && !cursor && m_hover != head)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const auto outline = [&](const QColor& colour, double width, double distance, Qt::PenStyle style) {
        painter.setPen(QPen(colour, width, style));
        const double out = width / 2 + distance;
        painter.drawRoundedRect(box.adjusted(-out, -out, out, out), 2.5, 2.5);
    };
    if (beside && !current)
        outline(headColour(selected->colour, colours.backdrop), 2.5, 0.5, Qt::SolidLine);
    else if (current)
        outline(colours.pin, 2.5, 0.5, Qt::SolidLine);
    else if (!cursor)
        outline(colours.mutedText, 1.5, 0, Qt::SolidLine);
    if (cursor && !current)
        outline(colours.text, 1, 1, Qt::DashLine);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (beside) { // its colour in views that draw several heads
        const double side = std::min(8.0, box.width() / 3);
        painter.fillRect(QRectF(box.left(), box.top(), side, side),
                         headColour(selected->colour, colours.backdrop));
    }
}

void HeadsCanvas::paintHead(QPainter& painter, const HeadRef& head)
{
    const QRectF box = m_layout.rectOf(head);
    const PicturePalette colours = PicturePalette::of(palette());
    if (m_values) {
        paintValue(painter, box, head);
    } else if (const QImage& image = picture(head); image.isNull()) {
        painter.fillRect(box, colours.masked);
    } else {
        painter.drawImage(box.topLeft(), image);
    }
    if (m_off && m_off(head))
        paintOffHatch(painter, box, colours, kOffSpacing);
    if ((m_dimmed && m_dimmed(head)) || (!m_values && isOld(head))) {
        QColor veil = colours.background;
        veil.setAlphaF(0.82F);
        painter.fillRect(box, veil);
    }
    // A colour map that starts at the background colour needs an edge.
    QColor edge = colours.line;
    edge.setAlphaF(0.5F);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(edge, 1));
    painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    paintOutlines(painter, box, head);
}

void HeadsCanvas::paintGroup(QPainter& painter, const HeadGroup& group, const QRectF& dirty)
{
    const PicturePalette colours = PicturePalette::of(palette());
    const QString name = attentionName(group.stack, group.kind);
    painter.setFont(headingFont(m_layout.groups(), font()));
    painter.setPen(colours.text);
    painter.drawText(
        group.heading, Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip,
        painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(group.heading.width())));
    painter.setFont(font());
    painter.setPen(colours.mutedText);
    const QFontMetricsF metrics(font());
    const double number = metrics.horizontalAdvance(QStringLiteral("00")) + 4;
    const int every = m_layout.thumbnail() >= number ? 1 : 4;
    for (int head = 0; head < group.heads && !m_layout.isStrip(); head += every) {
        const QRectF box = m_layout.rectOf({group.stack, 0, group.kind, head});
        painter.drawText(QRectF(box.left(), box.top() - metrics.height() - 1, box.width(), metrics.height()),
                         Qt::AlignCenter | Qt::TextDontClip, QString::number(head));
    }
    for (int layer = 0; layer < group.layers; ++layer) {
        const QRectF box = m_layout.rectOf({group.stack, layer, group.kind, 0});
        painter.setPen(colours.mutedText);
        const double before = box.left() - group.heading.left() - 7;
        if (!m_layout.isStrip())
            painter.drawText(QRectF(group.heading.left(), box.top(), before, box.height()),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(layer));
        for (int head = 0; head < group.heads; ++head) {
            const HeadRef ref{group.stack, layer, group.kind, head};
            if (!m_layout.rectOf(ref)
                     .united(m_layout.captionOf(ref))
                     .adjusted(-4, -4, 4, 4)
                     .intersects(dirty))
                continue;
            if (m_layout.isStrip()) { // layer and head, in the usual notation
                const QRectF own = m_layout.rectOf(ref);
                painter.setFont(font());
                painter.setPen(colours.mutedText);
                painter.drawText(QRectF(group.heading.left(), own.top(), before, own.height()),
                                 Qt::AlignRight | Qt::AlignVCenter,
                                 QStringLiteral("%1.%2").arg(layer).arg(head));
            }
            paintHead(painter, ref);
            paintCaption(painter, ref);
        }
    }
    if (!m_layout.isStrip())
        paintKvBrackets(painter, kvBrackets(m_layout, group), colours.mutedText);
}

void HeadsCanvas::paintNewest(QPainter& painter, const QRectF& dirty)
{
    constexpr double kArrow = 4; // the width of the gap between thumbnails
    if (!m_newest)
        return;
    const PicturePalette colours = PicturePalette::of(palette());
    for (const HeadRef& head : m_layout.heads()) {
        const QRectF row = newestRowOf(head);
        if (row.isEmpty() || (m_dimmed && m_dimmed(head))
            || !row.adjusted(-2 * kArrow, -2 * kArrow, 0, 2 * kArrow).intersects(dirty))
            continue;
        if (*m_newest > 0) { // a first row has no edge to a previous one
            const double y = std::floor(row.top()) - 1;
            paintNewestEdge(painter, {row.left(), y}, {row.right(), y}, colours);
        }
        paintNewestArrow(painter, {row.left() + 1, std::min(row.center().y(), row.bottom() - 1)}, 1, colours,
                         kArrow);
    }
}

void HeadsCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), PicturePalette::of(palette()).background);
    for (const HeadGroup& group : m_layout.groups())
        paintGroup(painter, group, event->rect());
    // Outlines are painted over the edges of neighbours.
    for (const SelectedHead& each : m_selection)
        if (m_layout.indexOf(each.head) >= 0)
            paintOutlines(painter, m_layout.rectOf(each.head), each.head);
    if (m_layout.indexOf(m_current) >= 0)
        paintOutlines(painter, m_layout.rectOf(m_current), m_current);
    paintNewest(painter, event->rect());
}

void HeadsCanvas::mousePressEvent(QMouseEvent* event)
{
    const std::optional<HeadRef> head = m_layout.headAt(event->position());
    if (event->button() != Qt::LeftButton || !head)
        return;
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier))
        emit toggled(*head);
    else
        emit chosen(*head);
}

void HeadsCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<HeadRef> head = m_layout.headAt(event->position());
    if (head == m_hover)
        return;
    updateHead(std::exchange(m_hover, head));
    updateHead(m_hover);
    setCursor(head ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HeadsCanvas::pointerLeft()
{
    updateHead(std::exchange(m_hover, std::nullopt));
}

std::optional<HeadRef> HeadsCanvas::headByKey(int key) const
{
    constexpr int kFar = 1 << 20;
    switch (key) {
    case Qt::Key_Up:
        return m_layout.neighbour(cursor(), -1, 0);
    case Qt::Key_Down:
        return m_layout.neighbour(cursor(), 1, 0);
    case Qt::Key_Left:
        return m_layout.neighbour(cursor(), 0, -1);
    case Qt::Key_Right:
        return m_layout.neighbour(cursor(), 0, 1);
    case Qt::Key_Home:
        return m_layout.neighbour(cursor(), 0, -kFar);
    case Qt::Key_End:
        return m_layout.neighbour(cursor(), 0, kFar);
    default:
        return std::nullopt;
    }
}

void HeadsCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (const std::optional<HeadRef> head = headByKey(event->key())) {
        if (shift)
            moveCursor(*head);
        else
            emit chosen(*head);
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
    if (const std::optional<HeadRef> head = m_layout.headAt(event->pos()))
        emit menuRequested(*head, event->globalPos());
}

HeadsCanvas::Tip HeadsCanvas::tipAt(const QPoint& point) const
{
    const std::optional<HeadRef> head = m_layout.headAt(point);
    return head && m_tip ? Tip{m_tip(*head), m_layout.rectOf(*head).toAlignedRect()} : Tip();
}

void HeadsCanvas::restyle()
{
    setLook(m_kind, m_options);
    placeHeads();
}

} // namespace headlight
