#include "ui/views/heads/heads_picture.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/marks.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/words/head_name.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

bool fitsHeading(const HeadGroup& group, const QFont& font)
{
    const QRectF needed = QFontMetricsF(font).boundingRect(group.heading, Qt::TextWordWrap,
                                                           attentionName(group.stack, group.kind));
    return needed.width() <= group.heading.width() && needed.height() <= group.heading.height() + 1;
}

/// Font for the names of head groups: bold, and reduced to as little as three fifths if a name is larger than
/// its room; the same size for all names.
QFont headingFont(const std::vector<HeadGroup>& groups, QFont font)
{
    constexpr double kSmallestHead = 0.6;
    font.setWeight(QFont::DemiBold);
    const auto fits = [&font](const HeadGroup& group) { return fitsHeading(group, font); };
    const int usual = QFontInfo(font).pixelSize();
    for (int size = usual - 1; size >= usual * kSmallestHead && !std::ranges::all_of(groups, fits); --size)
        font.setPixelSize(size);
    return font;
}

constexpr double kCaptionSize = 0.82; ///< relative to the text
constexpr double kClosest = 0.78; ///< narrowest width of letters, relative to the usual one

} // namespace

QFont HeadsPicture::captionFont() const
{
    QFont small = m_widget.font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * kCaptionSize);
    else
        small.setPixelSize(std::max(8, static_cast<int>(small.pixelSize() * kCaptionSize)));
    return small;
}

QString HeadsPicture::captionOf(const HeadRef& head) const
{
    const auto found = behaviours.find(head);
    const QRectF room = layout.captionOf(head);
    const bool isOff = off && off(head);
    if ((!isOff && found == behaviours.end()) || room.isEmpty())
        return {};
    const QFontMetricsF metrics(captionFont());
    if (isOff) { // what the lines mean
        const QString words = tr("switched off");
        return metrics.horizontalAdvance(words) <= room.width() / kClosest ? words : tr("off");
    }
    const QString whole = behaviourText(found->second), name = behaviourName(found->second);
    if (metrics.horizontalAdvance(whole) <= room.width())
        return whole;
    // Condense a name before cutting it, and leave out a whole word: "same tok…" says nothing, "same" does.
    const double most = room.width() / kClosest;
    if (metrics.horizontalAdvance(name) <= most)
        return name;
    QStringList words = name.split(QLatin1Char(' '));
    words.removeAll(QStringLiteral("token"));
    return metrics.elidedText(words.join(QLatin1Char(' ')), Qt::ElideRight, most);
}

QRectF HeadsPicture::areaOf(const HeadRef& head) const
{
    return (layout.rectOf(head) | layout.captionOf(head)).adjusted(-4, -4, 4, 4);
}

bool HeadsPicture::isOld(const HeadRef& head) const
{
    const int i = layout.indexOf(head);
    return i >= 0 && thumbnails[static_cast<std::size_t>(i)].old;
}

QRectF HeadsPicture::newestRowOf(const HeadRef& head) const
{
    const int i = layout.indexOf(head);
    if (!newest || values || i < 0 || head.stack != StackKind::kDecoder)
        return {};
    const CellRect& cells = thumbnails[static_cast<std::size_t>(i)].grid.rect;
    if (cells.rows != *newest + 1) // a picture of another step, for the moment
        return {};
    const QRectF box = layout.rectOf(head);
    const double top = box.top() + box.height() * *newest / static_cast<double>(cells.rows);
    return {QPointF(box.left(), top), box.bottomRight()};
}

const QImage& HeadsPicture::image(const HeadRef& head)
{
    static const QImage none;
    const int i = layout.indexOf(head);
    if (i < 0)
        return none;
    Thumbnail& thumbnail = thumbnails[static_cast<std::size_t>(i)];
    if (thumbnail.image.isNull() && !thumbnail.grid.isNull()) {
        CellColours colours
            = coloursFor(kind, thumbnail.grid.limits, options, PicturePalette::of(m_widget.palette()));
        colours.gaps = false;
        colours.maskedKeepColour = false;
        // A thumbnail is too small for hatching.
        colours.palette.hatch = colours.palette.masked;
        const CellRect& rect = thumbnail.grid.rect;
        const CellFrame frame{QRectF(QPointF(0, 0), layout.rectOf(head).size()),
                              {0, static_cast<double>(rect.rows)},
                              {0, static_cast<double>(rect.columns)}};
        thumbnail.image = composeCells(thumbnail.grid, frame, colours, m_widget.devicePixelRatioF());
        thumbnail.image.setDevicePixelRatio(m_widget.devicePixelRatioF());
    }
    return thumbnail.image;
}

