#include "ui/widgets/map_legend.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"

#include <QPainter>

#include <cmath>
#include <utility>

namespace headlight {

namespace {
constexpr int kBarWidth = 64;
constexpr int kBarHeight = 10;
constexpr int kGap = 5;
} // namespace

MapLegend::MapLegend()
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMap(QStringLiteral("viridis"));
}

void MapLegend::setMap(const QString& name)
{
    setRamp([name](const QPalette& palette) -> Ramp {
        const ColourMap& map = colourMap(name, PicturePalette::of(palette).backdrop);
        return [&map](double part) { return QColor(map.at(static_cast<int>(std::lround(255 * part)))); };
    });
}

void MapLegend::setRamp(std::function<Ramp(const QPalette&)> rampFor)
{
    m_rampFor = std::move(rampFor);
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
    painter.setPen(palette().color(QPalette::WindowText));
    const int low = fontMetrics().horizontalAdvance(m_low);
    painter.drawText(QRect(0, 0, low, height()), Qt::AlignCenter, m_low);
    const QRect bar(low + kGap, (height() - kBarHeight) / 2, kBarWidth, kBarHeight);
    const Ramp ramp = m_rampFor(palette());
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(),
                         ramp(static_cast<double>(x) / (bar.width() - 1)));
    painter.setPen(PicturePalette::of(palette()).line);
    painter.drawRect(bar.adjusted(-1, -1, 0, 0));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(bar.right() + 1 + kGap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_high);
}

} // namespace headlight
