#include "ui/widgets/map_legend.h"

#include "ui/picture/picture_palette.h"

#include <QPainter>

namespace headlight {

namespace {
constexpr int kBarWidth = 64;
constexpr int kBarHeight = 10;
constexpr int kGap = 5;
} // namespace

MapLegend::MapLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void MapLegend::setMap(const QString& name)
{
    m_map = name;
    update();
}

void MapLegend::setEnds(const QString& low, const QString& high)
{
    if (low == m_low && high == m_high)
        return;
    m_low = low;
    m_high = high;
    setAccessibleName(tr("Colours from %1 to %2").arg(low, high));
    updateGeometry();
    update();
}

QSize MapLegend::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_low) + metrics.horizontalAdvance(m_high) + kBarWidth + 2 * kGap,
            metrics.height()};
}

void MapLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.setPen(palette().color(QPalette::WindowText));
    const int low = fontMetrics().horizontalAdvance(m_low);
    painter.drawText(QRect(0, 0, low, height()), Qt::AlignCenter, m_low);
    const QRect bar(low + kGap, (height() - kBarHeight) / 2, kBarWidth, kBarHeight);
    const ColourMap& map = colourMap(m_map, colours.backdrop);
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(),
                         QColor(map.at(255 * x / (bar.width() - 1))));
    painter.setPen(colours.line);
    painter.drawRect(bar.adjusted(-1, -1, 0, 0));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(bar.right() + 1 + kGap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_high);
}

} // namespace headlight
