#pragma once

#include "ui/picture/heatmap_marks.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/map_reading.h"
#include "ui/widgets/map_view.h"

#include <QImage>
#include <QVariantAnimation>

#include <optional>

namespace headlight {

/// The interactive picture of one attention map or table: rows (queries) down, columns (keys) across. The
/// wheel zooms at the mouse, dragging pans, a double click is left to the owner; the picture cannot be lost.
/// The Heatmap view shows one or several of it, Compare three, Positions one of a table (tableMap()).
///
/// It draws with HeatmapPicture, as the figures do, and not with QCustomPlot: that one draws a number per
/// block of pixels without masks, loses maps of one row, counts the last pixel of an axis differently, and
/// has neither axes of tokens nor maps of 8,192 tokens that are read as far as they are seen. Cells and
/// labels are kept as an image, so that a hover repaints nothing but its marks. UI thread only.
class HeatmapPlot : public Canvas
{
    Q_OBJECT
public:
    explicit HeatmapPlot(QWidget* parent = nullptr);

    /// A null map shows nothing. The visible part is kept where the size stays the same.
    void setMap(const AttentionMap& map, MapKind kind) { showMap(map, kind, options()); }
    void showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options);
    const AttentionMap& map() const { return m_reading->subject().map; }
    MapKind kind() const { return m_reading->subject().kind; }
    const HeatmapOptions& options() const { return m_reading->subject().options; }
    /// Whether one stage of a head's map fades into the next; otherwise it is there at once.
    void setAnimated(bool on) { m_animated = on; }
    bool isFading() const { return m_fade.state() == QAbstractAnimation::Running; }
    void setMarks(const HeatmapMarks& marks);
    const HeatmapMarks& marks() const { return m_marks; }
    /// Whether the map is hatched, since what its head gives is not used.
    void setSwitchedOff(bool off);
    bool isSwitchedOff() const { return m_off; }

    /// What occurs in the map; nothing known while it is being read.
    CellLimits limits() const { return m_reading->limits(); }
    /// Limits for the colours of several maps together; unset: this map's own.
    void setSharedLimits(const std::optional<CellLimits>& limits);
    /// Sums of all rows and columns, where the options ask for them and they have been read.
    const MapSums& sums() const { return m_reading->sums(); }
    /// The legend of the picture; none without a map.
    const ScaleBar* scaleBar() const { return m_picture ? &m_picture->scaleBar() : nullptr; }

    /// Where everything stands now.
    const HeatmapLayout& shownLayout() const { return m_layout; }
    /// How numbers become colours now; none without a map.
    const CellColours* colours() const { return m_picture ? &m_picture->colours() : nullptr; }
    /// The cell under the mouse; empty: none.
    const Cell& mouseCell() const { return m_mouseCell; }
    /// The cell, or the row or column whose label is there. The right and the bottom edge of the cells belong
    /// to the last ones.
    Cell cellAt(const QPointF& position) const;
    bool isZoomed() const { return m_picture && !m_view.isWhole(); }
    /// "Pooled: each dot shows the largest of 4 × 4 cells …", or empty.
    QString poolingNote() const;
    /// Numbers are still being read.
    bool isReading() const { return m_reading->isReading(); }

    QSize sizeHint() const override { return options().table ? QSize(420, 180) : QSize(720, 560); }
    /// Room for labels and some rows; below that what holds the plot scrolls.
    QSize minimumSizeHint() const override;

public slots:
    void showAll();
    /// factor < 1 zooms in; about the middle of what is shown.
    void zoom(double factor);
    /// Scrolls so that the cell is visible.
    void reveal(const headlight::Cell& cell);
    /// The mouse is here now, though another part has taken its events.
    void pointAt(const QPointF& position);
    /// Shows this part of the map.
    void showSpans(const headlight::AxisSpan& queries, const headlight::AxisSpan& keys);

signals:
    /// The mouse is over this cell (or label) now; empty: over none.
    void hovered(const headlight::Cell& cell);
    void clicked(const headlight::Cell& cell);
    void doubleClicked(); ///< after `clicked` of its first click
    /// Unconnected, the event goes on to what holds the plot.
    void menuRequested(const headlight::Cell& cell, const QPoint& globalPosition);
    /// The user has chosen another part with the mouse; viewChanged() has been emitted.
    void viewChosen();
    /// What is visible, or how it is pooled, has changed.
    void viewChanged();
    /// The numbers of another map have been read.
    void limitsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// The left button is down.
    struct Press
    {
        QPointF at; ///< where it went down
        MapView view; ///< what was seen then
        bool pans = false; ///< not with a modifier key
        bool moved = false; ///< far enough to be no click
    };
    /// Takes over what has been read.
    void takeMap();
    void rebuildPicture();
    bool hasRoomForLegend() const;
    void relayout() override;
    void restyle() override { rebuildPicture(); }
    void pointerLeft() override;
    /// The whole token, where labels are cut.
    Tip tipAt(const QPoint& point) const override;
    void showView(const MapView& view);
    void repaintImage();
    /// Begins to fade where another stage of the same head comes.
    void startFade(const CellReader& coming);
    void drag(const QPointF& position);
    void point(const Cell& cell);

    MapReading* m_reading;
    MapView m_view;
    std::optional<HeatmapPicture> m_picture; ///< unset: nothing has been read
    HeatmapLayout m_layout;
    HeatmapMarks m_marks;
    bool m_off = false;
    bool m_hasLegend = true;
    std::optional<CellLimits> m_sharedLimits;
    QImage m_image; ///< of all but the marks; null: to be painted again
    /// The stage that is painted.
    struct Drawn
    {
        HeadRef head;
        MapKind kind = MapKind::kWeights;
    };
    std::optional<Drawn> m_drawn;
    bool m_animated = false;
    QVariantAnimation m_fade;
    QImage m_before; ///< that goes while the fade is running
    std::optional<Press> m_press;
    Cell m_mouseCell;
};

} // namespace headlight
