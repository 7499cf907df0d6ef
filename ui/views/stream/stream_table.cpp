#include "ui/views/stream/stream_table.h"

#include "ui/picture/marks.h"
#include "ui/words/token_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kEntryPadding = 5; ///< between a cell's edge and its text
constexpr int kLeastLetters = 8; ///< width of a cell
constexpr int kMostLetters = 18;

class TablePainter
{
public:
    TablePainter(QPainter& painter, const StreamTablePicture& picture, const QSizeF& viewport,
                 const QPointF& scrolled)
        : m_painter(painter)
        , m_picture(picture)
        , m_layout(picture.layout)
        , m_viewport(viewport)
        , m_scrolled(scrolled)
        , m_metrics(picture.font)
    { }

    void paint()
    {
        m_painter.fillRect(QRectF(QPointF(), m_viewport), m_picture.palette.background);
        m_painter.setFont(m_picture.font);
        findVisible();
        if (m_lastRow < m_firstRow || m_lastColumn < m_firstColumn)
            return;
        m_painter.save();
        m_painter.setClipRect(
            QRectF(m_layout.nameWidth(), m_layout.headerHeight(), m_viewport.width(), m_viewport.height()));
        for (int row = m_firstRow; row <= m_lastRow; ++row)
            for (int column = m_firstColumn; column <= m_lastColumn; ++column)
                paintCell({row, column});
        paintNewest();
        outline(m_picture.hover, m_picture.palette.mutedText, 1.5);
        outline(m_picture.current, m_picture.palette.pin, m_picture.focused ? 3 : 2);
        m_painter.restore();
        paintRowNames();
        paintTokens();
    }

private:
    void findVisible()
    {
        const QSizeF cell = m_layout.cellSize();
        const auto last = [](double end, double size, int count) {
            return std::min(count - 1, static_cast<int>(std::ceil(end / size)) - 1);
        };
        m_firstRow = static_cast<int>(m_scrolled.y() / cell.height());
        m_firstColumn = static_cast<int>(m_scrolled.x() / cell.width());
        m_lastRow = last(m_scrolled.y() + m_viewport.height() - m_layout.headerHeight(), cell.height(),
                         m_layout.rows());
        m_lastColumn = last(m_scrolled.x() + m_viewport.width() - m_layout.nameWidth(), cell.width(),
                            m_layout.columns());
    }

    void paintCell(const StreamPlace& place)
    {
        const StreamTableCell cell = m_picture.cell(place);
        const bool stream = m_picture.rows[static_cast<std::size_t>(place.row)].stream;
        const QRectF box = m_layout.cell(place, m_scrolled)
                               .adjusted(stream ? 0 : kEntryPadding, 0, stream ? -1 : -kEntryPadding - 1, -1);
        if (cell.level < 0) {
            m_painter.fillRect(box, m_picture.palette.masked);
            m_painter.setPen(m_picture.palette.faintText);
        } else {
            const QRgb colour
                = m_picture.map->at(static_cast<int>(std::lround(255 * std::clamp(cell.level, 0.0, 1.0))));
            m_painter.fillRect(box, QColor(colour));
            m_painter.setPen(inkOn(colour));
        }
        const QRectF text = box.adjusted(kEntryPadding - 2, 0, 2 - kEntryPadding, 0);
        m_painter.drawText(text, Qt::AlignCenter | Qt::TextSingleLine,
                           m_metrics.elidedText(cell.text, Qt::ElideRight, text.width()));
    }

