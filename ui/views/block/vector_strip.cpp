#include "ui/views/block/vector_strip.h"

#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr double kStripLines = 1.7; ///< height, in lines of text
constexpr int kNameLetters = 7, kScaleLetters = 10;

} // namespace

VectorStrip::VectorStrip(QWidget* parent)
    : Canvas({}, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void VectorStrip::setVector(const QString& name, RowVector values, int parts)
{
    m_name = name;
    m_values = std::move(values);
    m_parts = parts;
    m_marked.reset();
    relayout();
    update();
}

void VectorStrip::mark(std::optional<Index> dimension)
{
    if (dimension && *dimension >= m_values.size())
        dimension.reset();
    if (m_marked == dimension)
        return;
    m_marked = dimension;
    update();
}

QSize VectorStrip::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, static_cast<int>(fontMetrics().height() * kStripLines)};
}

QSize VectorStrip::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * (kNameLetters + kScaleLetters + 8), sizeHint().height()};
}

void VectorStrip::relayout()
{
    const int letter = fontMetrics().averageCharWidth();
    m_bars.area = QRectF(rect()).adjusted(letter * kNameLetters, 1, -letter * kScaleLetters, -1);
    m_bars.count = m_values.size();
    m_bars.reach = reachOf(m_values);
}

void VectorStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.setPen(colours.mutedText);
    painter.drawText(QRectF(0, 0, m_bars.area.left() - 4, height()), Qt::AlignVCenter | Qt::AlignRight,
                     m_name);
    painter.drawText(QRectF(m_bars.area.right() + 4, 0, width() - m_bars.area.right() - 4, height()),
                     Qt::AlignVCenter | Qt::AlignLeft,
                     QStringLiteral("±%1").arg(fullText(static_cast<float>(m_bars.reach))));
    if (m_marked) {
        QRectF place = m_bars.column(*m_marked);
        place.setWidth(std::max(place.width(), 3.0));
        painter.fillRect(place, colours.hover);
    }
    m_bars.paint(painter, m_values, SignColours::of(colours));
    painter.setPen(colours.mutedText);
    for (int part = 1; part < m_parts; ++part) {
        const double x = m_bars.column(m_values.size() / m_parts * part).left() - 0.5;
        painter.drawLine(QPointF(x, m_bars.area.top()), QPointF(x, m_bars.area.bottom()));
    }
}

CanvasPicture::Tip VectorStrip::tipAt(const QPoint& point) const
{
    const std::optional<Index> at = m_bars.at(point.x());
    if (!at)
        return {};
    const QString text = tr("dimension %1: %2").arg(*at).arg(fullText(m_values[*at]));
    if (m_parts < 2)
        return {text, {}};
    const Index each = m_values.size() / m_parts;
    return {tr("head %1, %2").arg(*at / each).arg(text), {}};
}

void VectorStrip::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<Index> at = m_bars.at(event->position().x());
    emit pointedAt(at ? std::optional<qint64>(*at) : std::nullopt);
}

void VectorStrip::mousePressEvent(QMouseEvent* event)
{
    const std::optional<Index> at = m_bars.at(event->position().x());
    if (event->button() == Qt::LeftButton && at && m_parts > 1)
        emit partClicked(static_cast<int>(*at / (m_values.size() / m_parts)));
    else
        Canvas::mousePressEvent(event);
}

void VectorStrip::pointerLeft()
{
    emit pointedAt(std::nullopt);
}

} // namespace headlight
