#pragma once

#include "ui/state/focus.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace headlight {

class HeatmapPlot;
class Workspace;
struct HeatmapContent;

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
    QStringList numbersOf(int query, int key) const;
    QString weightWords(int query, int key) const;
    QStringList differenceWords(int query, int key) const;
    QString manyRunsWords(int query, int key) const;

    const HeatmapContent& m_content;
    const HeatmapPlot& m_plot;
};

/// The map in words, derived from its numbers: the row of a cell, or a column; if the cell is empty, the row
/// that best explains the map. Several heads combined into one map do not look anywhere: for these it says
/// where their combined numbers are largest.
QString mapSentence(const HeatmapContent& content, const HeatmapPlot& plot, const Workspace& workspace,
                    const Cell& cell);

} // namespace headlight
