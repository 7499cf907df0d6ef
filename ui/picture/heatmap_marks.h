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
    FoundTokens found = {}; ///< tokens found by a search; marked in the axes
    std::optional<int> newest = std::nullopt; ///< row just computed by a decoding
    Cell future = {}; ///< first row and column that a decoding has not reached; unset = none
    bool steps = false; ///< a decoding can be stepped through: the legend reserves room for its marks
    bool operator==(const HeatmapMarks&) const = default;
};

/// Paints the marks of rows, columns and tokens over the cells and labels of a heatmap, for the window and
/// for figures. Must not outlive the picture and the layout.
class HeatmapMarksPainter
{
public:
    HeatmapMarksPainter(const HeatmapPicture& picture, const HeatmapLayout& layout)
        : m_picture(picture)
        , m_layout(layout)
    { }

    /// Outlines of marked rows, columns and cells, and their labels.
    void paint(QPainter& painter, const HeatmapMarks& marks) const;
    /// Everything that paint() may touch for these marks.
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
