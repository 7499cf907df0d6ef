#pragma once

#include "core/analysis/circuits.h"
#include "core/analysis/measure.h"
#include "ui/widgets/canvas.h"

#include <QPainterPath>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a head makes of what it reads.
enum class Reads : unsigned char { kQueries, kKeys, kValues };

/// What one head writes and a later one reads.
struct PathEdge
{
    HeadRef from, to;
    Reads reads = Reads::kQueries;
    double composition = 0;

    /// "decoder.0.self.2 -> decoder.2.self.0.k", as `headlight sweep` writes it.
    std::string name() const { return toString(from) + " -> " + receiver(); }
    std::string receiver() const; ///< "decoder.2.self.0.k"
};

/// The result of patching a path.
struct PathEffect
{
    InputMean change; ///< of the measure
    QStringList command;
    bool former = false; ///< of an earlier text

    /// Whether it is too small, or too uncertain, to count.
    bool none() const;
};
using PathEffects = std::map<std::string, PathEffect>; ///< by PathEdge::name()

/// Heads and the paths between them that compose beyond chance.
struct PathGraph
{
    StackKind stack = StackKind::kDecoder;
    StackShape shape;
    CompositionBaseline random;
    std::vector<PathEdge> edges; ///< strongest first, at most kMostEdges
    std::size_t beyondChance = 0; ///< how many there are

    static constexpr std::size_t kMostEdges = 40;

    /// reads: only these edges; none = all. Beyond chance is more than random matrices and three deviations.
    /// No head writes a cross-attention's keys and values, which come from the encoder.
    static PathGraph of(const StackCompositions& found, StackKind stack, std::optional<Reads> reads);
};

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
    /// The line of an edge: behind no box, from its sender to its receiver.
    QPainterPath pathOf(int edge) const;
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
    std::vector<HeadRef> headsIn(int layer) const; ///< from above
    /// Where a line passes a layer: the gap above so many rows, and the part of it that is above the line.
    struct Passage
    {
        int gap;
        double part;
    };
    int rows() const;
    int rowOf(const HeadRef& head) const;
    void passHeads();
    double heightOf(const Passage& passage) const;
    void drawEdge(QPainter& painter, int edge) const;
    void drawHeads(QPainter& painter) const;
    void drawKey(QPainter& painter) const;
    QColor colourOf(Reads reads) const;

    PathGraph m_graph;
    std::vector<std::vector<Passage>> m_passages; ///< per edge, the layers between its ends
    std::function<QString(const PathEdge&)> m_words;
    PathEffects m_effects;
    HeadRef m_head;
    int m_current = -1;
};

} // namespace headlight
