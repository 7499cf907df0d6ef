#include "ui/views/token_strip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr qreal kMargin = 10;
constexpr qreal kTitleGap = 5; ///< title to chips
constexpr qreal kSectionGap = 14;

/// Round corners outside, straight ones where pieces of one word touch.
QPainterPath chipShape(const QRectF& rect, bool joinsPrevious, bool joinedByNext, qreal radius)
{
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRoundedRect(rect, radius, radius);
    if (joinsPrevious)
        path.addRect(rect.adjusted(0, 0, -rect.width() / 2, 0));
    if (joinedByNext)
        path.addRect(rect.adjusted(rect.width() / 2, 0, 0, 0));
    return path.simplified();
}

bool walks(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down
        || key == Qt::Key_Home || key == Qt::Key_End;
}

bool pins(int key)
{
    return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
}

} // namespace

TokenStrip::TokenStrip(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_colours(chipColours(palette()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Token stream"));
}

void TokenStrip::setSections(const std::vector<Section>& sections)
{
    // The flows are kept, since they remember what they measured.
    while (m_placed.size() > sections.size())
        m_placed.pop_back();
    while (m_placed.size() < sections.size())
        m_placed.push_back({{}, TokenFlow(font()), 0, 0});
    for (std::size_t i = 0; i < sections.size(); ++i) {
        m_placed[i].section = sections[i];
        m_placed[i].flow.setTokens(sections[i].tokens, m_showSpaces);
    }
    relayout();
    for (auto* token : {&m_current, &m_hovered}) {
        const Placed* where = *token ? placed((*token)->stack) : nullptr;
        if (*token && (where == nullptr || (*token)->index >= where->flow.size()))
            token->reset();
    }
}

void TokenStrip::setShowSpaces(bool show)
{
    m_showSpaces = show;
    for (Placed& placed : m_placed)
        placed.flow.setTokens(placed.section.tokens, show);
    relayout();
}

void TokenStrip::setShading(std::optional<TokenShading> shading)
{
    m_shading = std::move(shading);
    viewport()->update();
}

void TokenStrip::setMarks(std::vector<Mark> marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    viewport()->update();
}

void TokenStrip::setDescriber(std::function<QString(const TokenRef&)> toolTip,
                              std::function<QString(const TokenRef&)> spoken)
{
    m_toolTip = std::move(toolTip);
    m_spoken = std::move(spoken);
}

QSize TokenStrip::sizeHint() const
{
    const int line = fontMetrics().height() + 14;
    return {fontMetrics().averageCharWidth() * 60, 6 * line};
}

QSize TokenStrip::minimumSizeHint() const
{
    const int line = fontMetrics().height() + 14;
    return {fontMetrics().averageCharWidth() * 16, 3 * line};
}

void TokenStrip::relayout()
{
    const qreal width = std::max<qreal>(40, viewport()->width() - 2 * kMargin);
    const qreal title = fontMetrics().height() + kTitleGap;
    qreal y = kMargin;
    for (Placed& placed : m_placed) {
        placed.flow.layout(width);
        placed.top = y;
        placed.chipsTop = y + title;
        y = placed.chipsTop + placed.flow.height() + kSectionGap;
    }
    m_contentHeight = m_placed.empty() ? 0 : y - kSectionGap + kMargin;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() + 14);
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(m_contentHeight)) - viewport()->height()));
    viewport()->update();
}

const TokenStrip::Placed* TokenStrip::placed(StackKind stack) const
{
    const auto found = std::find_if(m_placed.begin(), m_placed.end(),
                                    [&](const Placed& placed) { return placed.section.stack == stack; });
    return found == m_placed.end() ? nullptr : &*found;
}

std::optional<TokenRef> TokenStrip::tokenAt(const QPoint& viewportPoint) const
{
    const QPointF content(viewportPoint.x() - kMargin, viewportPoint.y() + verticalScrollBar()->value());
    for (const Placed& placed : m_placed) {
        if (const auto index = placed.flow.chipAt(content - QPointF(0, placed.chipsTop)))
            return TokenRef{placed.section.stack, *index};
    }
    return std::nullopt;
}

QRect TokenStrip::tokenRect(const TokenRef& token) const
{
    const Placed* where = placed(token.stack);
    if (where == nullptr || token.index < 0 || token.index >= where->flow.size())
        return {};
    return where->flow.chip(token.index)
        .rect.translated(kMargin, where->chipsTop - verticalScrollBar()->value())
        .toAlignedRect();
}

