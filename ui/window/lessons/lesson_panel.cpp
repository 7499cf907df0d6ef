#include "ui/window/lessons/lesson_panel.h"

#include "ui/background/once_after.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrapped_radio_button.h"
#include "ui/window/lessons/lesson_miniatures.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextDocument>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr int kLeastLetters = 38, kMostLetters = 46; ///< width of the panel
constexpr double kWidthShare = 0.22; ///< of the window's width
constexpr double kListShare = 0.3; ///< of the panel's height, at most, unless this is left for the rest:
constexpr int kRestHeight = 400;
constexpr int kListFirst = 1000; ///< stretch of the list, beside 1 of the rest
constexpr int kPanelSpace = 8, kRowSpace = 2;

QLabel* wrappedLabel(const char* name, bool heading = false)
{
    QLabel* const label = makeWrappedLabel();
    label->setObjectName(QLatin1String(name));
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    if (heading)
        label->setFont(boldFont(label->font()));
    return label;
}

/// Markdown as a label shows it: no HTML, and no pictures, since a label would read any file they name.
QString safeMarkup(const QString& markdown)
{
    static const QRegularExpression kDropped(QStringLiteral("<img [^>]*>|<body style=[^>]*>"));
    QTextDocument document;
    document.setMarkdown(markdown,
                         QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                             | QTextDocument::MarkdownNoHTML);
    return document.toHtml().remove(kDropped);
}

/// Signals may come from what is in the layout, so it is deleted later.
void clear(QLayout& layout)
{
    while (QLayoutItem* const item = layout.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

} // namespace

LessonPanel::LessonPanel(const CommandActions& commands, QWidget* window)
    : QWidget(window)
    , m_window(window)
    , m_menu(new QMenu(this))
    , m_handIn(m_menu->addAction(tr("Save my answers…")))
    , m_edit(makeFlatButton(tr("Edit"), tr("Change this lesson, which is in a file of yours")))
    , m_lesson(wrappedLabel("lessonName", true))
    , m_start(new QWidget)
    , m_list(makeList(tr("Steps of the lesson")))
    , m_title(wrappedLabel("lessonTitle", true))
    , m_text(wrappedLabel("lessonText"))
    , m_rows(new QGridLayout)
    , m_answers(makeColumn(nullptr, {}, kRowSpace))
    , m_result(wrappedLabel("lessonResult"))
    , m_act(new QPushButton(tr("Show it again")))
    , m_back(new QPushButton(tr("Back")))
    , m_count(new QLabel)
    , m_next(new QPushButton(tr("Next")))
{
    setObjectName(QStringLiteral("lessonPanel"));
    setAccessibleName(tr("Lessons"));
    auto* const column = makeEdgedColumn(this, kPanelSpace);
    auto* const top = makeRow(nullptr);
    auto* const choice = new QToolButton;
    choice->setText(tr("Lessons"));
    choice->setPopupMode(QToolButton::InstantPopup);
    choice->setMenu(m_menu);
    top->addWidget(choice);
    top->addStretch(1);
    m_edit->setObjectName(QStringLiteral("lessonEdit"));
    top->addWidget(m_edit);
    auto* const close = makeFlatButton(QStringLiteral("✕"), tr("Close the lesson"), tr("Close the lesson"));
    top->addWidget(close);
    column->addLayout(top);
    column->addWidget(m_lesson);
    fillStart(commands);
    column->addWidget(m_start);
    m_list->setIconSize({kMiniatureSide, kMiniatureSide});
    m_list->setSpacing(kRowSpace);
    m_list->setTextElideMode(Qt::ElideNone);
    column->addWidget(m_list, kListFirst); // up to what fit() grants it
    column->addWidget(buildBody(), 1);
    auto* const way = makeRow(nullptr);
    way->addWidget(m_back);
    m_count->setAlignment(Qt::AlignCenter);
    way->addWidget(m_count, 1);
    m_next->setObjectName(QStringLiteral("lessonNext"));
    way->addWidget(m_next);
    for (QPushButton* const each : {m_back, m_next, m_act})
        each->setAutoDefault(true); // Enter presses it when it has the keyboard
    column->addLayout(way);
    for (QObject* each : {static_cast<QObject*>(window), static_cast<QObject*>(m_scroll),
                          static_cast<QObject*>(m_scroll->widget())})
        each->installEventFilter(this);
    connect(close, &QToolButton::clicked, this, &LessonPanel::closeClicked);
    m_handIn->setEnabled(false);
    connect(m_handIn, &QAction::triggered, this, &LessonPanel::handInWanted);
    connect(m_edit, &QToolButton::clicked, this, &LessonPanel::editWanted);
    connect(m_back, &QPushButton::clicked, this, &LessonPanel::backClicked);
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::nextClicked);
    connect(m_act, &QPushButton::clicked, this, &LessonPanel::actClicked);
    connect(m_list, &QListWidget::itemClicked, this, [this] { emit stepChosen(m_list->currentRow()); });
    onceAfter(m_laidOut, 0, this, &LessonPanel::fit); // the rows know their width then
    connect(&m_laidOut, &QTimer::timeout, this, &LessonPanel::bringIntoSight);
}

