#include "ui/views/tokens/token_strip.h"

#include "ui/background/once_after.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr qreal kTitleGap = 5; ///< between title and chips
constexpr int kNoteLines = 3; ///< that a section's note may take under its title
constexpr qreal kSectionGap = 9;
constexpr int kTitlesInEms = 22; ///< width from which titles are beside the chips
constexpr int kNotesInEms = 40; ///< width from which everything about a stack is shown

} // namespace

TokenStrip::TokenStrip()
    : ScrolledCanvas(tr("Token stream"))
    , m_colours(chipColours(palette()))
{
    onceAfter(m_measureOn, 0, this, &TokenStrip::readOn);
}

void TokenStrip::setSections(const std::vector<Section>& sections)
{
    // Keep the flows, since they remember what they have measured.
    while (m_placed.size() > sections.size())
        m_placed.pop_back();
    while (m_placed.size() < sections.size())
        m_placed.push_back({{}, TokenFlow(font())});
    for (std::size_t i = 0; i < sections.size(); ++i) {
        m_placed[i].section = sections[i];
        m_placed[i].flow.setTokens(sections[i].tokens, m_showSpaces);
    }
    relayout();
    for (auto* token : {&m_current, &m_hovered}) {
        const Placed* where = *token ? placed((*token)->stack) : nullptr;
        if (*token && (where == nullptr || (*token)->index >= static_cast<int>(where->flow.tokens().size())))
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

void TokenStrip::setFound(const FoundTokens& found, StackKind queries, StackKind keys)
{
    if (found == m_found && queries == m_foundQueries && keys == m_foundKeys)
        return;
    m_found = found;
    m_foundQueries = queries;
    m_foundKeys = keys;
    viewport()->update();
}

bool TokenStrip::isFound(const TokenRef& token) const
{
    const auto isIn = [&token](const std::vector<int>& places) {
        return std::binary_search(places.begin(), places.end(), token.index);
    };
    const auto between = [&token](int one, int other) {
        return token.index >= std::min(one, other) && token.index <= std::max(one, other);
    };
    return (m_draggedTo && token.stack == m_draggedTo->stack && between(m_pressed->index, m_draggedTo->index))
        || (token.stack == m_foundQueries && isIn(m_found.queries))
        || (token.stack == m_foundKeys && isIn(m_found.keys));
}

void TokenStrip::setDescriber(std::function<QString(const TokenRef&)> toolTip,
                              std::function<QString(const TokenRef&)> spoken)
{
    m_toolTip = std::move(toolTip);
    m_spoken = std::move(spoken);
}

QSize TokenStrip::sizeHint() const
{
    // The strip scrolls by itself: if it asked for more height, the dock around it would scroll, too.
    return {fontMetrics().averageCharWidth() * 60, minimumSizeHint().height()};
}

QSize TokenStrip::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height() + 22};
}

qreal TokenStrip::widthOf(const QString& title, const QString& note) const
{
    return QFontMetricsF(boldFont(font())).horizontalAdvance(title + QLatin1Char(' '))
        + QFontMetricsF(font()).horizontalAdvance(note);
}

qreal TokenStrip::placeTitles()
{
    const int em = 2 * fontMetrics().averageCharWidth();
    const int width = viewport()->width();
    m_notesShown = width >= kNotesInEms * em || width < kTitlesInEms * em;
    if (width < kTitlesInEms * em)
        return 0;
    qreal widest = 0;
    for (const Placed& placed : m_placed)
        widest
            = std::max(widest, widthOf(placed.section.title, m_notesShown ? placed.section.note : QString()));
    return widest + em / 2.0;
}

void TokenStrip::readOn()
{
    for (Placed& placed : m_placed)
        if (!placed.flow.isMeasured())
            placed.flow.readOn();
    relayout();
}

