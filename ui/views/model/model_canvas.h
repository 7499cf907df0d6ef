#pragma once

#include "ui/views/model/model_diagram_painting.h"
#include "ui/widgets/canvas.h"

namespace headlight {

/// The widget inside ModelView that paints the diagram and handles mouse and keys. Does not know the model,
/// only the facts. UI thread only.
class ModelCanvas : public Canvas
{
    Q_OBJECT
public:
    explicit ModelCanvas(QWidget* parent = nullptr);

    void setArchitecture(const Architecture& architecture);
    void setOpen(const LayerSet& open);
    void setHead(const HeadRef& head);
    void setZoom(double zoom);
    double zoom() const { return m_zoom; }
    /// Cuts texts so that the diagram without zoom is not wider, as far as that is possible.
    void setWidest(double widest);
    /// The block with the keyboard cursor; −1 = none.
    void setCurrent(int part);
    int current() const { return m_look.current; }
    int hovered() const { return m_look.hover; }
    const ModelDiagram& diagram() const { return m_diagram; }
    /// Position of a block in the widget.
    QRectF partRect(int index) const;
    QRectF headRect(int index, int head) const;

    static constexpr double kLeastZoom = 0.4;
    static constexpr double kMostZoom = 3;

signals:
    void hoverChanged(int part);
    /// A click or a move of the cursor: `head` if it was on one of the squares.
    void chosen(int part, std::optional<int> head);
    void activated(int part); ///< double click or Enter
    void headStepped(int step); ///< Left or Right inside an attention block
    void zoomStepped(int step);
    void revealRequested(const QRect& rect);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle() override { rebuild(); }
    void pointerLeft() override { setHover(-1); }
    Tip tipAt(const QPoint& point) const override { return tipOf(m_diagram.partAt(inDiagram(point))); }
    Tip currentTip() const override { return tipOf(m_look.current); }
    Tip tipOf(int part) const;
    void rebuild();
    QRectF onCanvas(const QRectF& rect) const { return {rect.topLeft() * m_zoom, rect.size() * m_zoom}; }
    void setHover(int part);
    void move(int up, int across);
    QPointF inDiagram(const QPointF& point) const { return point / m_zoom; }

    Architecture m_architecture;
    LayerSet m_open;
    ModelDiagram m_diagram;
    DiagramLook m_look;
    double m_zoom = 1, m_widest = 0;
    DiagramPart m_pressed; ///< block of the latest press
};

} // namespace headlight
