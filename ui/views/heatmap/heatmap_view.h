#pragma once

#include "ui/figure/figure.h"
#include "ui/views/heatmap/heatmap_content.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

class QLabel;
class QStackedLayout;
class QToolButton;

namespace headlight {

class HeatmapHeader;
class HeatmapMenu;
class HeatmapTitle;
class MapTools;
class MaskPainter;

/// The centre of the window: the maps of the selected heads, the heads' names, and a full description of the
/// cell under the mouse or the keyboard cursor. UI thread only.
class HeatmapView : public TraceView
{
    Q_OBJECT
public:
    explicit HeatmapView(const ViewContext& context, QWidget* parent = nullptr);

    /// What is shown and pinned, for export: the same picture with a title.
    FigureRequest figure() const;
    /// The plot of the main head, or of all heads combined.
    HeatmapPlot& plot() const { return m_panels->main(); }
    HeatmapPanels& panels() const { return *m_panels; }
    HeatmapHeader& header() const { return *m_header; }
    MapTools& tools() const { return *m_tools; }
    /// What the map says, in a sentence made from its numbers.
    QString sentence() const { return m_sentence->text(); }
    /// The line below it as plain text: the numbers of the current cell.
    QString statusText() const { return m_status->text(); }
    /// The note on the whole picture as plain text: pooling, heads that are not shown.
    QString noteText() const { return m_note->text(); }
    /// The minimum height. The map takes the remaining room; below the minimum, the view's container scrolls.
    int heightForWidth(int width) const override;
    bool perform(CommandId command) override;

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void arrange() override;

private:
    void connectParts();
    QWidget* makeEmptyPage();
    void showMap(bool traceChanged);
    void showPanels(bool traceChanged);
    /// Shows the page with the reason why there is no map.
    void sayEmpty();
    void showFormula();
    void showMarks(ViewChanges changes);
    /// The visible part of the tokens.
    MapZoom shownZoom() const;
    void shareZoom();
    void followZoom();
    void updateStatus();
    void updateNote();

    HeatmapHeader* m_header;
    HeatmapPanels* m_panels;
    MaskPainter* m_painter;
    MapTools* m_tools;
    ElidedLabel* m_sentence;
    ElidedLabel* m_status;
    ElidedLabel* m_note;
    QToolButton* m_rescale; ///< offered while all colours look alike
    QLabel* m_emptyWords = nullptr;
    QStackedLayout* m_pages;
    HeatmapContent m_content;
    HeatmapMenu* m_menu;
    HeatmapTitle* m_title;
    Cell m_pinBeforeClick;
};

} // namespace headlight