void TokenStrip::relayout()
{
    m_titleColumn = placeTitles();
    const qreal width = std::max<qreal>(40, viewport()->width() - left() - kMargin);
    qreal y = kMargin;
    for (Placed& placed : m_placed) {
        const QString& note = placed.section.note;
        placed.note = m_titleColumn > 0 || widthOf(placed.section.title, note) <= width
            ? QStringList()
            : elidedLines(note, font(), static_cast<int>(width), kNoteLines);
        const qreal title = m_titleColumn > 0
            ? 0
            : static_cast<double>(1 + placed.note.size()) * fontMetrics().height() + kTitleGap;
        placed.flow.layout(width);
        if (!placed.flow.isMeasured())
            m_measureOn.start(0); // and the window answers in between
        placed.top = y;
        placed.chipsTop = y + title;
        y = placed.chipsTop + placed.flow.height() + kSectionGap;
    }
    m_contentHeight = m_placed.empty() ? 0 : y - kSectionGap + kMargin;
    setContent(m_contentHeight, fontMetrics().height() + 14);
}

const TokenStrip::Placed* TokenStrip::placed(StackKind stack) const
{
    const auto found = std::find_if(m_placed.begin(), m_placed.end(),
                                    [&](const Placed& placed) { return placed.section.stack == stack; });
    return found == m_placed.end() ? nullptr : &*found;
}

std::optional<TokenRef> TokenStrip::tokenAt(const QPoint& viewportPoint) const
{
    const QPointF content(viewportPoint.x() - left(), viewportPoint.y() + verticalScrollBar()->value());
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
        .rect.translated(left(), where->chipsTop - verticalScrollBar()->value())
        .toAlignedRect();
}

void TokenStrip::setCurrent(const TokenRef& token)
{
    m_current = token;
    reveal(token);
    viewport()->update();
    if (m_spoken)
        sayCurrent(*this, m_spoken(token));
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
        return beside(s, direction);
    }
    return std::nullopt;
}

// The nearest token of the section before or after this one.
std::optional<TokenRef> TokenStrip::beside(std::size_t section, int direction) const
{
    const std::size_t other = direction > 0 ? section + 1 : section - 1; // wraps around below 0: no section
    if (other >= m_placed.size() || m_placed[other].flow.size() == 0)
        return std::nullopt;
    return TokenRef{m_placed[other].section.stack, direction > 0 ? 0 : m_placed[other].flow.size() - 1};
}

std::optional<TokenRef> TokenStrip::upOrDown(int direction) const
{
    const Placed* where = placed(m_current->stack);
    if (const auto row = where->flow.neighbourRow(m_current->index, direction))
        return TokenRef{m_current->stack, *row};
    return beside(static_cast<std::size_t>(where - m_placed.data()), direction);
}

std::optional<TokenRef> TokenStrip::moved(const QKeyEvent& key) const
{
    const auto filled = std::find_if(m_placed.begin(), m_placed.end(),
                                     [](const Placed& placed) { return placed.flow.size() > 0; });
    if (filled == m_placed.end())
        return std::nullopt;
    if (!m_current)
        return TokenRef{filled->section.stack, 0};
    if (const auto step = arrowStep(key))
        return step->x() != 0 ? sideways(step->x()) : upOrDown(step->y());
    const int last = placed(m_current->stack)->flow.size() - 1;
    return TokenRef{m_current->stack, key.key() == Qt::Key_Home ? 0 : last};
}

void TokenStrip::keyPressEvent(QKeyEvent* event)
{
    if (isWalking(*event)) {
        if (const auto token = moved(*event))
            setCurrent(*token);
    } else if (isPinning(*event)) {
        if (m_current)
            emit activated(*m_current);
    } else if (event->key() == Qt::Key_Escape) {
        emit dismissed();
    } else {
        ScrolledCanvas::keyPressEvent(event);
    }
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<TokenRef> token = tokenAt(event->position().toPoint());
    if (token == m_hovered)
        return;
    m_hovered = token;
    if (token && m_pressed && token->stack == m_pressed->stack && event->buttons().testFlag(Qt::LeftButton))
        m_draggedTo = token;
    viewport()->update();
    emit hovered(token);
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event)
{
    ScrolledCanvas::mouseReleaseEvent(event);
    const auto from = std::exchange(m_pressed, {}), to = std::exchange(m_draggedTo, {});
    viewport()->update();
    if (from && to && from != to)
        emit dragged(from->stack, std::min(from->index, to->index), std::max(from->index, to->index));
}

void TokenStrip::mousePressEvent(QMouseEvent* event)
{
    const std::optional<TokenRef> token = tokenAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !token)
        return;
    m_current = m_pressed = token;
    emit activated(*token);
}

