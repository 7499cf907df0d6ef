#pragma once

#include "ui/picture/heatmap_marks.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/map_reading.h"
#include "ui/widgets/map_view.h"

#include <QImage>
#include <QMargins>
#include <QVariantAnimation>

#include <optional>

namespace headlight {

/// The interactive picture of one attention map or table: rows (queries) down, columns (keys) across. The
/// wheel zooms at the mouse, dragging pans, the owner handles double clicks; the picture cannot be moved out
/// of sight. The Heatmap view shows one or more of them, Compare three, Positions one of a table
/// (tableMap()).
///
/// It draws with HeatmapPicture, as figures do, and not with QCustomPlot, which draws a number per block of
/// pixels without masks, loses maps of one row, counts the last pixel of an axis differently, and has neither
/// token axes nor maps of 8,192 tokens of which only the visible part is read. Cells and labels are cached as
/// an image, so that hovering repaints only the marks. UI thread only.
class HeatmapPlot : public Canvas
{
    Q_OBJECT
public:
    explicit HeatmapPlot(QWidget* parent = nullptr);

    /// A null map shows nothing. The visible part stays if the map's size does.
    void setMap(const AttentionMap& map, MapKind kind) { showMap(map, kind, options()); }
    void showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options);
    const AttentionMap& map() const { return m_reading->subject().map; }
    MapKind kind() const { return m_reading->subject().kind; }
    const HeatmapOptions& options() const { return m_reading->subject().options; }
    /// Whether one stage of a head's map fades into the next or appears at once.
    void setAnimated(bool on) { m_animated = on; }
    bool isFading() const { return m_fade.state() == QAbstractAnimation::Running; }
    void setMarks(const HeatmapMarks& marks);
    const HeatmapMarks& marks() const { return m_marks; }
    /// Whether the map is cross-hatched because the head's output is not used.
    void setSwitchedOff(bool off);
    bool isSwitchedOff() const { return m_off; }

    /// Limits of the map; unknown while it is being read.
    CellLimits limits() const { return m_reading->limits(); }
    /// Common limits for the colours of several maps; unset = this map's own.
    void setSharedLimits(const std::optional<CellLimits>& limits);
    /// Sums of all rows and columns, if the options ask for them and they have been read.
    const MapSums& sums() const { return m_reading->sums(); }
    /// The legend of the picture; none without a map.
    const ScaleBar* scaleBar() const { return m_picture ? &m_picture->scaleBar() : nullptr; }

    /// Fixed parts of the room, so that plots side by side have equal cells; by the plot's size otherwise.
    void setFixedRoom(const QMargins& margins, const SharedRoom& shared);
    /// What knows how much room the labels need; none without a map.
    const HeatmapPicture* picture() const { return m_picture ? &*m_picture : nullptr; }

    /// The current layout.
    const HeatmapLayout& shownLayout() const { return m_layout; }
    /// How numbers become colours; null without a map.
    const CellColours* colours() const { return m_picture ? &m_picture->colours() : nullptr; }
    /// The cell under the mouse; empty = none.
    const Cell& mouseCell() const { return m_mouseCell; }
    /// The cell at the position, or the row or column whose label is there. The right and bottom edges of the
    /// cells belong to the last ones.
    Cell cellAt(const QPointF& position) const;
    bool isZoomed() const { return m_picture && !m_view.isWhole(); }
    /// "Pooled: each dot shows the largest of 4 × 4 cells …", or empty.
    QString poolingNote() const;
    /// Whether numbers are still being read.
    bool isReading() const { return m_reading->isReading(); }

    QSize sizeHint() const override { return options().table ? QSize(420, 180) : QSize(720, 560); }
    /// Room for labels and some rows; if smaller, the widget around the plot scrolls.
    QSize minimumSizeHint() const override;

public slots:
    void showAll() { showView(MapView(m_reading->map().queries(), m_reading->map().keys())); }
    /// factor < 1 zooms in, about the middle of the visible part.
    void zoom(double factor);
    /// Scrolls so that the cell is visible.
    void reveal(const headlight::Cell& cell);
    /// Moves the mouse position here although another widget has received its events.
    void pointAt(const QPointF& position) { point(cellAt(position)); }
    /// Shows this part of the map.
    void showSpans(const headlight::AxisSpan& queries, const headlight::AxisSpan& keys);

signals:
    /// The mouse is now over this cell (or label); empty = none.
    void hovered(const headlight::Cell& cell);
    void clicked(const headlight::Cell& cell);
    void doubleClicked(); ///< after `clicked` for the first click
    /// If this is not connected, the event goes on to the parent.
    void menuRequested(const headlight::Cell& cell, const QPoint& globalPosition);
    /// The user has chosen another part with the mouse; emitted after viewChanged().
    void viewChosen();
    /// The visible part, or how it is pooled, has changed.
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
    /// State while the left button is down.
    struct Press
    {
        QPointF at; ///< where it was pressed
        MapView view; ///< visible part at that moment
        bool pans = false; ///< not with a modifier key
        bool moved = false; ///< far enough not to be a click
    };
    /// Shows the map that has been read.
    void takeMap();
    void rebuildPicture();
    bool hasRoomForLegend() const;
    void relayout() override;
    void restyle() override { rebuildPicture(); }
    void pointerLeft() override;
    /// The whole token, if its label is cut.
    Tip tipAt(const QPoint& point) const override;
    void showView(const MapView& view);
    void repaintImage();
    /// Starts fading if another stage of the same head follows.
    void startFade(const CellReader& coming);
    void drag(const QPointF& position);
    void point(const Cell& cell);

    MapReading* m_reading;
    MapView m_view;
    std::optional<HeatmapPicture> m_picture; ///< unset = nothing has been read
    HeatmapLayout m_layout;
    HeatmapMarks m_marks;
    bool m_off = false;
    bool m_hasLegend = true;
    std::optional<CellLimits> m_sharedLimits;
    std::optional<QMargins> m_margins; ///< unset = by the plot's size
    SharedRoom m_shared;
    QImage m_image; ///< everything except the marks; null = must be repainted
    /// The painted stage.
    struct Drawn
    {
        HeadRef head;
        MapKind kind = MapKind::kWeights;
    };
    std::optional<Drawn> m_drawn;
    bool m_animated = false;
    QVariantAnimation m_fade;
    QImage m_before; ///< image that fades out
    std::optional<Press> m_press;
    Cell m_mouseCell;
};

} // namespace headlight
