#pragma once

#include "ui/picture/heatmap_picture.h"

#include <QRegion>

#include <optional>
#include <vector>

namespace headlight {

/// Which rows and columns of a heatmap are marked.
struct HeatmapMarks
{
    Cell hover, pin;
    FoundTokens found = {}; ///< by a search; in the axes
    std::optional<int> newest = std::nullopt; ///< the row that a decoding has just computed
    Cell future = {}; ///< the first row and column that a decoding has not come to; unset: none
    bool steps = false; ///< a decoding can be stepped through: its marks have room in the legend
    bool operator==(const HeatmapMarks&) const = default;
};

/// Paints what lies over the cells and labels of a heatmap: marks of rows, columns and tokens. The window and
/// the figures use it. Lives no longer than the picture and the layout.
class HeatmapMarksPainter
{
public:
    HeatmapMarksPainter(const HeatmapPicture& picture, const HeatmapLayout& layout)
        : m_picture(picture)
        , m_layout(layout)
    { }

    /// Outlines of marked rows, columns and cells, and their labels.
    void paint(QPainter& painter, const HeatmapMarks& marks) const;
    /// All that paint() may touch for these marks.
    QRegion region(const HeatmapMarks& marks) const;

private:
    void paintCell(QPainter& painter, const Cell& cell, const QColor& lines, const QColor& box,
                   double width) const;
    void paintFound(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                    const std::vector<int>& tokens) const;
    void paintNewestRow(QPainter& painter, int row) const;
    void paintFuture(QPainter& painter, const Cell& first) const;
    void paintLabels(QPainter& painter, const Cell& cell, LabelEmphasis emphasis) const;
    void paintLabel(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                    std::optional<int> token, LabelEmphasis emphasis) const;
    QRectF rowBand(int query) const;
    QRectF columnBand(int key) const;

    const HeatmapPicture& m_picture;
    const HeatmapLayout& m_layout;
};

} // namespace headlight
