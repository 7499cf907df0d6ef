#include "ui/views/stream/stream_canvas.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace headlight {

StreamCanvas::StreamCanvas()
    : ScrolledCanvas(tr("Layers and positions"))
{
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setColourMap(QStringLiteral("viridis"));
}

void StreamCanvas::setTable(std::vector<StreamTableRow> rows, TokenAxis tokens, int columns, CellOf cell)
{
    m_picture.rows = std::move(rows);
    m_picture.tokens = std::move(tokens);
    m_picture.columns = columns;
    m_picture.cell = std::move(cell);
    updateGeometry();
    relayout();
}

void StreamCanvas::setColourMap(const QString& name)
{
    m_mapName = name;
    m_picture.palette = PicturePalette::of(palette());
    m_picture.map = &colourMap(name, m_picture.palette.backdrop);
    viewport()->update();
}

QSize StreamCanvas::minimumSizeHint() const
{
    constexpr qsizetype kFewRows = 8;
    const auto rows = static_cast<int>(std::min(std::ssize(m_picture.rows), std::ptrdiff_t{kFewRows}));
    const StreamTableLayout least(rows, 1, 0, font(), {});
    return {ScrolledCanvas::minimumSizeHint().width(),
            static_cast<int>(std::ceil(least.size().height())) + horizontalScrollBar()->sizeHint().height()};
}

QPointF StreamCanvas::scrolled() const
{
    return {static_cast<double>(horizontalScrollBar()->value()),
            static_cast<double>(verticalScrollBar()->value())};
}

void StreamCanvas::relayout()
{
    const QSizeF cellBefore = m_picture.layout.cellSize(), allBefore = m_picture.layout.size();
    layOut();
    const QSize room = viewport()->size();
    const bool moved = std::exchange(m_room, room) != room || m_picture.layout.cellSize() != cellBefore
        || m_picture.layout.size() != allBefore;
    // The words below the table describe this cell: it stays in sight if others become visible.
    if (moved && m_picture.current)
        reveal(*m_picture.current);
}

void StreamCanvas::layOut()
{
    const QFontMetricsF metrics(font());
    double names = 0;
    for (const StreamTableRow& row : m_picture.rows)
        names = std::max(names, metrics.horizontalAdvance(row.name));
    m_picture.font = font();
    QSizeF room = maximumViewportSize();
    const auto layoutIn = [&](const QSizeF& size) {
        return StreamTableLayout(static_cast<int>(m_picture.rows.size()), m_picture.columns, names, font(),
                                 size);
    };
    // Each scroll bar takes room from the other direction. What the bars are shown for must not depend on
    // which of them are visible now: each would keep the other.
    m_picture.layout = layoutIn(room);
    bool across = false;
    const auto makeRoom = [&] {
        if (across || m_picture.layout.size().width() <= room.width())
            return;
        across = true;
        room.rheight() -= horizontalScrollBar()->sizeHint().height();
        m_picture.layout = layoutIn(room);
    };
    makeRoom();
    if (m_picture.layout.size().height() > room.height()) {
        room.rwidth() -= verticalScrollBar()->sizeHint().width();
        m_picture.layout = layoutIn(room);
        makeRoom();
    }
    const QSizeF all = m_picture.layout.size();
    const auto adapt = [](QScrollBar& bar, double whole, double part, double step) {
        bar.setRange(0,
                     static_cast<int>(std::ceil(std::max(0.0, whole - part) / step) * step)); // whole cells
        bar.setPageStep(static_cast<int>(part));
        bar.setSingleStep(static_cast<int>(step));
    };
    adapt(*horizontalScrollBar(), all.width(), room.width(), m_picture.layout.cellSize().width());
    adapt(*verticalScrollBar(), all.height(), room.height(), m_picture.layout.cellSize().height());
    viewport()->update();
}

void StreamCanvas::setCurrent(std::optional<StreamPlace> place)
{
    if (place == m_picture.current)
        return;
    m_picture.current = place;
    if (place)
        reveal(*place);
    viewport()->update();
}

void StreamCanvas::setNewest(std::optional<int> column)
{
    if (column == m_picture.newest)
        return;
    m_picture.newest = column;
    if (column)
        reveal({m_picture.current ? m_picture.current->row : 0, *column});
    if (m_picture.current)
        reveal(*m_picture.current); // the words below the table describe it
    viewport()->update();
}

void StreamCanvas::reveal(const StreamPlace& place)
{
    const StreamTableLayout& layout = m_picture.layout;
    const QRectF box = layout.cell(place, scrolled());
    // By whole cells, so that the names of rows and columns never cut the first ones.
    const auto shift = [](QScrollBar& bar, double low, double high, double from, double to) {
        const double missing = low < from ? low - from : std::max(0.0, high - to), cell = high - low;
        constexpr double kRounded = 1; // pixels: the bar's value is a whole number
        if (missing != 0)
            bar.setValue(static_cast<int>(std::ceil((bar.value() + missing - kRounded) / cell) * cell));
    };
    shift(*horizontalScrollBar(), box.left(), box.right(), layout.nameWidth(), viewport()->width());
    shift(*verticalScrollBar(), box.top(), box.bottom(), layout.headerHeight(), viewport()->height());
}

void StreamCanvas::move(int down, int across)
{
    if (m_picture.rows.empty() || m_picture.columns == 0)
        return;
    const StreamPlace from = m_picture.current.value_or(StreamPlace{});
    const int rows = static_cast<int>(m_picture.rows.size());
    const int columns = m_picture.columns;
    const StreamPlace to = m_picture.current ? StreamPlace{std::clamp(from.row + down, 0, rows - 1),
                                                           std::clamp(from.column + across, 0, columns - 1)}
                                             : from;
    emit chosen(to);
}

void StreamCanvas::keyPressEvent(QKeyEvent* event)
{
    if (const auto step = tableStep(*event))
        return std::abs(step->x()) > 1 && event->modifiers().testFlag(Qt::ControlModifier)
            ? move(step->x(), 0)
            : move(step->y(), step->x());
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        // Skip the scroll area's handler: it would scroll.
        QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call)
    else if (m_picture.current)
        emit activated(*m_picture.current);
}

void StreamCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto place = m_picture.layout.placeAt(event->position(), scrolled()))
        emit chosen(*place);
}

void StreamCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto place = m_picture.layout.placeAt(event->position(), scrolled()))
        emit activated(*place);
}

void StreamCanvas::mouseMoveEvent(QMouseEvent* event)
{
    emit hovered(m_picture.layout.placeAt(event->position(), scrolled()));
}

void StreamCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (!m_picture.cell)
        return painter.fillRect(viewport()->rect(), m_picture.palette.background);
    m_picture.focused = hasFocus();
    paintStreamTable(painter, m_picture, viewport()->size(), scrolled());
}

} // namespace headlight
