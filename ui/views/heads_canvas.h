#pragma once

#include "ui/paint/cell_grid.h"
#include "ui/paint/heads_layout.h"
#include "ui/paint/heatmap_picture.h"

#include <QImage>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// The widget inside HeadsView that paints the thumbnails and takes mouse and keys. Knows no trace: is
/// given grids of numbers, and asks for the words of a tool tip. UI thread only.
class HeadsCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit HeadsCanvas(QWidget* parent = nullptr);

    /// Other groups than before drop all thumbnails.
    void setGroups(const std::vector<HeadGroup>& groups);
    void setThumbnail(const HeadRef& head, CellGrid grid);
    void setLook(MapKind kind, const HeatmapOptions& options);
    void setCurrent(const HeadRef& head);
    void setTip(std::function<QString(const HeadRef&)> tip) { m_tip = std::move(tip); }
    const HeadsLayout& headsLayout() const { return m_layout; }
    /// The picture of a head in device pixels, made when it is first asked for; null before its numbers
    /// have come.
    const QImage& picture(const HeadRef& head);
    /// The room that there is without scrolling.
    void fitInto(const QSize& viewport);

signals:
    void chosen(const headlight::HeadRef& head);
    /// The current head should be visible.
    void revealRequested(const QRect& rect);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    void paintGroup(QPainter& painter, const HeadGroup& group, const QRectF& dirty);
    void paintHead(QPainter& painter, const HeadRef& head);
    void updateHead(const std::optional<HeadRef>& head);

    struct Thumbnail
    {
        CellGrid grid;
        QImage image; ///< null: to be painted again
    };

    std::vector<HeadGroup> m_groups;
    HeadsLayout m_layout;
    QSize m_viewport;
    std::vector<Thumbnail> m_thumbnails;
    MapKind m_kind = MapKind::kWeights;
    HeatmapOptions m_options;
    HeadRef m_current;
    std::optional<HeadRef> m_hover;
    std::function<QString(const HeadRef&)> m_tip;
};

} // namespace headlight
