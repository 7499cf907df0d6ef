#include "ui/window/input/conversation_editor.h"

#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/window/input/turn_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {
constexpr int kRowGap = 2; ///< pixels
constexpr int kMostRows = 5; ///< visible at once
constexpr int kShareOfWindow = 6; ///< a fraction of the window's height, if that is less
} // namespace

ConversationEditor::ConversationEditor(Workspace& workspace, TypingBursts& bursts, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_bursts(bursts)
    , m_list(new QWidget)
    , m_listLayout(makeColumn(m_list, {}, kRowGap))
    , m_scroll(makeScrolling(m_list))
    , m_addition(new QToolButton(this))
    , m_answer(new QCheckBox(tr("Answer"), this))
{
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Conversation"));
    m_addition->setText(tr("+ Turn"));
    m_addition->setFocusPolicy(Qt::StrongFocus);
    m_addition->setToolTip(tr("Add a turn after the last one"));
    m_addition->setAccessibleName(tr("Add a turn"));
    m_answer->setToolTip(
        tr("End the text where the assistant’s answer begins (generation prompt), so that the "
           "model answers. Otherwise it ends with the last turn."));
    auto* const layout = headlight::makeRow(this, {}, 8);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_addition, 0, Qt::AlignBottom);
    layout->addWidget(m_answer, 0, Qt::AlignBottom);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, &ConversationEditor::showWanted);
    connect(m_addition, &QToolButton::clicked, this, &ConversationEditor::addTurn);
    connect(m_answer, &QCheckBox::clicked, this, [this](bool on) {
        Dialogue next = typed();
        next.answer = on;
        apply(next, on ? tr("Open the answer") : tr("Leave the answer out"));
    });
    connect(&workspace, &Workspace::documentChanged, this, &ConversationEditor::showDocument);
    showDocument();
    // On LayoutRequest a row has changed its height with its text.
    onEvent(*this, {QEvent::Resize, QEvent::LayoutRequest, QEvent::Show}, *this, [this] { fitHeight(); });
}

void ConversationEditor::goToLast()
{
    if (!m_rows.empty())
        goTo(m_rows.size() - 1);
    else
        m_addition->setFocus(Qt::OtherFocusReason);
}

void ConversationEditor::showDocument()
{
    const Dialogue dialogue = m_workspace.document().dialogue.value_or(Dialogue{});
    while (m_rows.size() > dialogue.turns.size()) {
        // Delayed: the pressed button may be its own.
        m_rows.back()->hide();
        m_listLayout->removeWidget(m_rows.back());
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < dialogue.turns.size())
        makeRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->showTurn(dialogue.turns[i], static_cast<int>(i) + 1);
        m_rows[i]->removal().setEnabled(m_rows.size() > 1);
    }
    m_answer->setChecked(dialogue.answer);
    setFocusProxy(m_rows.empty() ? static_cast<QWidget*>(m_addition) : &m_rows.back()->edit());
    fitHeight();
}

void ConversationEditor::makeRow()
{
    auto* const row = new TurnRow(m_list);
    m_listLayout->addWidget(row);
    row->show(); // now, so that the cursor can go there
    setTabOrder(m_rows.empty() ? static_cast<QWidget*>(m_scroll) : &m_rows.back()->removal(), &row->role());
    setTabOrder(&row->role(), &row->edit());
    setTabOrder(&row->edit(), &row->removal());
    setTabOrder(&row->removal(), m_addition);
    setTabOrder(m_addition, m_answer);
    m_rows.push_back(row);
    connect(row, &TurnRow::roleChosen, this, [this] { apply(typed(), tr("Change the role")); });
    connect(&row->edit(), &TurnEdit::edited, this, [this, row] { applyText(*row); });
    connect(&row->edit(), &TurnEdit::entered, this, [this, row] { leave(*row); });
    connect(&row->edit(), &TurnEdit::moveWanted, this, [this, row](int by) { move(*row, by); });
    connect(&row->removal(), &QToolButton::clicked, this, [this, row] { remove(*row); });
}

Dialogue ConversationEditor::typed() const
{
    Dialogue dialogue;
    dialogue.answer = m_answer->isChecked();
    dialogue.turns.reserve(m_rows.size());
    for (const TurnRow* row : m_rows)
        dialogue.turns.push_back(row->turn());
    return dialogue;
}

void ConversationEditor::apply(const Dialogue& dialogue, const QString& name, int mergeId)
{
    const Document& now = m_workspace.document();
    if (now.dialogue && *now.dialogue != dialogue)
        m_workspace.apply(withDialogue(now, dialogue), name, mergeId);
}

void ConversationEditor::applyText(const TurnRow& row)
{
    const std::size_t place = placeOf(row);
    const std::optional<Dialogue>& now = m_workspace.document().dialogue;
    if (!now || place >= now->turns.size())
        return;
    const QString before = now->turns[place].text;
    apply(typed(), tr("Typing"), m_bursts.idOf(before, row.turn().text, &row.edit()));
}

void ConversationEditor::addTurn()
{
    Dialogue next = typed();
    next.turns.push_back({nextRole(next), {}});
    apply(next, tr("Add a turn"));
    goToLast();
}

void ConversationEditor::leave(const TurnRow& row)
{
    const std::size_t next = placeOf(row) + 1;
    if (next < m_rows.size())
        goTo(next);
    else
        addTurn();
}

void ConversationEditor::remove(const TurnRow& row)
{
    const std::size_t place = placeOf(row);
    Dialogue next = typed();
    if (place >= next.turns.size() || next.turns.size() < 2)
        return;
    next.turns.erase(next.turns.begin() + static_cast<std::ptrdiff_t>(place));
    apply(next, tr("Remove a turn"));
    goTo(std::min(place, m_rows.size() - 1));
}

void ConversationEditor::move(const TurnRow& row, int by)
{
    const std::size_t place = placeOf(row);
    const std::size_t other = by < 0 ? place - 1 : place + 1; // −1 wraps around to an invalid index
    Dialogue next = typed();
    if (place >= next.turns.size() || other >= next.turns.size())
        return;
    std::swap(next.turns[place], next.turns[other]);
    apply(next, tr("Move a turn"));
    goTo(other);
}

std::size_t ConversationEditor::placeOf(const TurnRow& row) const
{
    return static_cast<std::size_t>(std::find(m_rows.begin(), m_rows.end(), &row) - m_rows.begin());
}

void ConversationEditor::goTo(std::size_t place)
{
    m_rows[place]->edit().setFocus(Qt::OtherFocusReason);
    m_wanted = m_rows[place];
    showWanted();
}

// Called again when the list has grown: only then does a new row have its place.
void ConversationEditor::showWanted()
{
    if (m_wanted != nullptr)
        m_scroll->ensureWidgetVisible(m_wanted, 0, kRowGap);
}

void ConversationEditor::fitHeight()
{
    if (m_rows.empty())
        return m_scroll->setFixedHeight(m_addition->sizeHint().height());
    const int row = m_rows.front()->sizeHint().height() + kRowGap;
    const int most = std::max(2 * row, std::min(kMostRows * row, window()->height() / kShareOfWindow));
    m_scroll->setFixedHeight(std::min(most, m_listLayout->sizeHint().height()));
}

} // namespace headlight