void LessonPanel::fillStart(const CommandActions& commands)
{
    auto* const start = makeColumn(m_start);
    const auto addWay = [&](const QString& words) {
        auto* const way = new QPushButton(words);
        start->addWidget(way);
        return way;
    };
    connect(addWay(tr("New here? Take the short tour")), &QPushButton::clicked, &commands[CommandId::kTour],
            &QAction::trigger);
    connect(addWay(tr("Start the course")), &QPushButton::clicked, this, &LessonPanel::courseWanted);
    auto* const models = new QMenu(this);
    models->addActions({&commands[CommandId::kOpenModel], &commands[CommandId::kOpenGguf]});
    addWay(tr("Open my model"))->setMenu(models);
}

QWidget* LessonPanel::buildBody()
{
    auto* const body = new QWidget;
    auto* const column = makeColumn(body, {0, 0, kPanelSpace / 2, 0}, kPanelSpace);
    m_act->setObjectName(QStringLiteral("lessonAct"));
    column->addWidget(m_title);
    column->addWidget(m_text);
    m_rows->setVerticalSpacing(2 * kRowSpace);
    column->addLayout(m_rows);
    column->addLayout(m_answers);
    column->addWidget(m_result);
    column->addWidget(m_act, 0, Qt::AlignLeft);
    column->addStretch(1);
    return m_scroll = makeScrolling(body, Qt::ScrollBarAlwaysOff);
}

void LessonPanel::setLesson(const QString& title)
{
    m_lesson->setText(title);
    m_list->clear();
    show();
    fit();
}

void LessonPanel::setSteps(const QStringList& steps, int current)
{
    const bool others = m_list->count() != steps.size();
    setTexts(*m_list, steps);
    m_list->setCurrentRow(current);
    if (others)
        fit();
}

void LessonPanel::setPicture(int step, const QPixmap& picture)
{
    m_list->item(step)->setIcon(picture);
    fit();
}

void LessonPanel::say(const LessonWords& words)
{
    const bool asks = m_asked.question != words.question;
    const bool comesLate = m_text->text().isEmpty() && !words.text.isEmpty(); // with its numbers
    const bool otherStep = m_title->text() != words.title || comesLate;
    setOrHide(*m_title, words.title);
    for (QLabel* label : {m_text, m_result})
        label->setTextFormat(words.markdown ? Qt::RichText : Qt::PlainText);
    const auto shown = [&words](const QString& text) {
        return words.markdown && !text.isEmpty() ? safeMarkup(text) : text;
    };
    setOrHide(*m_text, shown(words.text));
    m_edit->setVisible(words.editable);
    showRows(words);
    showAnswers(words);
    const bool judged = !words.result.isEmpty() && (!words.question.isEmpty() || !words.act.isEmpty())
        && m_result->text() != shown(words.result);
    if (otherStep)
        m_scroll->verticalScrollBar()->setValue(0);
    if (otherStep || (m_sight != Sight::kStep && (judged || asks)))
        m_sight = otherStep ? Sight::kStep : judged ? Sight::kResult : Sight::kQuestion;
    m_laidOut.start(0); // a timer fires after all events that lay out
    setOrHide(*m_result, shown(words.result));
    if (words.act.isEmpty() && m_act->hasFocus()) // Qt would give the keyboard to Back
        takeFocus();
    setOrHide(*m_act, words.act);
    m_back->setEnabled(words.back);
    m_count->setText(words.count);
    m_next->setText(words.next);
    m_start->setVisible(words.offersTour);
}

