#include "ui/window/bars/find_bar.h"

#include "core/trace/trace.h"
#include "ui/background/latest_task.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStringMatcher>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <stop_token>

namespace headlight {

namespace {

constexpr std::size_t kTokensAtOnce = 8192; ///< are searched while the window waits

/// Where the text is in the token, or in the token as pictures show it. Stopped: nothing.
std::vector<int> placesOf(const QString& text, const std::vector<TokenLabel>& tokens,
                          const std::stop_token& stop)
{
    const QStringMatcher matcher(text, Qt::CaseInsensitive);
    const auto isIn = [&matcher](const QString& token) { return matcher.indexIn(token) >= 0; };
    std::vector<int> places;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i % kTokensAtOnce == 0 && stop.stop_requested())
            return {};
        const QString token = QString::fromStdString(tokens[i].text);
        const QString shown = visibleText(token);
        if (isIn(token) || (shown != token && isIn(shown)))
            places.push_back(static_cast<int>(i));
    }
    return places;
}

} // namespace

FindBar::FindBar(const ViewContext& context, const CommandActions& commands, QWidget* window)
    : QFrame(window)
    , m_context(context)
    , m_line(new QLineEdit(this))
    , m_axis(new QComboBox(this))
    , m_count(new QLabel(this))
    , m_task(new LatestTask(this))
{
    setObjectName(QStringLiteral("findBar"));
    setFrameShape(QFrame::StyledPanel);
    m_line->setPlaceholderText(tr("A token, or a part of one"));
    m_line->setAccessibleName(tr("Token to find"));
    m_line->setToolTip(tr("Enter finds and pins the next match, Shift+Enter the previous one."));
    m_axis->addItems({tr("in rows and columns"), tr("in rows"), tr("in columns")});
    m_axis->setAccessibleName(tr("Where to search"));
    m_axis->setToolTip(tr("Rows are queries, columns are keys."));
    auto* layout = makeRow(this, {14, 4, 6, 4});
    auto* label = new QLabel(tr("F&ind"), this);
    label->setBuddy(m_line);
    layout->addWidget(label);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_axis);
    const auto addButton = [&](Qt::ArrowType arrow, const QString& name) {
        QToolButton* const button = makeFlatButton({}, name, name);
        button->setArrowType(arrow);
        layout->addWidget(button);
        return button;
    };
    auto* up = addButton(Qt::UpArrow, tr("Previous match"));
    auto* down = addButton(Qt::DownArrow, tr("Next match"));
    m_count->setMinimumWidth(m_count->fontMetrics().horizontalAdvance(QStringLiteral("1000 / 1000")));
    layout->addWidget(m_count);
    auto* shut = addButton(Qt::NoArrow, tr("Close the search"));
    shut->setText(QStringLiteral("✕"));
    connect(up, &QToolButton::clicked, this, [this] { go(-1); });
    connect(down, &QToolButton::clicked, this, [this] { go(1); });
    connect(shut, &QToolButton::clicked, this, &FindBar::close);
    connect(&commands[CommandId::kFind], &QAction::triggered, this, &FindBar::open);
    connect(&commands[CommandId::kFindNext], &QAction::triggered, this,
            [this] { m_line->text().isEmpty() ? open() : go(1); });
    connect(&commands[CommandId::kFindPrevious], &QAction::triggered, this,
            [this] { m_line->text().isEmpty() ? open() : go(-1); });
    connect(m_line, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &FindBar::search);
    connect(&context.workspace, &Workspace::snapshotChanged, this, [this] {
        if (isVisible())
            search();
    });
    connect(&context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what.testFlag(ViewChange::kHead) && isVisible())
            search();
    });
    context.focus.setFound({}); // left over from an earlier window
    hide();
}

void FindBar::open()
{
    m_line->setClearButtonEnabled(true);
    show();
    search();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::close()
{
    hide();
    m_task->cancel();
    m_searching = false;
    m_places.clear();
    m_current.reset();
    m_context.focus.setFound({});
}

void FindBar::search()
{
    m_task->cancel();
    m_goWhenFound = 0;
    const Trace trace = m_context.workspace.shownTrace();
    if (m_line->text().isEmpty() || trace.isNull())
        return take({});
    const auto find = [text = m_line->text(), axis = m_axis->currentIndex(),
                       map = trace.attention(m_context.focus.head())](const std::stop_token& stop) {
        Found found;
        auto& [queries, keys] = found.tokens;
        if (axis != kColumns)
            queries = placesOf(text, map.queryTokens(), stop);
        if (axis != kRows)
            keys = &map.keyTokens() == &map.queryTokens() && axis != kColumns
                ? queries
                : placesOf(text, map.keyTokens(), stop);
        for (const int query : queries)
            found.places.push_back({query, std::nullopt});
        for (const int key : keys)
            found.places.push_back({std::nullopt, key});
        return found;
    };
    const AttentionMap map = trace.attention(m_context.focus.head());
    if (map.queryTokens().size() + map.keyTokens().size() <= kTokensAtOnce)
        return take(find({}));
    m_places.clear();
    m_current.reset();
    m_searching = true;
    m_task->start([this, find](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        auto found = std::make_shared<Found>(find(stop));
        deliver([this, found] { take(std::move(*found)); });
    });
    showCount();
}

void FindBar::take(Found found)
{
    m_places = std::move(found.places);
    m_current.reset();
    m_context.focus.setFound(found.tokens);
    m_searching = false;
    showCount();
    if (const int by = std::exchange(m_goWhenFound, 0); by != 0)
        go(by);
}

void FindBar::go(int by)
{
    if (!isVisible())
        open();
    if (m_searching)
        m_goWhenFound = by;
    if (m_places.empty())
        return;
    // Start from the pinned token, so that the search continues from there.
    if (!m_current) {
        const auto at = std::find(m_places.begin(), m_places.end(), m_context.focus.pin());
        if (at != m_places.end())
            m_current = static_cast<std::size_t>(at - m_places.begin());
    }
    const std::size_t count = m_places.size();
    if (m_current)
        m_current = by > 0 ? (*m_current + 1) % count : (*m_current + count - 1) % count;
    else
        m_current = by > 0 ? 0 : count - 1;
    m_context.focus.setPin(m_places[*m_current]);
    m_context.focus.setHover(m_places[*m_current]); // views scroll to the hovered cell
    showCount();
}

void FindBar::showCount()
{
    if (m_line->text().isEmpty())
        m_count->clear();
    else if (m_searching)
        m_count->setText(tr("searching…"));
    else if (m_places.empty())
        m_count->setText(tr("not found"));
    else if (m_current)
        m_count->setText(tr("%1 of %2").arg(*m_current + 1).arg(m_places.size()));
    else
        m_count->setText(tr("%n found", nullptr, static_cast<int>(m_places.size())));
    m_count->setAccessibleName(m_count->text());
}

bool FindBar::event(QEvent* event)
{
    // Esc closes the bar while it has the keyboard; elsewhere it unpins.
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) { // NOLINT(*-static-cast-downcast)
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return go(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    case Qt::Key_Escape:
        return close();
    default:
        QFrame::keyPressEvent(event);
    }
}

} // namespace headlight
