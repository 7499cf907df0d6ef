#pragma once

#include "core/analysis/head_behaviour.h"
#include "ui/figure/figure.h"
#include "ui/views/heatmap/cell_sentence.h"
#include "ui/widgets/trace_view.h"

class QLabel;
class QStackedLayout;
class QToolButton;

namespace headlight {

class ElidedLabel;
class LatestTask;
class HeatmapHeader;
class HeatmapMenu;
class HeatmapPanels;
class HeatmapPlot;
class MapTools;

/// The centre of the window: the maps of the selected heads, their names in words, and the cell under the
/// mouse or the keyboard's cursor in full. UI thread only.
class HeatmapView : public TraceView
{
    Q_OBJECT
public:
    explicit HeatmapView(const ViewContext& context, QWidget* parent = nullptr);

    /// What is shown and pinned, for export: the same picture with a title.
    FigureRequest figure() const;
    /// The plot of the main head, or of all heads together.
    HeatmapPlot& plot() const;
    HeatmapPanels& panels() const { return *m_panels; }
    HeatmapHeader& header() const { return *m_header; }
    MapTools& tools() const { return *m_tools; }
    /// What the map says, in a sentence made from its numbers.
    QString sentence() const;
    /// The line below it as plain text: the numbers of the cell that is pointed at.
    QString statusText() const;
    /// The note on the whole picture as plain text: pooling, heads that are not shown.
    QString noteText() const;
    /// The least height. The map takes what is left over; what holds the view scrolls below it.
    int heightForWidth(int width) const override;
    bool perform(CommandId command) override;

protected:
    void refresh(ViewChanges changes) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectParts();
    QWidget* makeEmptyPage();
    void showMap(bool traceChanged);
    /// `single`: of the run that is looked at; mean or spread of several runs come before it.
    void showPanels(const Trace& single);
    void readManyRuns(const Trace& shown);
    /// Shows the page that says why there is no map.
    void sayEmpty();
    void chooseMaps(const Trace& trace, MapKind kind, const MapOptions& options);
    /// Finds what the main head does on the text; of a large map off the UI thread.
    void readBehaviour();
    void showTitle(const MapOptions& options);
    void showFormula(const TraceInfo& info, MapKind shown);
    void showMarks(ViewChanges changes);
    /// The visible part of the tokens.
    MapZoom shownZoom() const;
    void shareZoom();
    void followZoom();
    void updateStatus();
    void updateNote();

    HeatmapHeader* m_header;
    HeatmapPanels* m_panels;
    MapTools* m_tools;
    ElidedLabel* m_sentence;
    ElidedLabel* m_status;
    ElidedLabel* m_note;
    QToolButton* m_rescale; ///< offered while all colours are alike
    QLabel* m_emptyWords = nullptr;
    QStackedLayout* m_pages;
    HeatmapContent m_content;
    HeatmapMenu* m_menu;
    LatestTask* m_behaviourTask;
    std::optional<HeadBehaviour> m_behaviour; ///< of the main head; unset: it has no name
    Cell m_pinBeforeClick;
};

} // namespace headlight