// Scrolls to the end of what is new, not past its begin; of a verdict, at least a line shows.
void LessonPanel::bringIntoSight()
{
    const Sight sight = std::exchange(m_sight, Sight::kNothing);
    const bool judged = sight == Sight::kResult;
    const auto part = [this](int i) { return m_answers->itemAt(std::min(i, m_answers->count() - 1)); };
    const bool asks = m_answers->count() > 0;
    if (sight == Sight::kNothing || (!asks && !judged))
        return;
    const QRect result = m_result->geometry();
    const QRect last = judged ? result : part(m_answers->count())->geometry();
    const int top = sight == Sight::kStep ? m_title->geometry().bottom()
        : asks                            ? part(judged ? m_asked.answer + 1 : 0)->geometry().y()
                                          : result.y();
    const int room = m_scroll->viewport()->height(), line = m_result->fontMetrics().lineSpacing();
    QScrollBar& bar = *m_scroll->verticalScrollBar();
    const int whole = std::min(std::max(bar.value(), last.bottom() + 1 - room), top);
    bar.setValue(judged ? std::max(whole, result.y() + line - room) : whole);
}

void LessonPanel::takeFocus()
{
    m_next->setFocus();
}

void LessonPanel::showRows(const LessonWords& words)
{
    clear(*m_rows);
    std::array<int, 2> widest{1, 1}; // of a line of both columns, which share the width accordingly
    for (int row = 0; row < static_cast<int>(words.rows.size()); ++row) {
        const LessonWords::Row& each = words.rows[static_cast<std::size_t>(row)];
        QLabel* const what = wrappedLabel("lessonRow");
        what->setText(each.what);
        if (each.code)
            what->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        QLabel* const here = wrappedLabel("lessonHere");
        here->setText(each.here);
        for (QLabel* label : {what, here}) {
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            const int column = label == what ? 0 : 1;
            m_rows->addWidget(label, row, column);
            auto& wide = widest.at(static_cast<std::size_t>(column));
            wide = std::max(wide, label->fontMetrics().boundingRect({}, 0, label->text()).width());
        }
        if (!each.link)
            continue;
        here->setTextFormat(Qt::RichText);
        here->setText(QStringLiteral("<a href=\"#\">%1</a>").arg(each.here.toHtmlEscaped()));
        here->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(here, &QLabel::linkActivated, this, [this, row] { emit rowClicked(row); });
    }
    constexpr int kLeastShare = 3; // of ten
    const int share = 10 * widest[0] / (widest[0] + widest[1]);
    m_rows->setColumnStretch(0, std::clamp(share, kLeastShare, 10 - kLeastShare));
    m_rows->setColumnStretch(1, 10 - m_rows->columnStretch(0));
}

std::vector<QWidget*> LessonPanel::addTypedAnswer(const LessonWords& words)
{
    auto* const field = new QLineEdit;
    field->setObjectName(QStringLiteral("lessonTyped"));
    field->setAccessibleName(words.question);
    field->setPlaceholderText(tr("Your answer"));
    field->setText(m_typed);
    field->setEnabled(words.answer < 0);
    auto* const check = new QPushButton(tr("Check"));
    check->setEnabled(words.answer < 0);
    check->setAutoDefault(true);
    auto* const row = new QWidget;
    auto* const parts = makeRow(row);
    parts->addWidget(field, 1);
    parts->addWidget(check);
    m_answers->addWidget(row);
    const auto give = [this, field] {
        m_typed = field->text();
        if (!m_typed.trimmed().isEmpty())
            emit typed(m_typed);
    };
    connect(field, &QLineEdit::returnPressed, this, give);
    connect(check, &QPushButton::clicked, this, give);
    return {field, check};
}

/// The Tab key goes from `before` to each of these.
static void tabThrough(QWidget* before, const std::vector<QWidget*>& stops)
{
    for (QWidget* const each : stops) {
        QWidget::setTabOrder(before, each);
        before = each;
    }
}

