#pragma once

#include "core/trace/trace.h"
#include "ui/views/flow/flow_layout.h"
#include "ui/views/flow/flow_pictures.h"
#include "ui/views/flow/next_tokens.h"

#include <array>
#include <optional>
#include <vector>

namespace headlight {

/// A row of each stack; nothing where none is meant.
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

/// A box, and a cell of it where one is meant.
struct FlowPlace
{
    int box = -1;
    int row = -1, column = -1;
    bool operator==(const FlowPlace&) const = default;
};

/// All that the flow shows.
struct FlowScene
{
    FlowLayout layout;
    FlowPictures pictures;
    Trace trace;
    HeadRef head; ///< that all views look at
    StackRows followed; ///< the token that is followed
    StackRows key; ///< the key that is looked at
    std::vector<NextToken> next; ///< after the followed token

    /// Rows and columns of a box's numbers; tokens have one column. 0 where nothing was recorded.
    std::pair<int, int> size(const FlowBox& box) const;
    /// The row that is followed through a box; nothing outside of it.
    std::optional<int> followedRow(const FlowBox& box) const;
    /// Where a row stands in a box, as high as its cells.
    QRectF rowRect(const FlowBox& box, int row) const;
    /// The cell of a box at a point of the layout.
    FlowPlace placeAt(const QPointF& point) const;
    /// The way of the followed token from box to box, as lines of the layout.
    std::vector<QPolygonF> thread() const;
};

} // namespace headlight
