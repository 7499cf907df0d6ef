#pragma once

#include "core/analysis/map_comparison.h"
#include "ui/paint/heatmap_picture.h"

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

    const Content* content() const { return m_content.get(); }
    /// How numbers become colours in a panel.
    const CellColours& colours(Panel panel) const;
    const HeatmapLayout& panelLayout(Panel panel) const { return m_layouts[panel]; }
    /// The cell of B that stands at a point of any panel; parts without a partner are unset.
    Cell cellAt(const QPointF& point) const;
    /// A cell of B in the coordinates of a panel.
    Cell inPanel(Panel panel, const Cell& cell) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(const headlight::Cell& cell); ///< of B; empty: over none
    void clicked(const headlight::Cell& cell);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString inWords(const Cell& cell) const;
    void rebuild();
    void relayout();
    QRectF panelRect(int panel) const;

    std::shared_ptr<const Content> m_content;
    std::array<std::optional<HeatmapPicture>, 3> m_pictures;
    std::array<HeatmapLayout, 3> m_layouts;
    HeatmapMarks m_marks;
    QString m_colourMap = QStringLiteral("viridis");
    Cell m_hovered;
};

} // namespace headlight
