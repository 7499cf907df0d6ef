#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"
#include "ui/picture/cell_painter.h"

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;

namespace headlight {

class ElidedLabel;
class HeatmapPlot;
struct Cell;

/// A matrix of numbers with its name and a line of text above it; several are shown side by side. UI thread.
class MatrixPanel : public QWidget
{
    Q_OBJECT
public:
    struct Content
    {
        QString title;
        QString line; ///< its shape and where it comes from; may be empty
        Matrix values;
        TokenAxis rows = nullptr; ///< names of the rows; null = numbers
        QString rowName, columnName; ///< what rows and columns count
    };
    MatrixPanel();

    void show(Content content, const QString& colourMap);
    const Matrix& values() const { return m_content.values; }
    const QString& title() const { return m_content.title; }
    const QString& line() const { return m_content.line; }
    void setLine(const QString& line);
    /// A frame around these rows and columns; unset = no frame.
    void setFrame(std::optional<AxisSpan> rows, std::optional<AxisSpan> columns);
    /// Position of the frame in the plot; null if there is none.
    QRectF frameRect() const;
    /// Marks a cell because the mouse is on the same one in another panel.
    void mark(const headlight::Cell& cell);
    HeatmapPlot& plot() const { return *m_plot; }

signals:
    /// The mouse is over this cell; empty = none.
    void hovered(const headlight::Cell& cell);

private:
    class Frame;

    Content m_content;
    QLabel* m_title;
    ElidedLabel* m_line;
    HeatmapPlot* m_plot;
    Frame* m_frame;
};

} // namespace headlight
