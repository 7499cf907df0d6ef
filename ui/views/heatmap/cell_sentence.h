#pragma once

#include "ui/picture/heatmap_picture.h"
#include "ui/picture/picture_axes.h"
#include "ui/picture/shown_maps.h"
#include "ui/state/map_options.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace headlight {

class HeatmapPlot;
class Workspace;

/// What the heatmap shows.
struct HeatmapContent
{
    ShownMaps shown;
    AttentionMap plain; ///< of the main head, as recorded
    AttentionMap grid; ///< the same in the grid of the whole output, while a decoding is stepped through
    Cell future; ///< first row and column of the picture that the decoding has not come to
    std::optional<MapKind> differenceOf; ///< the maps are after − before of this kind
    std::optional<ManyRuns> manyRuns; ///< the maps are mean or spread of several runs
    AttentionMap mean, spread; ///< of the main head, where they are
    PictureAxes axes;
    std::optional<TokenLabel> written; ///< the token after the last row
};

/// What the heatmap says of a cell, a row or a column: "“chat” (3) → “cat” (1)  ·  weight 0.42 …". Lives no
/// longer than the content and the plot.
class CellSentence
{
public:
    CellSentence(const HeatmapContent& content, const HeatmapPlot& plot)
        : m_content(content)
        , m_plot(plot)
    { }
    /// Of a cell of the picture; empty where the map has none there.
    QString text(const Cell& cell) const;

private:
    QStringList numbersOf(const Cell& cell) const;
    QString weightWords(const Cell& cell) const;
    QStringList differenceWords(const Cell& cell) const;
    QString manyRunsWords(const Cell& cell) const;

    const HeatmapContent& m_content;
    const HeatmapPlot& m_plot;
};

/// The map in words, made from its numbers: of the row of a cell, or of a column; of the row that explains
/// the map best where the cell is empty. Several heads as one map look at nothing: then it says where their
/// common numbers are largest. `together`: how they were made one.
QString mapSentence(const HeatmapContent& content, const HeatmapPlot& plot, const Workspace& workspace,
                    const Cell& cell, HeadsTogether together);

} // namespace headlight
