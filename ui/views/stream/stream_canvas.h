#pragma once

#include "ui/views/stream/stream_table.h"
#include "ui/widgets/canvas.h"

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// The scrolling table inside StreamView: paints the visible part and handles mouse and keys. Knows no trace;
/// it receives rows, tokens and a function that describes a cell. UI thread only.
class StreamCanvas : public ScrolledCanvas
{
    Q_OBJECT
public:
    StreamCanvas();

    using CellOf = std::function<StreamTableCell(const StreamPlace&)>;
    /// The first `columns` tokens are shown.
    void setTable(std::vector<StreamTableRow> rows, TokenAxis tokens, int columns, CellOf cell);
    void setColourMap(const QString& name);
    /// Makes this place current and scrolls to it.
    void setCurrent(std::optional<StreamPlace> place);
    std::optional<StreamPlace> current() const { return m_picture.current; }
    void setHover(std::optional<StreamPlace> place) { setPart(m_picture.hover, place); }
    /// Marks the column that a decoding has just computed and scrolls to it, as far as the current place
    /// stays in sight.
    void setNewest(std::optional<int> column);
    const std::optional<int>& newest() const { return m_picture.newest; }
    const StreamTableLayout& tableLayout() const { return m_picture.layout; }
    QPointF scrolled() const;
    /// All rows of a model with few layers: only the view around it scrolls then.
    QSize minimumSizeHint() const override;

signals:
    void hovered(std::optional<headlight::StreamPlace> place);
    void chosen(const headlight::StreamPlace& place);
    void activated(const headlight::StreamPlace& place); ///< double click or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void relayout() override;
    void layOut();
    void restyle() override { setColourMap(m_mapName); }
    void pointerLeft() override { emit hovered(std::nullopt); }
    void move(int down, int across);
    void reveal(const StreamPlace& place);

    StreamTablePicture m_picture;
    QString m_mapName;
    QSize m_room; ///< of the latest layout
};

} // namespace headlight
