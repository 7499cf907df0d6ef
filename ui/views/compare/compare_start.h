#pragma once

#include "ui/picture/heatmap_marks.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headlight {

class ElidedLabel;
class Focus;
class HeatmapPlot;
class Workspace;

/// Shown in the Compare view while there is nothing to compare: the current map if there is room, and
/// beside it what to do, with buttons to do it. UI thread.
class CompareStart : public QWidget
{
    Q_OBJECT
public:
    CompareStart(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    /// Offers what fits: edits if the user wants to compare before and after, otherwise what can be compared
    /// with the shown result.
    void refresh();
    /// Shows the current map in these colours, or none until the edits have run.
    void showMap();
    void setMarks(const HeatmapMarks& marks);
    /// The current map.
    HeatmapPlot& plot() const { return *m_plot; }

signals:
    void keepWanted(); ///< keep the shown result as A

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeMap();
    QPushButton* add(const char* name, const QString& text, const QString& tip);
    void offerEdits();
    void offerSides();
    void switchHeadOff();
    void switchCausalOff();
    void leavePositionsOut();
    void addNextHead();
    void compareBranches();
    void placeMap();

    Workspace& m_workspace;
    Focus& m_focus;
    QWidget* m_map; ///< the map and what it is
    ElidedLabel* m_caption;
    HeatmapPlot* m_plot;
    QLabel* m_title;
    QLabel* m_text;
    QVBoxLayout *m_column, *m_buttons;
    QPushButton *m_headOff, *m_causalOff, *m_noPositions; ///< edits
    QPushButton *m_keep, *m_nextHead, *m_edits, *m_branches; ///< sides
};

} // namespace headlight
