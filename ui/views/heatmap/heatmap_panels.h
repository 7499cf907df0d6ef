#pragma once

#include "ui/widgets/heatmap_plot.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace headlight {

/// One or more heatmaps side by side: one zoom for shared tokens, one set of marks and, optionally, one scale
/// with one legend. Knows neither trace nor focus. UI thread only.
class HeatmapPanels : public QWidget
{
    Q_OBJECT
public:
    struct Panel
    {
        AttentionMap map;
        QString name;
        QColor colour; ///< the head's colour in all views
        bool off = false; ///< the head's output is not used
    };

    HeatmapPanels();

    /// The first plot; always exists.
    HeatmapPlot& main() const { return *m_plots.front(); }
    int count() const { return m_count; }
    HeatmapPlot& plot(int panel) const { return *m_plots[static_cast<std::size_t>(panel)]; }

    /// At least one panel; the first is the main one.
    void setPanels(const std::vector<Panel>& panels, MapKind kind, const HeatmapOptions& options,
                   bool sharedScale);
    void setMarks(const HeatmapMarks& marks) const;
    /// Whether another stage of the same maps fades in.
    void setAnimated(bool on);
    /// Whether all panels show the same part of the tokens they share; initially on.
    void setZoomLinked(bool linked);
    bool isReading() const;

signals:
    void hovered(const headlight::Cell& cell);
    void clicked(const headlight::Cell& cell);
    void doubleClicked();
    void menuRequested(const headlight::Cell& cell, const QPoint& globalPosition);
    void viewChanged();
    /// The user chose this panel as the main one.
    void chosen(int panel);
    /// The user closed this panel.
    void closed(int panel);

private:
    class Legend;
    class Frame;

    HeatmapPlot* addPlot();
    void arrange();
    void shareLimits();
    void followZoom(const HeatmapPlot& leader);

    std::vector<HeatmapPlot*> m_plots; ///< the first m_count are shown
    std::vector<Frame*> m_frames;
    Legend* m_legend;
    QGridLayout* m_grid;
    int m_count = 1;
    int m_columns = 1;
    int m_arranged = 0; ///< number of panels that the grid is arranged for
    bool m_shared = true;
    bool m_zoomLinked = true;
    bool m_animated = false;
    bool m_following = false;
};

} // namespace headlight
