#pragma once

#include "core/analysis/map_comparison.h"
#include "ui/picture/picture_axes.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Two maps and their difference as three heatmaps: A and B on one scale, B − A on a diverging one; stacked
/// if the widget is narrow or the maps are flat, otherwise with their legends below. They share marks and the
/// visible part, as far as their tokens are paired. As long as there is no B, A stands in its place already,
/// beside two empty frames; on paper, A has all the room. UI thread.
class CompareCanvas : public Canvas
{
    Q_OBJECT
public:
    enum Panel { kA, kB, kDifference };
    /// What to draw. Immutable.
    struct Content
    {
        MapComparison comparison; ///< null = there is only A
        AttentionMap only; ///< A, if there is no B
        MapKind kind = MapKind::kWeights; ///< of A and B
        /// Whether the rows of all maps have the same labels, which then stand once.
        bool sameRows = false;
        std::array<QString, 3> titles;
        /// Per panel: the token after the last row; empty = not known, or A's and B's differ.
        std::array<std::optional<TokenLabel>, 3> written;
        std::array<bool, 3> off{}; ///< whether the head's output is not used: cross-hatched

        bool alone() const { return comparison.isNull(); }
        /// The map whose tokens the focus counts: B, or A if there is no B.
        const AttentionMap& current() const { return alone() ? only : comparison.b(); }
    };

    CompareCanvas();

    /// Null draws nothing.
    void setContent(std::shared_ptr<const Content> content);
    void setColourMap(const QString& name);
    /// Whether rows of decoders are also labelled with the next token.
    void setNextTokens(bool on);
    /// Marked cells, in coordinates of B (as in the focus).
    void setMarks(const HeatmapMarks& marks);
    /// Shows this part of B, and the corresponding parts of A and of the difference.
    void setSpans(const AxisSpan& queries, const AxisSpan& keys);

    const Content* content() const { return m_content.get(); }
    HeatmapPlot& plot(Panel panel) const { return *m_plots[panel]; }
    /// The lines above a map.
    QStringList titleOf(Panel panel) const;
    /// Side by side: where the legend of the difference is below it, or that of A and B below both.
    QRectF legendRect(Panel panel) const;
    /// Where the cells of B or of the difference will be, if there is only A.
    QRectF emptyFrame(Panel panel) const;
    /// Converts a cell of B to the coordinates of a panel, and back; parts without a partner are unset.
    Cell inPanel(Panel panel, const Cell& cell) const { return moved(cell, kB, panel); }
    Cell ofB(Panel panel, const Cell& cell) const { return moved(cell, panel, kB); }

    QSize sizeHint() const override { return roomForText(*this, 48, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 26, 12); }

signals:
    void hovered(const headlight::Cell& cell); ///< of B; empty = none
    void clicked(const headlight::Cell& cell);
    void doubleClicked(); ///< after `clicked` for the first click
    /// The user chose another part of B by wheel, drag or keys.
    void zoomed(const headlight::AxisSpan& queries, const headlight::AxisSpan& keys);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Cell moved(const Cell& cell, Panel from, Panel to) const;
    const AttentionMap& mapOf(Panel panel) const;
    QString inWords(const Cell& cell) const;
    void showMaps();
    void shareLimits();
    void showMarks();
    void relayout() override;
    bool isOwnKey(const QKeyEvent& event) const override;
    bool alone() const { return m_content && m_content->alone(); }
    bool shows(Panel panel) const { return m_content && (panel == kA || !alone()); }
    /// The plot whose visible part is B's.
    HeatmapPlot& leader() const { return plot(alone() ? kA : kB); }
    bool isWide() const;
    bool isRoomy() const;
    bool fills() const { return alone() && m_invites->isHidden(); }
    bool rowsOnce() const { return m_wide && m_content && m_content->sameRows; }
    void placePanels();
    /// What the maps have in common; `room`: the room of each with its labels and its legend.
    SharedRoom sharedRoom(const std::function<QSizeF(Panel)>& room) const;
    int legendHeight() const { return m_wide ? static_cast<int>(scaleStripHeight(font())) : 0; }
    QRect panelRect(Panel panel) const;
    /// Chooses the part of B that corresponds to what a panel shows.
    void choosePart(Panel panel);
    void showAll();
    bool zoomByKey(int key);

    std::shared_ptr<const Content> m_content;
    QWidget* m_invites; ///< has no size, and is hidden with all that only invites to do something
    std::array<HeatmapPlot*, 3> m_plots;
    HeatmapMarks m_marks;
    QString m_colourMap = QStringLiteral("viridis");
    bool m_nextTokens = false;
    bool m_wide = true; ///< side by side
    bool m_roomy = true; ///< for rows that also name the next token
    int m_rowRoom = 0; ///< width of the row labels that all maps share
};

} // namespace headlight
