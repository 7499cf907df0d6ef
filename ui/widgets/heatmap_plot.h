#pragma once

#include "ui/picture/heatmap_picture.h"

#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;
class QMouseEvent;

namespace headlight {

class LatestTask;

/// The interactive picture of one attention map: queries down, keys across. The wheel zooms at the mouse,
/// dragging pans, a double click shows all; the picture cannot be lost. Marks lie on a layer of their own,
/// so that a hover never repaints the map. Large maps are read off the UI thread. UI thread only.
class HeatmapPlot : public QWidget
{
    Q_OBJECT
public:
    explicit HeatmapPlot(QWidget* parent = nullptr);
    ~HeatmapPlot() override;

    /// A null map shows nothing. The visible part is kept where the size stays the same.
    void setMap(const AttentionMap& map, MapKind kind);
    void showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options);
    const AttentionMap& map() const { return m_map; }
    MapKind kind() const { return m_kind; }
    void setOptions(const HeatmapOptions& options);
    const HeatmapOptions& options() const { return m_options; }
    void setMarks(const HeatmapMarks& marks);
    const HeatmapMarks& marks() const { return m_marks; }

    /// What occurs in the map; nothing known while it is being read.
    CellLimits limits() const;
    /// Limits for the colours of several maps together; unset: this map's own.
    void setSharedLimits(const std::optional<CellLimits>& limits);
    /// Sums of all rows and columns, where the options ask for them and they have been read.
    const MapSums& sums() const { return m_sums; }
    /// The legend of the picture; none without a map.
    const ScaleBar* scaleBar() const { return m_picture ? &m_picture->scaleBar() : nullptr; }

    /// Where everything stands now.
    const HeatmapLayout& shownLayout() const { return m_layout; }
    /// How numbers become colours now; none without a map.
    const CellColours* colours() const { return m_picture ? &m_picture->colours() : nullptr; }
    /// The cell under the mouse; empty: none.
    const Cell& mouseCell() const { return m_lastHover; }
    /// The cell, or the row or column whose label is there.
    Cell cellAt(const QPointF& position) const;
    bool isZoomed() const;
    /// "each cell shows the largest of 4 × 4", or empty.
    QString poolingNote() const;
    /// Numbers are still being read.
    bool isReading() const;
    /// The widget that takes the mouse; positions are those of the plot.
    QWidget& canvas() const;

    QSize sizeHint() const override { return {720, 560}; }
    /// Room for labels and some rows; below that what holds the plot scrolls.
    QSize minimumSizeHint() const override;

public slots:
    void showAll();
    /// factor < 1 zooms in; about the middle of what is shown.
    void zoom(double factor);
    /// Scrolls so that the cell is visible.
    void reveal(const headlight::Cell& cell);
    /// Shows this part of the map.
    void showSpans(const headlight::AxisSpan& queries, const headlight::AxisSpan& keys);
    /// Whether dragging with the left button alone pans. With a modifier key it never does.
    void setDragPans(bool pans) { m_dragPans = pans; }

signals:
    /// The mouse is over this cell (or label) now; empty: over none.
    void hovered(const headlight::Cell& cell);
    void clicked(const headlight::Cell& cell);
    void doubleClicked();
    void menuRequested(const headlight::Cell& cell, const QPoint& globalPosition);
    /// Gestures for painting on the map: the left button went down on a cell, moved to another one, went up.
    /// A drag that pans is none of these.
    void cellPressed(const headlight::Cell& cell, Qt::KeyboardModifiers modifiers);
    void cellDragged(const headlight::Cell& from, const headlight::Cell& to, Qt::KeyboardModifiers modifiers);
    void cellReleased(const headlight::Cell& from, const headlight::Cell& to,
                      Qt::KeyboardModifiers modifiers);
    /// What is visible, or how it is pooled, has changed.
    void viewChanged();
    /// The numbers of another map have been read.
    void limitsChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Cells;
    class Furniture;
    class Marks;

    /// What is visible, and into how many pixels it goes.
    struct Visible
    {
        CellRect cells;
        Index rows = 0, columns = 0;
    };
    /// What is to be shown.
    struct Subject
    {
        AttentionMap map;
        MapKind kind = MapKind::kWeights;
        HeatmapOptions options;
    };
    /// What is read of a map before it is shown. Immutable once delivered.
    struct Reading
    {
        std::shared_ptr<const CellReader> reader;
        std::shared_ptr<const CellGrid> overview; ///< null: the reader holds the whole map
        std::shared_ptr<const CellGrid> visible; ///< of what was visible when the reading began; null: none
        MapSums sums;
    };
    void startReading(bool keepPicture, bool sameSize);
    /// The map of the picture; while another is being read, that of before.
    const AttentionMap& pictured() const;
    /// Whether the map is what is shown already, further on in a text that grows.
    bool continues(const AttentionMap& map, MapKind kind, const HeatmapOptions& options) const;
    void replotSoon();
    static Reading read(const Subject& subject, const std::optional<Visible>& part,
                        const std::stop_token& stop);
    void take(Reading reading);
    std::optional<Visible> visible() const;
    void rebuildPicture();
    void relayout();
    void rangeChanged();
    void readVisible();
    void setSpans(const AxisSpan& queries, const AxisSpan& keys);
    void mouseMoved(const QPointF& position, bool dragging);
    void mousePressed(const QMouseEvent& event);
    void mouseReleased(const QMouseEvent& event);
    void mouseDragged(const QMouseEvent& event);
    void showTip(const QPoint& position, const QPoint& globalPosition);

    QCustomPlot* m_plot;
    Marks* m_overlay;
    LatestTask* m_task;
    AttentionMap m_map;
    MapKind m_kind = MapKind::kWeights;
    HeatmapOptions m_options;
    HeatmapMarks m_marks;
    std::shared_ptr<const CellReader> m_reader;
    std::optional<HeatmapPicture> m_picture;
    HeatmapLayout m_layout;
    std::shared_ptr<const CellGrid> m_overview, m_grid; ///< of all; of what is visible; null: not read
    std::shared_ptr<const CellReader> m_gridReader; ///< that m_grid was read with
    MapSums m_sums;
    std::optional<CellLimits> m_sharedLimits;
    bool m_settingRange = false;
    bool m_reading = false; ///< the map as a whole, not a part of it
    bool m_behind = false; ///< the map has grown since its reading began
    bool m_replotQueued = false;
    bool m_dragPans = true;
    std::optional<QPointF> m_press;
    std::optional<Cell> m_gesture, m_gestureEnd; ///< of a drag that does not pan
    Cell m_lastHover;
};

} // namespace headlight