void LessonPanel::showAnswers(const LessonWords& words)
{
    const auto form = [](const LessonWords& each) {
        return std::tie(each.question, each.answers, each.answer, each.typed, each.hint);
    };
    if (form(m_asked) == form(words)) // somebody may be typing
        return;
    if (m_asked.question != words.question || m_asked.answer > words.answer) // it is asked anew
        m_typed.clear();
    m_asked = words;
    // The keyboard would go to the sentence with the answer that disappears.
    if (const QWidget* const focus = QApplication::focusWidget(); focus != nullptr && isAncestorOf(focus)
        && (qobject_cast<const QRadioButton*>(focus) != nullptr || focus->objectName() == "lessonTyped"))
        takeFocus();
    clear(*m_answers);
    if (words.question.isEmpty())
        return;
    QLabel* const question = wrappedLabel("lessonQuestion");
    question->setText(words.question);
    m_answers->addWidget(question);
    std::vector<QWidget*> stops; // of the keyboard
    for (int i = 0; i < words.answers.size(); ++i) {
        auto* const choice = new WrappedRadioButton(words.answers[i]);
        choice->setChecked(i == words.answer);
        choice->setEnabled(words.answer < 0 || i == words.answer);
        connect(choice, &QRadioButton::clicked, this, [this, i] { emit answered(i); });
        m_answers->addWidget(choice);
        stops.push_back(choice);
    }
    if (words.typed) {
        const std::vector<QWidget*> both = addTypedAnswer(words);
        stops.insert(stops.end(), both.begin(), both.end());
    }
    if (words.hint) {
        auto* const hint = new QPushButton(tr("Hint"));
        hint->setToolTip(tr("Show a hint; that you asked for it is noted"));
        hint->setObjectName(QStringLiteral("lessonHint"));
        hint->setAutoDefault(true);
        stops.push_back(hint);
        connect(hint, &QPushButton::clicked, this, &LessonPanel::hintWanted);
        m_answers->addWidget(hint, 0, Qt::AlignLeft);
    }
    stops.push_back(m_back);
    tabThrough(m_list, stops);
    if (m_next->hasFocus() && words.answer < 0)
        stops.front()->setFocus(); // not on "Skip"
}

// A narrow window keeps its width for the views; a long list leaves room for the words and a question.
void LessonPanel::fit()
{
    const int letter = fontMetrics().averageCharWidth(), around = 2 * fontMetrics().height();
    setFixedWidth(std::clamp(static_cast<int>(m_window->width() * kWidthShare),
                             kLeastLetters * letter + around, kMostLetters * letter + around));
    int rows = 2 * (m_list->frameWidth() + kRowSpace);
    if (const int count = m_list->count(); count > 0)
        rows += m_list->visualItemRect(m_list->item(count - 1)).bottom()
            - m_list->visualItemRect(m_list->item(0)).top() + 1;
    int most = std::max(static_cast<int>(height() * kListShare), height() - kRestHeight);
    const int room = m_scroll->height() + (m_list->isHidden() ? -kPanelSpace : m_list->height());
    const int width = m_scroll->width() - m_scroll->verticalScrollBar()->sizeHint().width();
    const int left = room - m_scroll->widget()->layout()->totalHeightForWidth(width);
    if (!m_asked.question.isEmpty())
        most = std::clamp(left, 0, most);
    else if (!m_start->isHidden()) // no step follows whose words would move the list
        most = std::max(left, most);
    const int least = std::min(rows, 3 * fontMetrics().height());
    const bool shown = most >= least;
    if (!shown && m_list->hasFocus())
        takeFocus();
    m_list->setVisible(shown);
    m_list->setMinimumHeight(std::min(least, most)); // a window that becomes lower may take the rest
    m_list->setMaximumHeight(std::min(rows, most));
    m_list->scrollToItem(m_list->currentItem());
    layout()->activate(); // its result is measured
}

bool LessonPanel::event(QEvent* event)
{
    // Esc closes the panel before the window's shortcut takes it.
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) { // NOLINT(*-static-cast-downcast)
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
        fit();
    return QWidget::event(event);
}

void LessonPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeClicked();
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_list->hasFocus())
        emit stepChosen(m_list->currentRow());
    else
        QWidget::keyPressEvent(event);
}

bool LessonPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool resized = event->type() == QEvent::Resize;
    if (watched == m_window && resized && !isHidden())
        fit();
    if ((watched == m_scroll && resized) || (watched != m_window && event->type() == QEvent::LayoutRequest))
        m_laidOut.start(0); // whatever changed, the question is to fit
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
