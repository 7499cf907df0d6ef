#pragma once

#include "core/analysis/architecture.h"
#include "ui/views/flow/flow_canvas.h"
#include "ui/views/flow/flow_scene.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <optional>

class QScrollArea;
class QToolButton;

namespace headlight {

class ElidedLabel;

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

/// The architecture of the loaded model as a diagram. A click on a block moves the focus there, a double
/// click shows the view for the inside of the block. UI thread.
class ModelView : public PagedView
{
    Q_OBJECT
public:
    explicit ModelView(const ViewContext& context, QWidget* parent = nullptr);

    void setArchitecture(const Architecture& architecture);
    const ModelCanvas& canvas() const { return *m_canvas; }

    QSize sizeHint() const override { return roomForText(*this, 64, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 28, 10); }

protected:
    void refresh(ViewChanges changes) override;

private:
    void build();
    void drawDiagram();
    void choose(const FlowPlace& place);
    void toggleLayer(int index);
    void activate(const FlowBox& box);
    /// Opens or closes a layer against the default.
    void fold(const FlowBox& box);
    void stepHead(int step);
    void fitWidth();
    void fitAndFollow();
    void showFollowed();
    void openLayers();
    void followHead();
    void showWords();
    /// A line for each block drawn: stack, layer, name, details.
    QString table() const;

    std::optional<Architecture> m_architecture;
    LayerSet m_toggled; ///< layers that the user opened or closed against the default
    bool m_allOpen = false;
    LayerSet m_open; ///< drawn with their blocks
    double m_widest = 0; ///< of the diagram without zoom; 0 = any
    HeadRef m_head; ///< its layer is open by default

    ElidedLabel* m_title = nullptr;
    QToolButton* m_all = nullptr;
    QScrollArea* m_scroll = nullptr;
    ModelCanvas* m_canvas;
};

} // namespace headlight
