#pragma once

#include "core/sampling/beam_tree.h"
#include "ui/views/beams/beam_layout.h"
#include "ui/widgets/canvas.h"

#include <memory>
#include <vector>

namespace headlight {

/// The beam tree as a layered graph. A click or the arrow keys select a node. UI thread.
class BeamCanvas : public Canvas
{
    Q_OBJECT
public:
    BeamCanvas();

    /// `searched`: by beam search; otherwise the tokens of a decoding and the candidates beside them, which
    /// have probabilities and no scores.
    void setTree(std::shared_ptr<const BeamTree> tree, bool searched = true);
    void setPrunedShown(bool shown);
    /// -1 = none.
    void setCurrent(int node);
    int current() const { return m_current; }
    const BeamLayout& beamLayout() const { return m_layout; }
    /// Full description of a node, for tooltips and screen readers.
    QString describe(int node) const;

    QSize sizeHint() const override;

signals:
    /// -1 = no node.
    void chosen(int node);
    /// The node should be visible.
    void revealed(const QRect& rect);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    void restyle() override { placeNodes(); }
    void placeNodes();
    void choose(int node);
    bool isBest(int node) const { return m_best[static_cast<std::size_t>(node)]; }
    void paintEdge(QPainter& painter, int node) const;
    void paintNode(QPainter& painter, int node) const;

    std::shared_ptr<const BeamTree> m_tree;
    BeamLayout m_layout;
    std::vector<bool> m_best; ///< on the path of the best hypothesis
    bool m_searched = true;
    bool m_showPruned = true;
    int m_current = -1;
};

/// "kept", "pruned", "finished"
QString stateInWords(BeamState state);

} // namespace headlight
