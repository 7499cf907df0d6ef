#include "ui/views/experts/experts_canvas.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"
#include "ui/words/token_text.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kLoadBar = 40; ///< length of the longest bar
constexpr double kWidestExpert = 56, kNarrowestExpert = 3;
constexpr double kLongestToken = 150;
constexpr double kEdge = 6;

} // namespace

ExpertsCanvas::ExpertsCanvas()
    : ScrolledCanvas(tr("Tokens and experts"))
{
    setColourMap(m_mapName);
}

void ExpertsCanvas::setTable(ExpertUse use, std::vector<TokenLabel> tokens, std::vector<bool> off,
                             std::function<QString(const ExpertCell&)> words)
{
    m_use = std::move(use);
    m_tokens = std::move(tokens);
    m_off = std::move(off);
    m_words = std::move(words);
    if (m_current
        && (m_current->token >= static_cast<int>(m_use.probabilities.rows())
            || m_current->expert >= m_use.experts()))
        m_current.reset();
    relayout();
}

void ExpertsCanvas::setColourMap(const QString& name)
{
    m_mapName = name;
    m_palette = PicturePalette::of(palette());
    m_map = &colourMap(name, m_palette.backdrop);
    viewport()->update();
}

void ExpertsCanvas::setCurrent(std::optional<ExpertCell> cell)
{
    m_current = cell;
    if (cell) {
        const QRectF box = boxOf(*cell);
        QScrollBar& bar = *verticalScrollBar();
        if (box.top() < m_top)
            bar.setValue(bar.value() - static_cast<int>(std::ceil(m_top - box.top())));
        else if (box.bottom() > viewport()->height())
            bar.setValue(bar.value() + static_cast<int>(std::ceil(box.bottom() - viewport()->height())));
        if (m_words)
            sayCurrent(*this, m_words(*cell));
    }
    viewport()->update();
}

void ExpertsCanvas::relayout()
{
    const QFontMetricsF metrics(font());
    double names = metrics.horizontalAdvance(tr("Load"));
    for (const TokenLabel& token : m_tokens)
        names = std::max(names, metrics.horizontalAdvance(tokenText(token)));
    m_left = std::min(names, kLongestToken) + 2 * kEdge;
    m_top = kLoadBar + 2 * std::ceil(metrics.height()) + 2 * kEdge;
    m_height = std::ceil(metrics.height()) + 4;
    const double room = maximumViewportSize().width() - m_left - kEdge;
    m_width = std::clamp(room / std::max(1, m_use.experts()), kNarrowestExpert, kWidestExpert);
    if (m_width >= 8)
        m_width = std::floor(m_width);
    setContent(m_top + m_height * static_cast<double>(m_use.probabilities.rows()) + kEdge, m_height);
    viewport()->update();
}

QRectF ExpertsCanvas::boxOf(const ExpertCell& cell) const
{
    return {m_left + m_width * cell.expert, m_top + m_height * cell.token - verticalScrollBar()->value(),
            m_width, m_height};
}

std::optional<int> ExpertsCanvas::expertAt(const QPointF& point) const
{
    const int expert = static_cast<int>(std::floor((point.x() - m_left) / m_width));
    return expert >= 0 && expert < m_use.experts() ? std::optional(expert) : std::nullopt;
}

std::optional<ExpertCell> ExpertsCanvas::cellAt(const QPointF& point) const
{
    const auto expert = expertAt(point);
    const int token
        = static_cast<int>(std::floor((point.y() + verticalScrollBar()->value() - m_top) / m_height));
    if (!expert || point.y() < m_top || token < 0 || token >= m_use.probabilities.rows())
        return std::nullopt;
    return ExpertCell{token, *expert};
}

CanvasPicture::Tip ExpertsCanvas::tipAt(const QPoint& point) const
{
    if (const auto cell = cellAt(point); cell && m_words)
        return {m_words(*cell), boxOf(*cell).toAlignedRect()};
    const auto expert = expertAt(point);
    if (!expert)
        return {};
    const int load = m_use.load[static_cast<std::size_t>(*expert)];
    return {tr("Expert %1: chosen for %2 of %3 tokens").arg(*expert).arg(load).arg(m_use.tokens),
            QRectF(m_left + m_width * *expert, 0, m_width, m_top).toAlignedRect()};
}

void ExpertsCanvas::scrollContentsBy(int, int)
{
    viewport()->update();
}

void ExpertsCanvas::mousePressEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    if (event->button() == Qt::LeftButton && cell) {
        setCurrent(cell);
        emit chosen(*cell);
    }
}

void ExpertsCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    emit hovered(cell ? std::optional(cell->token) : std::nullopt);
}

void ExpertsCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (const auto expert = expertAt(viewport()->mapFromGlobal(event->globalPos()))) {
        emit menuRequested(*expert, event->globalPos());
        event->accept();
        return;
    }
    ScrolledCanvas::contextMenuEvent(event);
}

