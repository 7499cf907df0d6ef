#include "ui/views/tokens/ramp_legend.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/token_shading.h"

#include <QPainter>
#include <QPainterPath>

namespace headlight {

namespace {
constexpr int kBarWidth = 72;
constexpr int kBarHeight = 10;
constexpr int kGap = 6;
} // namespace

RampLegend::RampLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void RampLegend::setEnds(const QString& low, const QString& high, bool logarithmic)
{
    if (low == m_low && high == m_high && logarithmic == m_logarithmic)
        return;
    m_logarithmic = logarithmic;
    setToolTip(logarithmic
                   ? tr("The shading follows the logarithm of the weights, so that small ones stay visible")
                   : QString());
    m_low = low;
    m_high = high;
    setAccessibleName(tr("Shading from %1 to %2").arg(low, high));
    updateGeometry();
    update();
}

QSize RampLegend::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_low) + metrics.horizontalAdvance(m_high) + kBarWidth + 2 * kGap,
            metrics.height()};
}

void RampLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ChipColours colours = chipColours(palette());
    painter.setPen(palette().color(QPalette::WindowText));
    const int low = fontMetrics().horizontalAdvance(m_low);
    painter.drawText(QRect(0, 0, low, height()), Qt::AlignCenter, m_low);
    const QRectF bar(low + kGap, (height() - kBarHeight) / 2.0, kBarWidth, kBarHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    constexpr int kStops = 24;
    for (int i = 0; i <= kStops; ++i) {
        const double part = static_cast<double>(i) / kStops;
        gradient.setColorAt(part, colours.ramp(m_logarithmic ? weightRamp(part) : part));
    }
    painter.setPen(QPen(colours.outline, 1));
    painter.setBrush(gradient);
    painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRectF(bar.right() + kGap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_high);
}

} // namespace headlight
