#pragma once

#include "core/analysis/sweep_result.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/widgets/canvas.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// One block of a sweep: layers × heads, layers × positions, or a single row of tokens.
struct SweepGrid
{
    QString title;
    QStringList rows, columns;
    std::vector<int> points; ///< row by row: index into the result's points, -1 = none

    int at(int row, int column) const
    {
        return points[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns.size())
                      + static_cast<std::size_t>(column)];
    }
};

/// The blocks of a result: one per kind of attention for heads, one for patches or hidden tokens.
std::vector<SweepGrid> sweepGrids(const SweepResult& result, const Trace& trace);

/// The colours of a measure: −m … m with a neutral zero for changes, 0 … m for divergences.
ValueScale sweepScale(const SweepResult& result, Metric measure);

/// A sweep's blocks, stacked, as coloured cells with numbers where there is room. A value; paints, and finds
/// what is under the mouse.
class SweepPicture
{
public:
    SweepPicture() = default;
    SweepPicture(std::vector<SweepGrid> grids, const QFont& font, int width);

    QSize size() const { return m_size; }
    void paint(QPainter& painter, const SweepResult& result, Metric measure,
               const PicturePalette& palette) const;
    /// Index into the result's points; nothing if there is no cell.
    std::optional<int> pointAt(const QPointF& position) const;
    /// Position of a point's cell; null if it has none.
    QRectF cellOf(int point) const;
    /// The neighbour of a point, by rows and columns of its block; the point itself at the edges.
    int neighbour(int point, int down, int across) const;
    const std::vector<SweepGrid>& grids() const { return m_grids; }

private:
    struct Block
    {
        QRectF title, cells;
        double cellWidth = 0, cellHeight = 0;
    };
    QRectF cell(std::size_t block, int row, int column) const;

    std::vector<SweepGrid> m_grids;
    std::vector<Block> m_blocks;
    QFont m_font;
    double m_labelHeight = 0, m_labelWidth = 0;
    QSize m_size;
};

/// Shows a sweep as coloured cells; a click or Return selects a point. Knows no workspace. UI thread only.
class SweepCanvas : public Canvas
{
    Q_OBJECT
public:
    explicit SweepCanvas(QWidget* parent = nullptr);

    /// A null result shows nothing. tip: tooltip of a point.
    void showResult(std::shared_ptr<const SweepResult> result, const Trace& trace, Metric measure);
    void setTip(std::function<QString(const SweepPoint&)> tip) { m_tip = std::move(tip); }
    const SweepPicture& picture() const { return m_picture; }
    QSize sizeHint() const override;

signals:
    void chosen(int point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void relayout() override;
    Tip tipAt(const QPoint& point) const override;
    void moveTo(int point);

    std::shared_ptr<const SweepResult> m_result;
    std::vector<SweepGrid> m_grids;
    Metric m_measure = Metric::kLogProbability;
    SweepPicture m_picture;
    std::function<QString(const SweepPoint&)> m_tip;
    std::optional<int> m_current;
};

} // namespace headlight