void HeadsPicture::paintValue(QPainter& painter, const QRectF& box, const HeadRef& head) const
{
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    const auto found = values->values.find(head);
    if (found == values->values.end())
        return painter.fillRect(box, colours.masked);
    const ValueScale scale{values->lower, std::max(values->upper, values->lower + 1e-12), values->diverging};
    const ColourMap& map
        = colourMap(values->diverging ? divergingMapName() : options.colourMap, colours.backdrop);
    const QRgb fill = map.at(scale.level(static_cast<float>(found->second)));
    painter.fillRect(box, QColor::fromRgb(fill));
    const QString text = cellText(static_cast<float>(found->second));
    if (QFontMetricsF(m_widget.font()).horizontalAdvance(text) + 4 > box.width())
        return;
    painter.setFont(m_widget.font());
    painter.setPen(inkOn(fill));
    painter.drawText(box, Qt::AlignCenter, text);
}

void HeadsPicture::paintOutlines(QPainter& painter, const QRectF& box, const HeadRef& head) const
{
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    const bool main = head == current;
    const auto selected = std::ranges::find(selection, head, &SelectedHead::head);
    const bool beside = selection.size() > 1 && selected != selection.end();
    const bool atCursor = cursor == head;
    if (!main && !beside && !atCursor && hover != head)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const auto outline = [&](const QColor& colour, double width, double distance, Qt::PenStyle style) {
        painter.setPen(QPen(colour, width, style));
        const double out = width / 2 + distance;
        painter.drawRoundedRect(box.adjusted(-out, -out, out, out), 2.5, 2.5);
    };
    if (beside && !main)
        outline(headColour(selected->colour, colours.backdrop), 2.5, 0.5, Qt::SolidLine);
    else if (main)
        outline(colours.pin, 2.5, 0.5, Qt::SolidLine);
    else if (!atCursor)
        outline(colours.mutedText, 1.5, 0, Qt::SolidLine);
    if (atCursor && !main)
        outline(colours.text, 1, 1, Qt::DashLine);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (beside) { // its colour in views that draw several heads
        const double side = std::min(8.0, box.width() / 3);
        painter.fillRect(QRectF(box.left(), box.top(), side, side),
                         headColour(selected->colour, colours.backdrop));
    }
}

void HeadsPicture::paintHead(QPainter& painter, const HeadRef& head)
{
    const QRectF box = layout.rectOf(head);
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    if (values) {
        paintValue(painter, box, head);
    } else if (const QImage& shown = image(head); shown.isNull()) {
        painter.fillRect(box, colours.masked);
    } else {
        painter.drawImage(box.topLeft(), shown);
    }
    if (off && off(head))
        paintOffHatch(painter, box, colours, kOffSpacing);
    if ((dimmed && dimmed(head)) || (!values && isOld(head)))
        painter.fillRect(box, faded(colours.background, 0.82F));
    // A colour map that starts at the background colour needs an edge.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(colours.line, 0.5F), 1));
    painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    paintOutlines(painter, box, head);
}

void HeadsPicture::paintCaption(QPainter& painter, const HeadRef& head) const
{
    const QString text = captionOf(head);
    if (text.isEmpty())
        return;
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    QFont own = captionFont();
    const double room = layout.captionOf(head).width();
    if (const double width = QFontMetricsF(own).horizontalAdvance(text); width > room)
        own.setStretch(static_cast<int>(100 * room / width));
    painter.setFont(own);
    painter.setPen(head == current ? colours.text : colours.mutedText);
    painter.drawText(layout.captionOf(head).adjusted(0, 2, 0, 0),
                     Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip, text);
    painter.setFont(m_widget.font());
}

