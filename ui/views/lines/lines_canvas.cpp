#include "ui/views/lines/lines_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kMargin = 4; ///< above and below the columns

} // namespace

LinesCanvas::LinesCanvas()
    : ScrolledCanvas(tr("Lines between queries and keys"))
    , m_layout(font())
    , m_all(m_layout)
    , m_own(m_layout)
{
    for (const GrowingLines* const each : {&m_all, &m_own})
        connect(each, &GrowingLines::grown, viewport(), qOverload<>(&QWidget::update));
}

void LinesCanvas::setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter,
                            LinesLayout::NameOf queryName)
{
    m_message.clear();
    // Lines for other tokens must never appear with these.
    forgetPictures();
    if (m_layout.setTokens(std::move(queries), std::move(keys), filter)) {
        m_lines = {};
        m_isolated.reset();
    }
    m_layout.setQueryNames(std::move(queryName));
    relayout();
    for (auto* token : {&m_hovered, &m_cursor})
        if (*token && !m_layout.rowOf(**token))
            token->reset();
}

void LinesCanvas::setLines(LineSet lines, std::vector<QColor> colours)
{
    forgetPictures();
    m_lines = std::move(lines);
    m_colours = std::move(colours);
    m_layout.setHeads(m_colours.size());
    viewport()->update();
}

void LinesCanvas::setIsolated(std::optional<std::vector<AttentionLine>> lines, LinesMarks marks)
{
    if (m_isolated != lines || m_marks.colours != marks.colours) {
        m_own.forget();
        m_isolated = std::move(lines);
    }
    m_marks = std::move(marks);
    viewport()->update();
}

void LinesCanvas::setMessage(const QString& message)
{
    m_message = message;
    forgetPictures();
    m_layout.setTokens(nullptr, nullptr, {});
    m_lines = {};
    m_isolated.reset();
    sayCurrent(*this, message);
    relayout();
}

void LinesCanvas::setDescriber(std::function<QString(const LineToken&)> toolTip,
                               std::function<QString(const LineToken&)> spoken)
{
    m_toolTip = std::move(toolTip);
    m_spoken = std::move(spoken);
}

void LinesCanvas::relayout()
{
    m_layout.layout(viewport()->width());
    forgetPictures();
    setContent(m_layout.height() + 2 * kMargin, m_layout.rowHeight());
    emit sightChanged();
}

void LinesCanvas::scrollContentsBy(int dx, int dy)
{
    ScrolledCanvas::scrollContentsBy(dx, dy);
    emit sightChanged();
}

std::pair<int, int> LinesCanvas::queriesInSight() const
{
    const LinesWindow seen = window();
    const auto [first, last]
        = m_layout.rowsBetween(LineSide::kQuery, seen.top, seen.top + seen.size.height());
    return first < last ? std::pair(m_layout.tokenAt(LineSide::kQuery, first),
                                    m_layout.tokenAt(LineSide::kQuery, last - 1) + 1)
                        : std::pair(0, 0);
}

LinesWindow LinesCanvas::window() const
{
    return {static_cast<double>(verticalScrollBar()->value() - kMargin), viewport()->size(),
            devicePixelRatioF()};
}

void LinesCanvas::forgetPictures()
{
    m_all.forget();
    m_own.forget();
}

QRect LinesCanvas::tokenRect(const LineToken& token) const
{
    return m_layout.rect(token).translated(0, -window().top).toAlignedRect();
}

void LinesCanvas::reveal(const LineToken& token)
{
    const QRectF rect = m_layout.rect(token);
    QScrollBar* bar = verticalScrollBar();
    const double top = rect.top() + kMargin, bottom = rect.bottom() + kMargin;
    if (rect.isEmpty())
        return;
    if (top < bar->value() || bottom > bar->value() + viewport()->height())
        bar->setValue(static_cast<int>((top + bottom - viewport()->height()) / 2));
}

std::optional<LineToken> LinesCanvas::tokenAt(const QPoint& viewportPoint) const
{
    return m_layout.hit(QPointF(viewportPoint.x() + 0.5, viewportPoint.y() + window().top + 0.5));
}

std::optional<LineToken> LinesCanvas::moved(int key) const
{
    const LineSide side = m_cursor ? m_cursor->side : LineSide::kQuery;
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const LineSide to = key == Qt::Key_Left ? LineSide::kQuery : key == Qt::Key_Right ? LineSide::kKey : side;
    const int count = m_layout.rows(to);
    if (count == 0)
        return std::nullopt;
    int row = m_cursor ? m_layout.rowOf(*m_cursor).value_or(0) : 0;
    if (m_cursor && !across)
        row += key == Qt::Key_Up ? -1 : key == Qt::Key_Down ? 1 : key == Qt::Key_Home ? -count : count;
    return LineToken{to, m_layout.tokenAt(to, std::clamp(row, 0, count - 1))};
}

void LinesCanvas::setCursorToken(const LineToken& token)
{
    m_cursor = token;
    reveal(token);
    viewport()->update();
    if (m_spoken)
        sayCurrent(*this, m_spoken(token));
    emit hovered(token);
}

void LinesCanvas::keyPressEvent(QKeyEvent* event)
{
    if (isWalking(*event)) {
        if (const auto token = moved(event->key()))
            setCursorToken(*token);
    } else if (isPinning(*event)) {
        if (m_cursor)
            emit activated(*m_cursor);
    } else {
        ScrolledCanvas::keyPressEvent(event);
    }
}

void LinesCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<LineToken> token = tokenAt(event->position().toPoint());
    if (std::exchange(m_hovered, token) != token)
        emit hovered(token);
}

void LinesCanvas::mousePressEvent(QMouseEvent* event)
{
    const std::optional<LineToken> token = tokenAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !token)
        return;
    m_cursor = token;
    emit activated(*token);
}

ScrolledCanvas::Tip LinesCanvas::tipAt(const QPoint& viewportPoint) const
{
    const auto token = tokenAt(viewportPoint);
    // The line below describes every token; a tooltip over the lines is only for tokens that are cut.
    const bool cut = token && m_layout.isCut(*token);
    return cut && m_toolTip ? Tip{.text = m_toolTip(*token), .rect = tokenRect(*token), .rich = true} : Tip();
}

void LinesCanvas::pointerLeft()
{
    if (!m_hovered)
        return;
    m_hovered.reset();
    emit hovered(std::nullopt);
}

void LinesCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const PicturePalette colours = PicturePalette::of(palette());
    painter.fillRect(viewport()->rect(), colours.background);
    if (!m_message.isEmpty())
        return paintMessage(painter, m_message);
    const LinesWindow seen = window();
    painter.drawImage(0, 0,
                      m_isolated ? m_own.picture(*m_isolated, m_marks.colours, seen)
                                 : m_all.picture(m_lines.lines, m_colours, seen));
    painter.translate(0, -seen.top);
    painter.setFont(font());
    LinesMarks marks = m_marks;
    marks.cursor = hasFocus() ? m_cursor : std::nullopt;
    paintColumns(painter, m_layout, marks, colours, seen);
}

} // namespace headlight