TokenStrip::Look TokenStrip::look(const TokenRef& token) const
{
    const Placed* where = placed(token.stack);
    const TokenLabel& label = where->flow.tokens()[static_cast<std::size_t>(token.index)];
    const bool shaded = m_shading && m_shading->stack == token.stack;
    if (label.padding && !shaded)
        return {m_colours.background, m_colours.muted};
    if (!shaded)
        return {label.special ? m_colours.background : m_colours.surface,
                label.special ? m_colours.muted : m_colours.text};
    const std::optional<float> strength = m_shading->strength(token.index);
    if (!strength)
        return {m_colours.background, m_colours.muted};
    const QColor fill = m_colours.ramp(static_cast<double>(*strength));
    return {fill, readableOn(fill)};
}

void TokenStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), m_colours.background);
    const qreal scroll = verticalScrollBar()->value();
    painter.translate(kMargin, -scroll);
    const QRectF visible = QRectF(event->rect()).translated(-kMargin, scroll);
    for (const Placed& placed : m_placed)
        paintSection(painter, placed, visible);
}

void TokenStrip::paintSection(QPainter& painter, const Placed& placed, const QRectF& visible) const
{
    QFont titleFont = font();
    titleFont.setBold(true);
    painter.setFont(titleFont);
    painter.setPen(m_colours.muted);
    const QRectF title(0, placed.top, viewport()->width() - 2 * kMargin, fontMetrics().height());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, placed.section.title);

    painter.setFont(font());
    const auto [first, last]
        = placed.flow.chipsBetween(visible.top() - placed.chipsTop, visible.bottom() - placed.chipsTop);
    for (int i = first; i < last; ++i)
        paintChip(painter, placed, i);
}

void TokenStrip::paintChip(QPainter& painter, const Placed& placed, int index) const
{
    const Chip& chip = placed.flow.chip(index);
    const TokenLabel& label = placed.flow.tokens()[static_cast<std::size_t>(index)];
    const TokenRef token{placed.section.stack, index};
    const bool next = index + 1 < placed.flow.size() && placed.flow.chip(index + 1).joinsPrevious;
    const QRectF rect = chip.rect.translated(0, placed.chipsTop);
    const qreal radius = label.special ? rect.height() / 2 : 5;
    const Look colours = look(token);

    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.fill);
    painter.drawPath(chipShape(rect, chip.joinsPrevious, next, radius));
    const bool masked = m_shading && m_shading->stack == token.stack && !m_shading->isAllowed(index);
    if (label.special || label.padding || masked) {
        // A dashed line is what may not be attended to or is not there at all; a solid one a special token.
        painter.setPen(QPen(m_colours.outline, 1, label.padding || masked ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(chipShape(rect.adjusted(0.5, 0.5, -0.5, -0.5), chip.joinsPrevious, next, radius));
    }
    if (m_hovered == token) {
        painter.setPen(QPen(m_colours.text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(chipShape(rect.adjusted(0.5, 0.5, -0.5, -0.5), chip.joinsPrevious, next, radius));
    }
    painter.setPen(colours.text);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
    paintMarks(painter, token, rect);
    if (hasFocus() && m_current == token) {
        painter.setPen(QPen(m_colours.text, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), 6, 6);
    }
}

void TokenStrip::paintMarks(QPainter& painter, const TokenRef& token, const QRectF& rect) const
{
    for (const Mark& mark : m_marks) {
        if (mark.token != token)
            continue;
        const QColor colour = mark.isQuery ? m_colours.query : m_colours.key;
        painter.setBrush(Qt::NoBrush);
        if (mark.isQuery) {
            painter.setPen(QPen(colour, 2));
            painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 6, 6);
        } else {
            // The key is a bar below, not a frame: the two differ in shape as well as in colour.
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 4), colour);
        }
        if (mark.pinned) {
            painter.setPen(QPen(m_colours.background, 1.5));
            painter.setBrush(colour);
            painter.drawEllipse(mark.isQuery ? rect.topRight() : rect.bottomRight(), 4.5, 4.5);
        }
    }
}

