#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"
#include "ui/views/flow/flow_layout.h"
#include "ui/views/flow/flow_pictures.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace headlight {

class Workspace;

/// A possible next token, according to the recorded logits of a position.
struct NextToken
{
    QString text; ///< for display
    double probability = 0;
    bool taken = false; ///< the one that the decoding chose
};

/// The most likely tokens after a position, at most `count`, most likely first: from the decoding step that
/// computed them, or from the logits in the trace; none if neither is known.
std::vector<NextToken> nextTokens(const Workspace& workspace, const Trace& trace, StackKind stack, int row,
                                  std::size_t count);

/// A row of each stack; unset = none.
class StackRows
{
public:
    std::optional<int>& of(StackKind stack) { return m_rows.at(stack == StackKind::kEncoder ? 0 : 1); }
    const std::optional<int>& of(StackKind stack) const
    {
        return m_rows.at(stack == StackKind::kEncoder ? 0 : 1);
    }
    bool operator==(const StackRows&) const = default;

private:
    std::array<std::optional<int>, 2> m_rows;
};

/// A box, and optionally a cell of it.
struct FlowPlace
{
    int box = -1;
    int row = -1, column = -1;
    bool operator==(const FlowPlace&) const = default;
};

/// The visible part of the layout: the point at the upper left corner, and pixels per unit.
struct FlowWindow
{
    QPointF origin;
    double scale = 1;
    QSizeF surface; ///< logical pixels

    QPointF toSurface(const QPointF& point) const { return (point - origin) * scale; }
    QRectF toSurface(const QRectF& rect) const { return {toSurface(rect.topLeft()), rect.size() * scale}; }
    QPointF toLayout(const QPointF& point) const { return point / scale + origin; }
    QRectF shown() const { return {origin, surface / scale}; }
};

/// A window between two others, at 0 … 1: one point stays in place, and equal steps magnify by equal factors.
FlowWindow between(const FlowWindow& from, const FlowWindow& to, double part);

/// Everything the flow shows.
struct FlowScene
{
    Architecture facts; ///< of the model that the layout shows
    FlowLayout layout;
    FlowPictures pictures;
    Trace trace;
    Interventions edits; ///< with which it was recorded
    bool toCome = false; ///< what it lacks is being computed
    HeadRef head; ///< the current head
    StackRows followed; ///< followed token
    StackRows key; ///< current key
    std::vector<NextToken> next; ///< after the followed token

    /// Rows and columns of a box's numbers; tokens have one column. 0 if nothing was recorded.
    std::pair<int, int> size(const FlowBox& box) const;
    /// The followed row within a box; nothing outside it.
    std::optional<int> followedRow(const FlowBox& box) const;
    /// Position of a row in a box, as high as its cells.
    QRectF rowRect(const FlowBox& box, int row) const;
    /// The cell of a box at a point of the layout.
    FlowPlace placeAt(const QPointF& point) const;
    /// The followed token's path from box to box, as lines of the layout.
    std::vector<QPolygonF> thread() const;
};

} // namespace headlight
