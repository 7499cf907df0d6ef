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

/// A matrix of numbers with its name above it and a line below the name: one of several that stand beside
/// each other. UI thread.
class MatrixPanel : public QWidget
{
    Q_OBJECT
public:
    struct Content
    {
        QString title;
        QString line; ///< its shape, where it comes from; may be empty
        Matrix values;
        TokenAxis rows = nullptr; ///< names of the rows; null: they are numbered
        QString rowName, columnName; ///< what is counted down and across
    };
    explicit MatrixPanel(QWidget* parent = nullptr);

    void show(Content content, const QString& colourMap);
    const Matrix& values() const { return m_content.values; }
    const QString& title() const { return m_content.title; }
    const QString& line() const { return m_content.line; }
    void setLine(const QString& line);
    /// A frame around these rows and columns; none: no frame.
    void setFrame(std::optional<AxisSpan> rows, std::optional<AxisSpan> columns);
    /// Where the frame stands in the plot; null: there is none.
    QRectF frameRect() const;
    /// Marks a cell, as one of a panel beside it is pointed at.
    void mark(const headlight::Cell& cell);
    HeatmapPlot& plot() const { return *m_plot; }

signals:
    /// The mouse is over this cell; empty: over none.
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
