#pragma once

#include "ui/picture/plot.h"

#include <QPointF>
#include <QWidget>

#include <optional>
#include <vector>

class QCPAbstractItem;
class QCPGraph;
class QCPBars;
class QCPColorMap;
class QCustomPlot;

namespace headlight {

/// Draws the numbers of a result. The user chooses a place, a point or a bar of a histogram, by a click or by
/// the arrow keys (in a grid, from cell to cell), and a click or Enter opens it. The wheel zooms, dragging
/// pans, a double click shows everything. UI thread.
class ResultPlot : public QWidget
{
    Q_OBJECT
public:
    /// name: for screen readers.
    explicit ResultPlot(const QString& name);

    /// Nothing is chosen then.
    void setPlot(Plot plot);
    const Plot& plot() const { return m_shown; }
    /// Of a histogram.
    const std::vector<PlotBar>& bars() const { return m_bars; }
    /// The chosen place; -1 = none.
    int choice() const { return m_choice; }
    void setChoice(int place);
    /// The place of the point made from this entry (Plot::Point::of); -1 = none.
    int placeMadeFrom(int entry) const;
    /// The middle of a place in this widget.
    QPointF pixelOf(int place) const;

    QSize sizeHint() const override { return {360, 130}; }
    QSize minimumSizeHint() const override { return {160, 64}; }

signals:
    void hovered(std::optional<int> place);
    void chosen(int place); ///< by the user's hand
    void activated(int place); ///< clicked, or Enter

protected:
    void leaveEvent(QEvent* /*event*/) override { emit hovered(std::nullopt); }
    void keyPressEvent(QKeyEvent* event) override;

private:
    int places() const;
    bool hasRows() const { return m_shown.kind == Plot::Kind::kScatter || m_shown.kind == Plot::Kind::kGrid; }
    /// Where a place is on the axes.
    QPointF middleOf(int place) const;
    std::optional<int> placeAt(const QPointF& pixel) const;
    int cellBeside(int key) const;
    int neighbour(int key) const;
    void release(const QMouseEvent& mouse);
    void rebuild();
    void mark();

    QCustomPlot* m_drawn;
    QCPGraph* m_ring = nullptr; ///< around the chosen point
    QCPBars* m_bar = nullptr; ///< over the chosen bar
    QCPColorMap* m_squares = nullptr; ///< of a scatter of many points
    QCPAbstractItem* m_cells = nullptr; ///< of a grid
    Plot m_shown;
    std::vector<PlotBar> m_bars;
    int m_choice = -1;
    QPointF m_pressed; ///< where the mouse went down
};

} // namespace headlight