void ExpertsCanvas::keyPressEvent(QKeyEvent* event)
{
    const int rows = static_cast<int>(m_use.probabilities.rows());
    if (rows == 0 || m_use.experts() == 0) {
        QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call): the scroll area's would scroll
        return;
    }
    if (isPinning(*event) && m_current)
        return emit chosen(*m_current);
    if (const auto step = arrowStep(*event)) {
        const ExpertCell from = m_current.value_or(ExpertCell{});
        setCurrent(m_current ? ExpertCell{std::clamp(from.token + step->y(), 0, rows - 1),
                                          std::clamp(from.expert + step->x(), 0, m_use.experts() - 1)}
                             : from);
        return;
    }
    QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call): as above
}

void ExpertsCanvas::paintHead(QPainter& painter) const
{
    const QFontMetricsF metrics(font());
    painter.fillRect(QRectF(0, 0, viewport()->width(), m_top), m_palette.background);
    const double line = std::ceil(metrics.height());
    const double foot = kEdge + line + kLoadBar;
    painter.setPen(m_palette.mutedText);
    painter.drawText(QPointF(kEdge, foot - 2), tr("Load"));
    const int largest = m_use.load.empty() ? 0 : *std::max_element(m_use.load.begin(), m_use.load.end());
    const QColor bar = mixed(m_palette.background, m_palette.text, 0.38);
    const double needed = metrics.horizontalAdvance(QStringLiteral("000")) + 2;
    const int every = std::max(1, static_cast<int>(std::ceil(needed / m_width)));
    for (int expert = 0; expert < m_use.experts(); ++expert) {
        const auto index = static_cast<std::size_t>(expert);
        const double x = m_left + m_width * expert;
        const double length = largest > 0 ? kLoadBar * m_use.load[index] / largest : 0;
        const double gap = m_width >= 8 ? 2 : 0;
        painter.fillRect(QRectF(x, foot - length, m_width - gap, length), bar);
        if (index < m_off.size() && m_off[index])
            paintOffHatch(painter, QRectF(x, kEdge, m_width - gap, foot - kEdge), m_palette, 9);
        painter.setPen(m_palette.mutedText);
        const auto centred = [&](const QString& text, double base) {
            painter.drawText(QPointF(x + (m_width - metrics.horizontalAdvance(text)) / 2, base), text);
        };
        if (m_width >= needed)
            centred(QString::number(m_use.load[index]), foot - length - 2);
        if (expert % every == 0)
            centred(QString::number(expert), foot + metrics.ascent() + 3);
    }
    painter.setPen(m_palette.line);
    painter.drawLine(QPointF(m_left, foot), QPointF(m_left + m_width * m_use.experts(), foot));
}

void ExpertsCanvas::paintRow(QPainter& painter, int token) const
{
    const QFontMetricsF metrics(font());
    const double y = boxOf({token, 0}).top();
    const bool marked = m_token == token;
    if (marked)
        painter.fillRect(QRectF(0, y, m_left, m_height), m_palette.hover);
    const auto index = static_cast<std::size_t>(token);
    const TokenLabel* const label = index < m_tokens.size() ? &m_tokens[index] : nullptr;
    painter.setPen(label == nullptr        ? m_palette.text
                       : label->padding    ? m_palette.faintText
                       : label->isMarkup() ? m_palette.mutedText
                                           : m_palette.text);
    const QString text = label != nullptr ? tokenText(*label) : QString::number(token);
    painter.drawText(QRectF(kEdge, y, m_left - 2 * kEdge, m_height), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideMiddle, m_left - 2 * kEdge));
    const double gap = m_width >= 8 ? 1 : 0;
    for (int expert = 0; expert < m_use.experts(); ++expert) {
        const QRectF box = boxOf({token, expert}).adjusted(0, 0, -gap, -1);
        const float value = expert < m_use.probabilities.cols() ? m_use.probabilities(token, expert) : 0.0F;
        const float share = std::isfinite(value) ? std::clamp(value, 0.0F, 1.0F) : 0.0F;
        const QRgb colour = m_map->at(static_cast<int>(std::lround(255.0F * share)));
        painter.fillRect(box, QColor(colour));
        const int rank = m_use.rank(token, expert);
        if (rank < 0)
            continue;
        painter.setPen(QPen(inkOn(colour), 1));
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        if (m_width >= metrics.horizontalAdvance(QStringLiteral("00")) + 4)
            painter.drawText(box, Qt::AlignCenter, QString::number(rank + 1));
    }
    if (marked) {
        painter.setPen(QPen(m_palette.text, 1));
        painter.drawLine(QPointF(m_left, y + m_height - 0.5),
                         QPointF(m_left + m_width * m_use.experts(), y + m_height - 0.5));
    }
}

void ExpertsCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setFont(font());
    painter.fillRect(viewport()->rect(), m_palette.background);
    const int rows = static_cast<int>(m_use.probabilities.rows());
    const int first = static_cast<int>(verticalScrollBar()->value() / m_height);
    const int last = std::min(
        rows, static_cast<int>(std::ceil((verticalScrollBar()->value() + viewport()->height()) / m_height)));
    for (int token = std::max(0, first); token < last; ++token)
        paintRow(painter, token);
    if (m_current && hasFocus()) {
        painter.setPen(QPen(m_palette.text, 2));
        painter.drawRect(boxOf(*m_current).adjusted(1, 1, -1, -1));
    }
    paintHead(painter);
}

} // namespace headlight
