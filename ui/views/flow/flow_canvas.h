#pragma once

#include "ui/views/flow/flow_painting.h"
#include "ui/widgets/canvas.h"

#include <QPixmap>
#include <QTimer>
#include <QVariantAnimation>

#include <functional>
#include <optional>

namespace headlight {

/// The widget inside FlowView that paints the flow and takes mouse and keys: the wheel zooms around the
/// mouse, dragging pans, a double click goes one level further in, Escape one level out. Reads no trace
/// itself. UI thread only.
class FlowCanvas : public Canvas
{
    Q_OBJECT
public:
    explicit FlowCanvas(QWidget* parent = nullptr);

    const FlowScene& scene() const { return m_scene; }
    /// For whoever fills it; followed by one of the next two.
    FlowScene& scene() { return m_scene; }
    /// Matrices, tokens or places have changed.
    void redraw();
    /// The same, for matrices that come one after the other: painted a few times a second.
    void redrawSoon();
    /// Only what is marked has.
    void remark() { update(); }
    void setMessage(const QString& message);

    /// Another layout. The whole of it stays in sight where it was; otherwise the part `kept` stays where it
    /// is.
    void setLayout(FlowLayout layout, const std::optional<FlowBox>& kept = std::nullopt);
    void setTip(std::function<QString(const FlowPlace&)> tip) { m_tip = std::move(tip); }
    /// What a box explains; of a matrix only on F1, as its numbers have tips.
    void setTerms(std::function<std::optional<Term>(const FlowBox&)> terms) { m_terms = std::move(terms); }
    void setWords(std::function<QString(const FlowPlace&)> words) { m_words = std::move(words); }

    const FlowWindow& flowWindow() const { return m_window; }
    bool showsWhole() const { return m_whole; }
    void showWhole();
    /// As large as fits.
    void zoomTo(const QRectF& part);
    /// On the way to another part.
    bool isMoving() const { return m_animation.state() == QAbstractAnimation::Running; }
    void zoomBy(double factor, const QPointF& around);
    /// One level further in at a point, or out from where the canvas is.
    void zoomIn(const QPointF& surfacePoint);
    void zoomOut();
    double scaleFor(const QRectF& part) const;

    int current() const { return m_look.current; }
    void setCurrent(int box);
    const FlowPlace& hoverPlace() const { return m_hover; }
    /// Where a box stands on the canvas.
    QRectF boxRect(int box) const;
    QRectF cellRect(const FlowPlace& place) const;

signals:
    void windowChanged(); ///< another part is seen
    void hovered(const headlight::FlowPlace& place);
    /// A click, or a move of the keyboard's mark (without a cell then).
    void chosen(const headlight::FlowPlace& place);
    void activated(int box); ///< Enter
    void layerToggled(int box);
    void layerEntered(int box); ///< a folded one, to be opened and looked at

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    Tip currentTip() const override;
    void relayout() override;
    void restyle() override;
    void pointerLeft() override { setHover({}); }
    bool isOwnKey(const QKeyEvent& event) const override;
    QRect currentRect() const override { return boxRect(m_look.current).toAlignedRect(); }
    void setHover(const FlowPlace& place);
    void setWindow(const FlowWindow& window, bool whole);
    /// The same, and the way there is shown where the style shows such ways.
    void moveTo(const FlowWindow& window, bool whole);
    FlowWindow windowFor(const QRectF& part) const;
    void walk(const QPoint& direction);
    bool keyZoom(int key);
    void click(const QPointF& point);

    FlowScene m_scene;
    FlowWindow m_window; ///< that is seen, or that the canvas is moving to
    FlowWindow m_start, m_painted; ///< where the move began, and what is seen of it now
    QVariantAnimation m_animation;
    QTimer m_soon;
    FlowLook m_look;
    FlowPlace m_hover;
    QString m_message;
    QPixmap m_picture; ///< all but the marks; null: to be painted again
    bool m_whole = true; ///< the whole model is seen, and stays so when the canvas gets another size
    std::optional<QPointF> m_pressed; ///< where the left button went down
    QPointF m_panned; ///< where the mouse was when it last moved the picture
    bool m_panning = false;
    std::function<QString(const FlowPlace&)> m_tip, m_words;
    std::function<std::optional<Term>(const FlowBox&)> m_terms;
};

} // namespace headlight
