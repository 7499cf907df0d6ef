#pragma once

#include "ui/views/flow/flow_canvas.h"
#include "ui/widgets/layouts.h"

namespace headlight {

/// The flow's canvas for the diagram inside ModelView, as large as its picture: a scroll area moves it, and
/// the letters grow with it. UI thread only.
class ModelCanvas : public FlowCanvas
{
    Q_OBJECT
    Q_PROPERTY(double zoom READ zoom)
public:
    using FlowCanvas::FlowCanvas;

    void setDiagram(FlowLayout diagram);
    /// `fits`: follows the room until the user zooms.
    void setZoom(double zoom, bool fits);
    double zoom() const { return flowWindow().scale; }

    void showWhole() override { emit fitWanted(); }
    void zoomBy(double factor, const QPointF& /*around*/) override { setZoom(zoom() * factor, false); }
    void zoomIn(const QPointF& point) override;
    void zoomOut() override { showWhole(); }

signals:
    void fitWanted();
    void headStepped(int step); ///< Left or Right inside an attention block
    void revealRequested(const QRect& rect);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    FlowWindow windowFor(const QRectF& part) const override;
    QFont fontAt(double scale) const override { return scaledFont(font(), scale); }
    bool keepsPicture() const override { return false; } // nothing moves over it, and it may be huge
    void reveal(const QRectF& rect) override;
};

} // namespace headlight
