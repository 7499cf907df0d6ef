#pragma once

#include "core/analysis/map_comparison.h"
#include "ui/picture/heatmap_picture.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>

namespace headlight {

/// Two maps and their difference as three small heatmaps: A and B on one scale, B − A on a diverging one.
/// Where the widget is narrow they stand below each other. Marks are shown in all three. UI thread.
class CompareCanvas : public QWidget
{
    Q_OBJECT
public:
    enum Panel { kA, kB, kDifference };
    /// What is drawn; read off the UI thread where it is large. Immutable.
    struct Content
    {
        MapComparison comparison;
        std::array<CellGrid, 3> grids;
        std::array<QString, 3> titles;
    };
    /// Reads the three grids. Null content where the comparison is null; grids are null if stopped.
    static std::shared_ptr<Content> read(const MapComparison& comparison, const std::stop_token& stop);

    explicit CompareCanvas(QWidget* parent = nullptr);

    /// Null: nothing is drawn.
    void setContent(std::shared_ptr<const Content> content);
    void setColourMap(const QString& name);
    /// Cells of B, as the focus has them.
    void setMarks(const HeatmapMarks& marks);
    /// Shows this part of B, and of A and the difference what stands beside it.
    void setSpans(const AxisSpan& queries, const AxisSpan& keys);
    /// Single cells of what is visible, where the grids of all are pooled; null: there is no need.
    using Grids = std::array<CellGrid, 3>;
    void setDetails(std::shared_ptr<const Grids> details);
    /// Whether what is visible is pooled although there is room for more.
    bool wantsDetails() const;
    /// Reads the grids of what is visible now, of any thread. `parts`: visibleParts().
    static std::shared_ptr<const Grids> readParts(const MapComparison& comparison,
                                                  const std::array<CellRect, 3>& parts,
                                                  const std::stop_token& stop);
    std::array<CellRect, 3> visibleParts() const;

    const Content* content() const { return m_content.get(); }
    /// How numbers become colours in a panel.
    const CellColours& colours(Panel panel) const;
    const HeatmapLayout& panelLayout(Panel panel) const { return m_layouts[panel]; }
    /// What a panel draws its cells from now; null content: nothing.
    const CellGrid& shownGrid(Panel panel) const;
    /// The cell of B that stands at a point of any panel; parts without a partner are unset.
    Cell cellAt(const QPointF& point) const;
    /// A cell of B in the coordinates of a panel.
    Cell inPanel(Panel panel, const Cell& cell) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(const headlight::Cell& cell); ///< of B; empty: over none
    void clicked(const headlight::Cell& cell);
    void doubleClicked(); ///< after `clicked` of its first click
    /// By wheel, drag or keys: this part of B is to be seen.
    void zoomed(const headlight::AxisSpan& queries, const headlight::AxisSpan& keys);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString inWords(const Cell& cell) const;
    void rebuild();
    void relayout();
    QRectF panelRect(int panel) const;
    std::optional<Panel> panelAt(const QPointF& point) const;
    /// Scales about a place of a panel's own map, 0 … 1 of what is visible, and moves by a part of that.
    void zoomPanel(Panel panel, double factor, const QPointF& about, const QPointF& by);
    void showAll();
    bool zoomByKey(int key);
    void showSpans();

    std::shared_ptr<const Content> m_content;
    std::array<std::optional<HeatmapPicture>, 3> m_pictures;
    std::array<HeatmapLayout, 3> m_layouts;
    HeatmapMarks m_marks;
    QString m_colourMap = QStringLiteral("viridis");
    Cell m_hovered;
    std::optional<AxisSpan> m_queries, m_keys; ///< of B; unset: all
    std::shared_ptr<const Grids> m_details;
    std::optional<QPointF> m_press, m_drag; ///< where the button went down, and where it was last
    bool m_dragging = false;
};

} // namespace headlight
