#pragma once

#include "core/sampling/beam_tree.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// Positions of the nodes of a beam tree: one column per step, with the nodes ordered by group and rank.
/// Geometry and hit test, no widgets. A value.
class BeamLayout
{
public:
    BeamLayout() = default;
    /// showPruned: includes nodes that were considered and dropped.
    BeamLayout(const BeamTree& tree, const QSizeF& box, double lineHeight, bool showPruned);

    QSizeF size() const { return m_size; }
    bool isShown(int node) const { return m_rects[static_cast<std::size_t>(node)].has_value(); }
    /// The node must have a place.
    const QRectF& rect(int node) const { return *m_rects[static_cast<std::size_t>(node)]; }
    std::optional<int> nodeAt(const QPointF& point) const;
    int steps() const { return static_cast<int>(m_columns.size()); }
    /// Nodes of a step from top to bottom.
    const std::vector<int>& column(int step) const { return m_columns[static_cast<std::size_t>(step)]; }
    double columnLeft(int step) const { return m_margin + step * m_pitch; }
    /// Nodes that intersect the horizontal span.
    std::vector<int> nodesBetween(double left, double right) const;

    enum class Direction : unsigned char { kLeft, kRight, kUp, kDown };
    /// The target of an arrow key: the parent, the best continuation, or the neighbour in the step; nothing
    /// at the ends.
    std::optional<int> neighbour(const BeamTree& tree, int node, Direction direction) const;

private:
    std::vector<std::optional<QRectF>> m_rects;
    std::vector<std::vector<int>> m_columns;
    QSizeF m_size{0, 0};
    double m_margin = 8;
    double m_pitch = 0;
};

struct DecodeStep;

/// A decoding without beam search, as a tree of one branch: the chosen tokens, and in each step the best of
/// the other candidates, with their recorded probabilities. Its nodes have no traces. Null without a token.
std::shared_ptr<const BeamTree> decodedTree(const std::vector<DecodeStep>& steps, int candidates);

} // namespace headlight