void TokenStrip::setCurrent(const TokenRef& token)
{
    m_current = token;
    reveal(token);
    viewport()->update();
    if (m_spoken) {
        setAccessibleDescription(m_spoken(token));
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    emit hovered(token);
}

void TokenStrip::reveal(const TokenRef& token)
{
    const QRect rect = tokenRect(token);
    const int slack = 8;
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < slack)
        bar->setValue(bar->value() + rect.top() - fontMetrics().height() - 2 * slack);
    else if (rect.bottom() > viewport()->height() - slack)
        bar->setValue(bar->value() + rect.bottom() - viewport()->height() + slack);
}

std::optional<TokenRef> TokenStrip::sideways(int direction) const
{
    for (std::size_t s = 0; s < m_placed.size(); ++s) {
        if (m_placed[s].section.stack != m_current->stack)
            continue;
        const int next = m_current->index + direction;
        if (next >= 0 && next < m_placed[s].flow.size())
            return TokenRef{m_current->stack, next};
        const std::size_t other = direction > 0 ? s + 1 : s - 1; // wraps around below 0: no such section
        if (other < m_placed.size() && m_placed[other].flow.size() > 0)
            return TokenRef{m_placed[other].section.stack,
                            direction > 0 ? 0 : m_placed[other].flow.size() - 1};
    }
    return std::nullopt;
}

std::optional<TokenRef> TokenStrip::upOrDown(int direction) const
{
    const Placed* where = placed(m_current->stack);
    if (const auto row = where->flow.neighbourRow(m_current->index, direction))
        return TokenRef{m_current->stack, *row};
    const auto here = static_cast<std::size_t>(where - m_placed.data());
    const std::size_t other = direction > 0 ? here + 1 : here - 1;
    if (other >= m_placed.size() || m_placed[other].flow.size() == 0)
        return std::nullopt;
    return TokenRef{m_placed[other].section.stack, direction > 0 ? 0 : m_placed[other].flow.size() - 1};
}

std::optional<TokenRef> TokenStrip::moved(int key) const
{
    const auto filled = std::find_if(m_placed.begin(), m_placed.end(),
                                     [](const Placed& placed) { return placed.flow.size() > 0; });
    if (filled == m_placed.end())
        return std::nullopt;
    if (!m_current)
        return TokenRef{filled->section.stack, 0};
    switch (key) {
    case Qt::Key_Left:
        return sideways(-1);
    case Qt::Key_Right:
        return sideways(+1);
    case Qt::Key_Up:
        return upOrDown(-1);
    case Qt::Key_Down:
        return upOrDown(+1);
    case Qt::Key_Home:
        return TokenRef{m_current->stack, 0};
    default:
        return TokenRef{m_current->stack, placed(m_current->stack)->flow.size() - 1};
    }
}

bool TokenStrip::event(QEvent* event)
{
    // The window has shortcuts on some of these keys; here they belong to the tokens.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = dynamic_cast<QKeyEvent*>(event);
        if (key != nullptr && key->modifiers() == Qt::NoModifier && (walks(key->key()) || pins(key->key()))) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void TokenStrip::keyPressEvent(QKeyEvent* event)
{
    if (walks(event->key())) {
        if (const auto token = moved(event->key()))
            setCurrent(*token);
    } else if (pins(event->key())) {
        if (m_current)
            emit activated(*m_current);
    } else if (event->key() == Qt::Key_Escape) {
        emit dismissed();
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<TokenRef> token = tokenAt(event->position().toPoint());
    if (token == m_hovered)
        return;
    m_hovered = token;
    viewport()->update();
    emit hovered(token);
}

void TokenStrip::mousePressEvent(QMouseEvent* event)
{
    const std::optional<TokenRef> token = tokenAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !token)
        return;
    m_current = token;
    emit activated(*token);
}

bool TokenStrip::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = dynamic_cast<QHelpEvent*>(event);
        const auto token = help != nullptr ? tokenAt(help->pos()) : std::nullopt;
        if (token && m_toolTip)
            QToolTip::showText(help->globalPos(), m_toolTip(*token), viewport(), tokenRect(*token));
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave && m_hovered) {
        m_hovered.reset();
        viewport()->update();
        emit hovered(std::nullopt);
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TokenStrip::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void TokenStrip::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_colours = chipColours(palette());
    if (event->type() == QEvent::FontChange) {
        for (Placed& placed : m_placed)
            placed.flow.setFont(font());
    }
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        relayout();
}

void TokenStrip::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace headlight