ScrolledCanvas::Tip TokenStrip::tipAt(const QPoint& viewportPoint) const
{
    const auto token = tokenAt(viewportPoint);
    return token && m_toolTip ? Tip{.text = m_toolTip(*token), .rect = tokenRect(*token), .rich = true}
                              : Tip();
}

void TokenStrip::pointerLeft()
{
    if (!m_hovered)
        return;
    m_hovered.reset();
    viewport()->update();
    emit hovered(std::nullopt);
}

void TokenStrip::contextMenuEvent(QContextMenuEvent* event)
{
    const bool nowhere = event->reason() == QContextMenuEvent::Keyboard; // the keyboard has no current token
    const auto token = nowhere ? std::nullopt : tokenAt(event->pos());
    if (!token) {
        event->ignore(); // the view has its own menu
        return;
    }
    emit menuRequested(*token, event->globalPos());
}

void TokenStrip::restyle()
{
    m_colours = chipColours(palette());
    for (Placed& placed : m_placed)
        placed.flow.setFont(font());
}

ChipLook TokenStrip::look(const TokenRef& token) const
{
    const Placed* where = placed(token.stack);
    const TokenLabel& label = where->flow.tokens()[static_cast<std::size_t>(token.index)];
    const bool shaded = m_shading && m_shading->stack == token.stack;
    if (label.padding && !shaded)
        return {m_colours.background, m_colours.muted};
    if (!shaded)
        return {label.isMarkup() ? m_colours.background : m_colours.surface,
                label.isMarkup() ? m_colours.muted : m_colours.text};
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
    painter.translate(left(), -scroll);
    const QRectF visible = QRectF(event->rect()).translated(-left(), scroll);
    for (const Placed& placed : m_placed)
        paintSection(painter, placed, visible);
}

void TokenStrip::paintSection(QPainter& painter, const Placed& placed, const QRectF& visible) const
{
    const bool beside = m_titleColumn > 0;
    const qreal height = beside ? placed.flow.rowHeight() : fontMetrics().height();
    QRectF line(beside ? -m_titleColumn : 0, placed.top, viewport()->width(), height);
    painter.setFont(boldFont(font()));
    painter.setPen(m_colours.muted);
    constexpr int kFlags = Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter | Qt::TextSingleLine;
    painter.drawText(line, kFlags, placed.section.title);
    if (!placed.note.isEmpty()) {
        painter.setFont(font());
        for (const QString& part : placed.note) {
            line.translate(0, height);
            painter.drawText(line, kFlags, part);
        }
    } else if (m_notesShown) {
        line.setLeft(
            line.left()
            + QFontMetricsF(boldFont(font())).horizontalAdvance(placed.section.title + QLatin1Char(' ')));
        painter.setFont(font());
        painter.drawText(line, kFlags, placed.section.note);
    }

    painter.setFont(font());
    const auto [first, last]
        = placed.flow.chipsBetween(visible.top() - placed.chipsTop, visible.bottom() - placed.chipsTop);
    const PicturePalette palette = PicturePalette::of(this->palette());
    const ChipPainter chips(painter, m_colours, palette);
    for (int i = first; i < last; ++i)
        paintChip(chips, placed, i);
}

void TokenStrip::paintChip(const ChipPainter& painter, const Placed& placed, int index) const
{
    const Chip chip = placed.flow.chip(index);
    const TokenRef token{placed.section.stack, index};
    const QRectF rect = chip.rect.translated(0, placed.chipsTop);
    ChipState state;
    state.text = chip.text;
    state.look = look(token);
    state.joinsPrevious = chip.joinsPrevious;
    state.joinedByNext = index + 1 < placed.flow.size() && placed.flow.chip(index + 1).joinsPrevious;
    state.masked = m_shading && m_shading->stack == token.stack && !m_shading->isAllowed(index);
    state.hovered = m_hovered == token;
    state.found = isFound(token);
    state.newest = m_newest == token;
    state.generated = placed.section.typed >= 0 && index >= placed.section.typed;
    painter.paint(rect, placed.flow.tokens()[static_cast<std::size_t>(index)], state);
    for (const Mark& mark : m_marks)
        if (mark.token == token)
            painter.paintMark(rect, {mark.isQuery, mark.pinned});
    if (hasFocus() && m_current == token)
        painter.paintCursor(rect);
}

} // namespace headlight
