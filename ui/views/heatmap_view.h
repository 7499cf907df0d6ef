#pragma once

#include "ui/paint/heatmap_picture.h"
#include "ui/plot/figure.h"
#include "ui/views/trace_view.h"

class QComboBox;
class QLabel;
class QStackedLayout;

namespace headlight {

class HeadChooser;
class HeatmapPlot;

/// The centre of the window: one head's map, its name in words, and the cell under the mouse or the
/// keyboard's cursor in full. UI thread only.
class HeatmapView : public TraceView
{
    Q_OBJECT
public:
    explicit HeatmapView(const ViewContext& context, QWidget* parent = nullptr);

    /// What is shown and pinned, for export: the same picture with a title.
    FigureRequest figure() const;
    HeatmapPlot& plot() const { return *m_plot; }
    /// The line under the map as plain text.
    QString statusText() const;

protected:
    void refresh(ViewChanges changes) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeEmptyPage();
    void showMap(bool traceChanged);
    void dropLostPins();
    void updateStatus();
    void updateNote();
    QString cellSentence(const Cell& cell) const;
    void moveCursor(int down, int across);
    void showMenu(const Cell& cell, const QPoint& globalPosition);
    void copyRow(int query);
    void copyMatrix();
    void copyPicture() const;

    QLabel* m_title;
    HeadChooser* m_chooser;
    QComboBox* m_range;
    HeatmapPlot* m_plot;
    QLabel* m_status;
    QLabel* m_note;
    QStackedLayout* m_pages;
    Cell m_pinBeforeClick;
};

} // namespace headlight
