#include "ui/views/flow/model_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace headlight {

void ModelCanvas::setDiagram(FlowLayout diagram)
{
    const bool fits = showsWhole();
    setLayout(std::move(diagram));
    setZoom(zoom(), fits);
}

void ModelCanvas::setZoom(double zoom, bool fits)
{
    constexpr double kLeast = 0.4, kMost = 3;
    FlowWindow window = flowWindow();
    window.scale = std::clamp(zoom, kLeast, kMost);
    window.origin = scene().layout.bounds().topLeft();
    setFixedSize((scene().layout.bounds().size() * window.scale).toSize().expandedTo({0, 0}));
    setWindow(window, fits);
}

FlowWindow ModelCanvas::windowFor(const QRectF& /*part*/) const
{
    return {scene().layout.bounds().topLeft(), zoom(), QSizeF(size())};
}

void ModelCanvas::zoomIn(const QPointF& point)
{
    if (const int box = scene().layout.boxAt(flowWindow().toLayout(point)); box >= 0)
        emit activated(box);
}

void ModelCanvas::reveal(const QRectF& rect)
{
    emit revealRequested(rect.adjusted(-8, -8, 8, 8).toAlignedRect());
}

void ModelCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() == Qt::NoButton) // dragging moves nothing
        FlowCanvas::mouseMoveEvent(event);
}

void ModelCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier))
        FlowCanvas::wheelEvent(event);
    else
        QWidget::wheelEvent(event);
}

void ModelCanvas::keyPressEvent(QKeyEvent* event)
{
    const FlowBox* const box = scene().layout.box(current());
    const auto step = arrowStep(*event);
    if (!step || box == nullptr)
        return FlowCanvas::keyPressEvent(event);
    if (event->modifiers().testFlag(Qt::ControlModifier) || step->x() == 0
        || !box->is(LayerStep::Kind::kAttention))
        return walk(*step);
    emit headStepped(step->x());
}

} // namespace headlight
