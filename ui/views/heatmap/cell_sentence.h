#pragma once

#include "ui/picture/heatmap_picture.h"
#include "ui/picture/picture_axes.h"
#include "ui/picture/shown_maps.h"
#include "ui/state/map_options.h"

#include <QCoreApplication>
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
    AttentionMap plain; ///< map of the main head, as recorded
    AttentionMap grid; ///< the same in the grid of the whole output while stepping through a decoding
    Cell future; ///< first row and column of the picture that the decoding has not reached
    std::optional<MapKind> differenceOf; ///< the maps are after − before of this kind
    std::optional<ManyRuns> manyRuns; ///< the maps are the mean or spread of several runs
    AttentionMap mean, spread; ///< of the main head, if `manyRuns` is set
    PictureAxes axes;
    std::optional<TokenLabel> written; ///< token after the last row
};

/// The heatmap's description of a cell, a row or a column: "“chat” (3) → “cat” (1)  ·  weight 0.42 …". Must
/// not outlive the content and the plot.
class CellSentence
{
    Q_DECLARE_TR_FUNCTIONS(CellSentence)
public:
    CellSentence(const HeatmapContent& content, const HeatmapPlot& plot)
        : m_content(content)
        , m_plot(plot)
    { }
    /// Describes a cell of the picture; empty if the map has no such cell.
    QString text(const Cell& cell) const;

private:
    QStringList numbersOf(const Cell& cell) const;
    QString weightWords(const Cell& cell) const;
    QStringList differenceWords(const Cell& cell) const;
    QString manyRunsWords(const Cell& cell) const;

    const HeatmapContent& m_content;
    const HeatmapPlot& m_plot;
};

/// The map in words, derived from its numbers: the row of a cell, or a column; if the cell is empty, the row
/// that best explains the map. Several heads combined into one map do not look anywhere: for these it says
/// where their combined numbers are largest. `together`: how they were combined.
QString mapSentence(const HeatmapContent& content, const HeatmapPlot& plot, const Workspace& workspace,
                    const Cell& cell, HeadsTogether together);

} // namespace headlight