void HeadsPicture::paintGroup(QPainter& painter, const HeadGroup& group, const QRectF& dirty)
{
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    const QString name = attentionName(group.stack, group.kind);
    painter.setFont(headingFont(layout.groups(), m_widget.font()));
    painter.setPen(colours.text);
    const int room = static_cast<int>(group.heading.width());
    painter.drawText(group.heading,
                     Qt::AlignLeft | (layout.isStrip() ? Qt::AlignBottom : Qt::AlignTop) | Qt::TextWordWrap
                         | Qt::TextDontClip,
                     fitsHeading(group, painter.font())
                         ? name
                         : painter.fontMetrics().elidedText(name, Qt::ElideRight, room));
    painter.setFont(m_widget.font());
    painter.setPen(colours.mutedText);
    const QFontMetricsF metrics(m_widget.font());
    const double number = metrics.horizontalAdvance(QStringLiteral("00")) + 4;
    const int every = layout.thumbnail() >= number ? 1 : 4;
    for (int head = 0; head < group.heads && !layout.isStrip(); head += every) {
        const QRectF box = layout.rectOf({group.stack, 0, group.kind, head});
        painter.drawText(QRectF(box.left(), box.top() - metrics.height() - 1, box.width(), metrics.height()),
                         Qt::AlignCenter | Qt::TextDontClip, QString::number(head));
    }
    for (int layer = 0; layer < group.layers; ++layer) {
        const QRectF box = layout.rectOf({group.stack, layer, group.kind, 0});
        painter.setPen(colours.mutedText);
        const double before = box.left() - group.heading.left() - 7;
        if (!layout.isStrip())
            painter.drawText(QRectF(group.heading.left(), box.top(), before, box.height()),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(layer));
        for (int head = 0; head < group.heads; ++head) {
            const HeadRef ref{group.stack, layer, group.kind, head};
            if (!areaOf(ref).intersects(dirty))
                continue;
            if (layout.isStrip()) { // layer and head, in the usual notation
                const QRectF own = layout.rectOf(ref);
                painter.setFont(m_widget.font());
                painter.setPen(colours.mutedText);
                painter.drawText(QRectF(group.heading.left(), own.top(), before, own.height()),
                                 Qt::AlignRight | Qt::AlignVCenter, headNumbers(ref));
            }
            paintHead(painter, ref);
            paintCaption(painter, ref);
        }
    }
    if (!layout.isStrip())
        paintKvBrackets(painter, kvBrackets(layout, group), colours.mutedText);
}

void HeadsPicture::paintNewest(QPainter& painter, const QRectF& dirty) const
{
    constexpr double kArrow = 4; // the width of the gap between thumbnails
    if (!newest)
        return;
    const PicturePalette colours = PicturePalette::of(m_widget.palette());
    for (const HeadRef& head : layout.heads()) {
        const QRectF row = newestRowOf(head);
        if (row.isEmpty() || (dimmed && dimmed(head))
            || !row.adjusted(-2 * kArrow, -2 * kArrow, 0, 2 * kArrow).intersects(dirty))
            continue;
        if (*newest > 0) { // a first row has no edge to a previous one
            const double y = std::floor(row.top()) - 1;
            paintNewestEdge(painter, {row.left(), y}, {row.right(), y}, colours);
        }
        paintNewestArrow(painter, {row.left() + 1, std::min(row.center().y(), row.bottom() - 1)}, 1, colours,
                         kArrow);
    }
}

void HeadsPicture::paint(QPainter& painter, const QRectF& dirty)
{
    painter.fillRect(dirty, PicturePalette::of(m_widget.palette()).background);
    for (const HeadGroup& group : layout.groups())
        paintGroup(painter, group, dirty);
    // Outlines are painted over the edges of neighbours.
    for (const SelectedHead& each : selection)
        if (layout.indexOf(each.head) >= 0)
            paintOutlines(painter, layout.rectOf(each.head), each.head);
    if (layout.indexOf(current) >= 0)
        paintOutlines(painter, layout.rectOf(current), current);
    paintNewest(painter, dirty);
}

} // namespace headlight
