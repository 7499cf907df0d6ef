#include "ui/figure/figure_preview.h"

#include "ui/widgets/layouts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {
constexpr int kAir = 12; ///< around the figure
constexpr double kPreviewMillimetresPerInch = 25.4;
} // namespace

FigurePreview::FigurePreview()
    : m_task(new LatestTask(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Preview of the image"));
    onEvent(*this, {QEvent::Resize}, *this, [this] { start(); });
}

void FigurePreview::showFigure(const FigureRequest& request, const FigureSize& size)
{
    m_text.clear();
    m_request = request;
    m_size = size;
    m_millimetres = figureExtent(request, size).millimetres;
    setAccessibleDescription(tr("%1, %2 by %3 millimetres")
                                 .arg(figureTitle(request))
                                 .arg(m_millimetres.width(), 0, 'f', 0)
                                 .arg(m_millimetres.height(), 0, 'f', 0));
    start();
}

void FigurePreview::say(const QString& text)
{
    m_task->cancel();
    m_image = {};
    m_text = text;
    setAccessibleDescription(text);
    update();
}

void FigurePreview::start()
{
    if (!m_text.isEmpty() || m_millimetres.isEmpty())
        return;
    const QSizeF room = QSizeF(size()) - QSizeF(2 * kAir, 2 * kAir);
    const double perMillimetre
        = std::min(room.width() / m_millimetres.width(), room.height() / m_millimetres.height());
    FigureSize shown = m_size;
    shown.unit = FigureSize::Unit::kMillimetres;
    shown.size = m_millimetres;
    const double ratio = devicePixelRatioF();
    shown.dpi = std::max(8.0, perMillimetre * kPreviewMillimetresPerInch * ratio);
    m_task->start([this, request = m_request, shown, ratio](const std::stop_token& stop,
                                                            const LatestTask::Deliver& deliver) {
        if (stop.stop_requested())
            return;
        QImage image = figureImage(request, shown);
        image.setDevicePixelRatio(ratio);
        deliver([this, image] {
            m_image = image;
            update();
        });
    });
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    // Neither black nor white, so that the edges of light and dark figures are visible.
    painter.fillRect(rect(), palette().color(QPalette::Mid));
    if (!m_text.isEmpty()) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.fillRect(rect(), palette().color(QPalette::Window));
        painter.drawText(rect().adjusted(kAir, kAir, -kAir, -kAir), Qt::AlignCenter | Qt::TextWordWrap,
                         m_text);
        return;
    }
    if (m_image.isNull())
        return;
    const QSizeF size = m_image.deviceIndependentSize();
    const double ratio = m_image.devicePixelRatio();
    // Align with device pixels: the figure's own pixels stay unchanged.
    const QPointF at(std::floor((width() - size.width()) / 2 * ratio) / ratio,
                     std::floor((height() - size.height()) / 2 * ratio) / ratio);
    painter.drawImage(at, m_image);
    painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1));
    painter.drawRect(QRectF(at, size).adjusted(-0.5, -0.5, 0.5, 0.5));
}

} // namespace headlight
