#pragma once

#include "ui/views/paths/path_graph.h"
#include "ui/widgets/canvas.h"

#include <QPainterPath>

#include <functional>
#include <optional>

namespace headlight {

/// Heads in columns by layer, and the paths between them: dashed until a patch confirms them, then solid with
/// its number, or grey. UI thread.
class PathsCanvas : public Canvas
{
    Q_OBJECT
public:
    PathsCanvas();

    /// words: a sentence about an edge.
    void setGraph(PathGraph graph, std::function<QString(const PathEdge&)> words);
    const PathGraph& graph() const { return m_graph; }
    void setEffects(PathEffects effects);
    void setHead(const HeadRef& head);
    /// The edge of the keyboard and of the latest click; −1 = none.
    int current() const { return m_current; }
    void setCurrent(int edge);
    std::optional<int> edgeAt(const QPointF& point) const;
    std::optional<HeadRef> headAt(const QPointF& point) const;
    /// The middle of an edge, in the widget.
    QPointF middleOf(int edge) const;
    QRectF boxOf(const HeadRef& head) const;
    void draw(QPainter& painter) const;

signals:
    void hovered(std::optional<int> edge);
    void activated(int edge); ///< click or Enter
    void headChosen(const headlight::HeadRef& head);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void relayout() override { update(); }
    void restyle() override { update(); }
    void pointerLeft() override { emit hovered(std::nullopt); }
    bool isOwnKey(const QKeyEvent& event) const override { return isWalking(event) || isPinning(event); }
    Tip tipAt(const QPoint& point) const override;
    Tip currentTip() const override;
    QRect currentRect() const override;
    QRectF room() const;
    QPainterPath pathOf(const PathEdge& edge) const;
    void drawEdge(QPainter& painter, int edge) const;
    void drawHeads(QPainter& painter) const;
    void drawKey(QPainter& painter) const;
    QColor colourOf(Reads reads) const;

    PathGraph m_graph;
    std::function<QString(const PathEdge&)> m_words;
    PathEffects m_effects;
    HeadRef m_head;
    int m_current = -1;
};

} // namespace headlight
