#pragma once

#include "ui/views/flow/flow_painting.h"
#include "ui/widgets/canvas.h"

#include <QPixmap>
#include <QRectF>
#include <QString>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include <optional>
#include <vector>

class QToolButton;

namespace headlight {

class WrapLayout;

/// The widget inside FlowView that paints the flow and handles mouse and keys: the wheel zooms around the
/// mouse, dragging pans, a double click goes one level in, Escape one level out. Reads no trace itself. UI
/// thread only.
class FlowCanvas : public Canvas
{
    Q_OBJECT
public:
    explicit FlowCanvas(const QString& accessibleName);

    const FlowScene& scene() const { return m_scene; }
    /// The scene, to be filled by the owner; call redraw() or redrawSoon() afterwards.
    FlowScene& scene() { return m_scene; }
    /// Call when matrices, tokens or the layout have changed.
    void redraw();
    /// The same for matrices that arrive one after the other: repaints a few times a second.
    void redrawSoon();
    /// Call when only marks have changed.
    void remark() { update(); }
    void setMessage(const QString& message);

    /// Sets another layout. If the whole model was visible, it stays so; otherwise the box `kept` stays in
    /// place.
    void setLayout(FlowLayout layout, const std::optional<FlowBox>& kept = std::nullopt);

    const FlowWindow& flowWindow() const { return m_window; }
    bool showsWhole() const { return m_whole; }
    virtual void showWhole() { moveTo(windowFor(m_scene.layout.bounds()), true); }
    /// Makes the part as large as fits.
    void zoomTo(const QRectF& part) { moveTo(windowFor(part), false); }
    /// Whether it is moving to another part.
    bool isMoving() const { return m_animation.state() == QAbstractAnimation::Running; }
    virtual void zoomBy(double factor, const QPointF& around);
    /// Goes one level in at a point, or one level out from the visible part.
    virtual void zoomIn(const QPointF& surfacePoint);
    virtual void zoomOut();
    double scaleFor(const QRectF& part) const;

    int current() const { return m_look.current; }
    void setCurrent(int index);
    const FlowPlace& hoverPlace() const { return m_hover; }
    /// Position of a box on the canvas.
    QRectF boxRect(int index) const;
    QRectF cellRect(const FlowPlace& place) const;
    /// Where the keyboard cursor is.
    QRectF currentPlace() const;

signals:
    void windowChanged(); ///< the visible part has changed
    void hovered(const headlight::FlowPlace& place);
    /// A click, or a move of the keyboard cursor (then without a cell).
    void chosen(const headlight::FlowPlace& place);
    void activated(headlight::FlowBox box); ///< Enter
    void layerToggled(int box);
    void layerEntered(headlight::FlowBox box); ///< a folded layer, which should be opened and shown

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    void setWindow(const FlowWindow& window, bool whole);
    virtual FlowWindow windowFor(const QRectF& part) const;
    /// Letters in a window of this scale.
    virtual QFont fontAt(double /*scale*/) const { return font(); }
    /// Whether all but the marks is painted only once.
    virtual bool keepsPicture() const { return true; }
    /// Moves so that a part of the canvas is seen.
    virtual void reveal(const QRectF& rect);
    void walk(const QPoint& direction);

private:
    /// A matrix explains its term only on F1, since its numbers have tips.
    Tip tipAt(const QPoint& point) const override;
    Tip currentTip() const override;
    void relayout() override { setWindow(m_whole ? windowFor(m_scene.layout.bounds()) : m_window, m_whole); }
    void restyle() override;
    void pointerLeft() override { setHover({}); }
    bool isOwnKey(const QKeyEvent& event) const override;
    QRect currentRect() const override { return currentPlace().toAlignedRect(); }
    void setHover(const FlowPlace& place);
    /// Moves to a window; animated if the style allows animations.
    void moveTo(const FlowWindow& window, bool whole);
    bool keyZoom(int key);
    void click(const QPointF& point);

    FlowScene m_scene;
    FlowWindow m_window; ///< visible window, or the target of the movement
    FlowWindow m_start, m_painted; ///< start of the movement, and the currently painted window
    QVariantAnimation m_animation;
    QTimer m_soon;
    FlowLook m_look;
    FlowPlace m_hover;
    QString m_message;
    QPixmap m_picture; ///< everything except the marks; null = must be repainted
    bool m_whole = true; ///< the whole model is visible, and stays so when the canvas is resized
    std::optional<QPointF> m_pressed; ///< where the left button was pressed
    QPointF m_panned; ///< mouse position when it last moved the picture
    bool m_panning = false;
};

/// The way from the whole model to what is seen, frame by frame; a click leads to one of them. UI thread
/// only.
class FlowLevels : public QWidget
{
    Q_OBJECT
public:
    FlowLevels();

    struct Level
    {
        QString name;
        QRectF rect; ///< in the layout
    };
    /// From the outside in.
    void setLevels(std::vector<Level> levels);
    /// Its width where all of the model is seen.
    int wholeWidth() const;

signals:
    void chosen(const QRectF& rect);

private:
    WrapLayout* m_row;
    std::vector<Level> m_levels;
    std::vector<QToolButton*> m_buttons; ///< as many as there have ever been levels
};

} // namespace headlight