    void outline(const std::optional<StreamPlace>& place, const QColor& colour, double width)
    {
        if (!place)
            return;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(colour, width));
        m_painter.drawRect(m_layout.cell(*place, m_scrolled).adjusted(0, 0, -1, -1));
    }

    /// Paints the edges of the newest column.
    void paintNewest()
    {
        if (!m_picture.newest)
            return;
        const QRectF first = m_layout.cell({0, *m_picture.newest}, m_scrolled);
        const double bottom = m_layout.cell({m_layout.rows() - 1, *m_picture.newest}, m_scrolled).bottom();
        for (const double x : {std::floor(first.left()), std::ceil(first.right()) - 2})
            paintNewestEdge(m_painter, {x, first.top()}, {x, bottom}, m_picture.palette);
    }

    void paintRowNames()
    {
        m_painter.save();
        m_painter.setClipRect(QRectF(0, m_layout.headerHeight(), m_layout.nameWidth(), m_viewport.height()));
        const auto marked
            = [&](const std::optional<StreamPlace>& place, int row) { return place && place->row == row; };
        for (int row = m_firstRow; row <= m_lastRow; ++row) {
            const StreamTableRow& name = m_picture.rows[static_cast<std::size_t>(row)];
            QRectF box = m_layout.cell({row, 0}, m_scrolled);
            box.setLeft(0);
            box.setRight(m_layout.nameWidth());
            paintLabel(box, marked(m_picture.current, row), marked(m_picture.hover, row), !name.stream);
            m_painter.drawText(box.adjusted(0, 0, -2 * kEntryPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                               name.name);
        }
        m_painter.restore();
    }

    void paintTokens()
    {
        m_painter.save();
        m_painter.setClipRect(QRectF(m_layout.nameWidth(), 0, m_viewport.width(), m_layout.headerHeight()));
        for (int column = m_firstColumn; column <= m_lastColumn; ++column) {
            const TokenLabel& token = (*m_picture.tokens)[static_cast<std::size_t>(column)];
            QRectF box = m_layout.cell({0, column}, m_scrolled);
            box.setTop(0);
            box.setBottom(m_layout.headerHeight());
            const bool current = m_picture.current && m_picture.current->column == column;
            const bool hover = m_picture.hover && m_picture.hover->column == column;
            paintLabel(box.adjusted(0, 1, -1, -1), current, hover, token.isMarkup());
            if (token.padding && !current)
                m_painter.setPen(m_picture.palette.faintText);
            const QRectF line = box.adjusted(2, 2, -3, 0);
            m_painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine,
                               m_metrics.elidedText(tokenText(token), Qt::ElideRight, line.width()));
            if (!current)
                m_painter.setPen(m_picture.palette.mutedText);
            const QRectF below = line.adjusted(0, 0, 0, -3);
            m_painter.drawText(below, Qt::AlignHCenter | Qt::AlignBottom, QString::number(column));
            if (m_picture.newest == column) {
                const double number = m_metrics.horizontalAdvance(QString::number(column)) / 2 + 4;
                const double y = below.bottom() - m_metrics.height() / 2;
                PicturePalette inks = m_picture.palette;
                if (current) // on the background of the current column
                    inks.newest = inks.pinText;
                for (const int direction : {-1, 1}) // both arrows point at the number
                    paintNewestArrow(m_painter, {below.center().x() - direction * number, y}, direction,
                                     inks);
            }
        }
        m_painter.restore();
    }

    /// The background of a name, and the pen for its text.
    void paintLabel(const QRectF& box, bool current, bool hover, bool quiet)
    {
        const PicturePalette& palette = m_picture.palette;
        if (current)
            m_painter.fillRect(box, palette.pin);
        else if (hover)
            m_painter.fillRect(box, palette.hover);
        m_painter.setPen(current ? palette.pinText : quiet ? palette.mutedText : palette.text);
    }

    QPainter& m_painter;
    const StreamTablePicture& m_picture;
    const StreamTableLayout& m_layout;
    QSizeF m_viewport;
    QPointF m_scrolled;
    QFontMetricsF m_metrics;
    int m_firstRow = 0, m_lastRow = -1, m_firstColumn = 0, m_lastColumn = -1;
};

} // namespace

StreamTableLayout::StreamTableLayout(int rows, int columns, double names, const QFont& font,
                                     const QSizeF& viewport)
    : m_rows(rows)
    , m_columns(columns)
{
    const QFontMetricsF metrics(font);
    m_names = std::ceil(names + 3 * kEntryPadding);
    m_header = std::ceil(2 * metrics.height() + 8);
    const double letter = metrics.averageCharWidth();
    const double least = std::ceil(kLeastLetters * letter + 2 * kEntryPadding);
    const double most = std::ceil(kMostLetters * letter + 2 * kEntryPadding);
    const double height = std::ceil(metrics.height() + 6);
    const double wide = columns > 0 ? std::floor((viewport.width() - m_names) / columns) : 0;
    const double high = rows > 0 ? std::floor((viewport.height() - m_header) / rows) : 0;
    m_cell = {std::clamp(wide, least, most), std::clamp(high, height, 1.6 * height)};
}

QSizeF StreamTableLayout::size() const
{
    return {m_names + m_columns * m_cell.width(), m_header + m_rows * m_cell.height()};
}

QRectF StreamTableLayout::cell(const StreamPlace& place, const QPointF& scrolled) const
{
    return {m_names + place.column * m_cell.width() - scrolled.x(),
            m_header + place.row * m_cell.height() - scrolled.y(), m_cell.width(), m_cell.height()};
}

std::optional<StreamPlace> StreamTableLayout::placeAt(const QPointF& point, const QPointF& scrolled) const
{
    if (point.x() < m_names || point.y() < m_header || m_rows == 0 || m_columns == 0)
        return std::nullopt;
    const StreamPlace place{static_cast<int>((point.y() - m_header + scrolled.y()) / m_cell.height()),
                            static_cast<int>((point.x() - m_names + scrolled.x()) / m_cell.width())};
    if (place.row >= m_rows || place.column >= m_columns)
        return std::nullopt;
    return place;
}

void paintStreamTable(QPainter& painter, const StreamTablePicture& picture, const QSizeF& viewport,
                      const QPointF& scrolled)
{
    TablePainter(painter, picture, viewport, scrolled).paint();
}

} // namespace headlight
