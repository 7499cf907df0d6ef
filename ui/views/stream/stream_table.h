#pragma once

#include "core/trace/attention_map.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// A cell of the table: row and column.
struct StreamPlace
{
    int row = 0;
    int column = 0;
    bool operator==(const StreamPlace&) const = default;
};

struct StreamTableRow
{
    QString name;
    bool stream = true; ///< the stream itself; otherwise a sub-layer's update, which is indented
};

struct StreamTableCell
{
    QString text;
    double level = -1; ///< 0 … 1 on the colour map; negative = unknown
};

/// Layout of a table of layers × positions. Names of rows and columns stay in place while the cells scroll
/// under them. A value.
class StreamTableLayout
{
public:
    StreamTableLayout() = default;
    /// `names`: width of the widest row name. Cells grow beyond their minimum size if there is room.
    StreamTableLayout(int rows, int columns, double names, const QFont& font, const QSizeF& viewport);

    int rows() const { return m_rows; }
    int columns() const { return m_columns; }
    double nameWidth() const { return m_names; }
    double headerHeight() const { return m_header; }
    QSizeF cellSize() const { return m_cell; }
    QSizeF size() const; ///< of the whole table
    QRectF cell(const StreamPlace& place, const QPointF& scrolled) const;
    /// The cell at a point of the viewport; nothing over names and beside the table.
    std::optional<StreamPlace> placeAt(const QPointF& point, const QPointF& scrolled) const;

private:
    int m_rows = 0, m_columns = 0;
    double m_names = 0, m_header = 0;
    QSizeF m_cell;
};

/// Everything that a picture of the table needs besides its numbers.
struct StreamTablePicture
{
    StreamTableLayout layout;
    std::vector<StreamTableRow> rows;
    TokenAxis tokens; ///< of the columns and of those to come
    int columns = 0;
    std::function<StreamTableCell(const StreamPlace&)> cell;
    const ColourMap* map = nullptr;
    PicturePalette palette;
    QFont font;
    std::optional<StreamPlace> current, hover;
    std::optional<int> newest = std::nullopt; ///< position just computed by a decoding: a column
    bool focused = false; ///< emphasises the outline of the current cell
};

/// Paints the part visible in the viewport [0, viewport), scrolled by `scrolled`.
void paintStreamTable(QPainter& painter, const StreamTablePicture& picture, const QSizeF& viewport,
                      const QPointF& scrolled);

} // namespace headlight
