#pragma once

#include "ui/widgets/heatmap_plot.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

class QGridLayout;

namespace headlight {

/// One or several heatmaps side by side: one zoom where their tokens agree, one set of marks and, on request,
/// one scale with one legend. Knows no trace and no focus. UI thread only.
class HeatmapPanels : public QWidget
{
    Q_OBJECT
public:
    struct Panel
    {
        AttentionMap map;
        QString name;
        QColor colour; ///< of the head in all views
        bool off = false; ///< what the head gives is not used
    };

    explicit HeatmapPanels(QWidget* parent = nullptr);
    ~HeatmapPanels() override;

    /// The first plot; always there.
    HeatmapPlot& main() const { return *m_plots.front(); }
    int count() const { return m_count; }
    HeatmapPlot& plot(int panel) const { return *m_plots[static_cast<std::size_t>(panel)]; }

    /// At least one panel; the first is the main one.
    void setPanels(const std::vector<Panel>& panels, MapKind kind, const HeatmapOptions& options,
                   bool sharedScale);
    void setMarks(const HeatmapMarks& marks) const;
    /// Whether another stage of the same maps fades in.
    void setAnimated(bool on);
    /// Whether all panels show the same part of the tokens they share; on at first.
    void setZoomLinked(bool linked);
    bool isReading() const;

signals:
    void hovered(const headlight::Cell& cell);
    void clicked(const headlight::Cell& cell);
    void doubleClicked();
    void menuRequested(const headlight::Cell& cell, const QPoint& globalPosition);
    void viewChanged();
    /// The user wants this panel as the main one.
    void chosen(int panel);
    /// The user wants this panel away.
    void closed(int panel);

protected:
    void resizeEvent(QResizeEvent* event) override;

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
    int m_arranged = 0; ///< panels that the grid has been made for
    bool m_shared = true;
    bool m_zoomLinked = true;
    bool m_animated = false;
    bool m_following = false;
};

} // namespace headlight
