#include "ui/window/lessons/step_form.h"

#include "core/analysis/head_statistics.h"
#include "core/text/tokenizer.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/words/head_name.h"

#include <QAbstractTextDocumentLayout>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr int kMostStepsListed = 40; ///< of a decoding, in the menu of numbers
constexpr int kDecimals = 2;
constexpr int kFinest = 4; ///< decimals of a tolerance
constexpr double kUsualTolerance = 0.01;
constexpr int kMostLines = 12; ///< to which a field grows
constexpr int kLeastChoice = 20; ///< letters of a list that is shown

/// In the order of the lists.
enum When : int { kNever, kBefore, kAbout };
enum How : int { kChosen, kText, kNumber, kClicked };

constexpr auto kWhy = " | ";

/// The words of a step's answers, one a line; a star marks the right ones, and what follows " | " says why.
QString linesOf(const std::vector<LessonAnswer>& answers)
{
    QStringList lines;
    for (const LessonAnswer& each : answers)
        lines << (each.right ? QStringLiteral("* ") : QString()) + QString::fromStdString(each.say)
                + (each.why.empty() ? QString() : kWhy + QString::fromStdString(each.why));
    return lines.join(QLatin1Char('\n'));
}

std::vector<LessonAnswer> answersIn(const QString& lines)
{
    std::vector<LessonAnswer> answers;
    for (const QString& line : lines.split(QLatin1Char('\n')))
        if (const QString say = line.trimmed(); !say.isEmpty()) {
            const bool right = say.startsWith(QLatin1Char('*'));
            const QString words = right ? say.mid(1).trimmed() : say;
            answers.push_back({words.section(kWhy, 0, 0).trimmed().toStdString(), right,
                               words.section(kWhy, 1).trimmed().toStdString()});
        }
    return answers;
}

} // namespace

void setWords(QPlainTextEdit& field, const std::string& text)
{
    if (field.toPlainText().toStdString() != text)
        field.setPlainText(QString::fromStdString(text));
}

void setWords(QLineEdit& field, const std::string& text)
{
    if (field.text().toStdString() != text)
        field.setText(QString::fromStdString(text));
}

QPlainTextEdit* makeTextField(const char* name, int lines, const QString& words)
{
    auto* const text = new QPlainTextEdit;
    text->setObjectName(QLatin1String(name));
    setPurpose(*text, words);
    text->setTabChangesFocus(true);
    const auto fit = [text, lines](int count) {
        text->setFixedHeight(roomForText(*text, 1, std::clamp(count, lines, kMostLines) + 1).height());
    };
    fit(lines);
    QObject::connect(text->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged,
                     text, [fit](const QSizeF& size) { fit(static_cast<int>(size.height())); }); // in lines
    return text;
}

StepForm::StepForm(const ViewContext& context)
    : m_context(context)
    , m_title(new QLineEdit)
    , m_say(makeTextField("stepSay", 4))
    , m_task(makeTextField("stepTask", 2))
    , m_when(makeChoice(
          {}, {tr("No question"), tr("Asked before the state is shown"), tr("Asked about the state")},
          kLeastChoice))
    , m_ask(makeTextField("stepAsk", 2, tr("Words of the question")))
    , m_how(makeChoice(tr("How it is answered"),
                       {tr("The answer is chosen"), tr("The answer is a typed text"),
                        tr("The answer is a typed number"), tr("The answer is a cell that is clicked")},
                       kLeastChoice))
    , m_place(new QPushButton)
    , m_answers(makeTextField("stepAnswers", 3))
    , m_typed(new QLineEdit)
    , m_tolerance(new QDoubleSpinBox)
    , m_hint(makeTextField("stepHint", 2, tr("Hint (may be empty)")))
    , m_reveal(makeTextField("stepReveal", 3))
    , m_checks(makeList({}, 4)) // the values stand after long formulas
{
    m_title->setObjectName(QStringLiteral("stepTitle"));
    auto* const column = makeColumn(this);
    add(*column, tr("Title of the step"), m_title);
    add(*column, tr("Text (Markdown)"), m_say);
    add(*column, tr("What the reader does to reach the state (may be empty)"), m_task);
    addQuestion(*column);
    add(*column, tr("Said at the end"), m_reveal);
    addChecks(*column);
    const auto typing = [this] {
        if (!m_showing)
            emit edited();
    };
    for (QLineEdit* each : {m_title, m_typed})
        connect(each, &QLineEdit::textChanged, this, typing);
    for (QPlainTextEdit* each : {m_say, m_task, m_ask, m_answers, m_hint, m_reveal})
        connect(each, &QPlainTextEdit::textChanged, this, typing);
    connect(m_tolerance, &QDoubleSpinBox::valueChanged, this, typing);
    for (QComboBox* each : {m_when, m_how})
        connect(each, &QComboBox::currentIndexChanged, this, [this, typing] {
            if (m_when->currentIndex() == kBefore && m_how->currentIndex() == kClicked)
                m_how->setCurrentIndex(kChosen); // there is nothing yet to click at
            if (!m_showing && m_how->currentIndex() == kClicked && m_pin == LessonPin{})
                takePlace();
            showFields();
            typing();
        });
    showFields();
}

void StepForm::add(QVBoxLayout& column, const QString& words, QWidget* field)
{
    auto* const label = new QLabel(words);
    label->setWordWrap(true);
    label->setBuddy(field);
    field->setAccessibleName(words);
    column.addWidget(label);
    column.addWidget(field);
}

void StepForm::addQuestion(QVBoxLayout& column)
{
    m_when->setObjectName(QStringLiteral("stepWhen"));
    m_how->setObjectName(QStringLiteral("stepHow"));
    m_place->setObjectName(QStringLiteral("stepPlace"));
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(m_place, &QPushButton::clicked, this, [this] {
        takePlace();
        emit edited();
    });
    add(column, tr("Question"), m_when);
    m_answers->setAccessibleName(tr("Answers"));
    m_answers->setPlaceholderText(
        tr("One answer a line; * before the right one, “| It …” with the reason after a wrong one"));
    m_typed->setObjectName(QStringLiteral("stepTyped"));
    m_typed->setAccessibleName(tr("The right answer"));
    m_tolerance->setDecimals(kFinest);
    m_tolerance->setRange(std::pow(10.0, -kFinest), 1e6);
    m_tolerance->setValue(kUsualTolerance);
    m_tolerance->setPrefix(tr("within ± "));
    m_tolerance->setAccessibleName(tr("Tolerance of the number"));
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_ask, m_how, m_answers, m_place, m_typed, m_tolerance, m_hint})
        column.addWidget(each);
}

void StepForm::addChecks(QVBoxLayout& column)
{
    add(column, tr("What must hold; the text names the numbers as {a}, {b}, …"), m_checks);
    auto* const menu = new QMenu(this);
    auto* const more = new QPushButton(tr("Add a number"));
    more->setObjectName(QStringLiteral("lessonAddCheck"));
    more->setMenu(menu);
    auto* const fewer = makeFlatButton(tr("Remove"), tr("Remove the number"));
    auto* const row = makeRow(nullptr);
    row->addWidget(more);
    row->addWidget(fewer);
    row->addStretch(1);
    column.addLayout(row);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(*menu); });
    connect(fewer, &QToolButton::clicked, this, [this] {
        if (m_checks->currentRow() >= 0)
            emit checkRemoved(m_checks->currentRow());
    });
}

void StepForm::nameStep()
{
    m_title->setFocus();
    m_title->selectAll();
}

void StepForm::show(const LessonStep* step)
{
    setVisible(step != nullptr);
    if (step == nullptr)
        return;
    m_showing = true;
    m_state = step->state.value_or(LessonState{});
    setWords(*m_title, step->title);
    setWords(*m_say, step->say);
    setWords(*m_task, step->task);
    setWords(*m_reveal, step->reveal);
    showQuestion(*step);
    m_checks->clear();
    for (const LessonCheck& each : step->check) {
        const QString name = QString::fromStdString(each.name);
        m_checks->addItem(each.formula ? (name.isEmpty() ? QString() : QStringLiteral("{%1}: ").arg(name))
                                  + QStringLiteral("%1 = %2").arg(QString::fromStdString(*each.formula),
                                                                  QString::fromStdString(each.value))
                              : each.output ? tr("writes “%1”").arg(QString::fromStdString(*each.output))
                                            : name);
    }
    m_showing = false;
}

void StepForm::showQuestion(const LessonStep& step)
{
    const LessonQuestion asked = step.predict ? *step.predict : step.question.value_or(LessonQuestion{});
    m_when->setCurrentIndex(step.predict ? kBefore : step.question ? kAbout : kNever);
    m_head = asked.head;
    m_pin = asked.pin;
    const bool isOpen
        = m_ask->toPlainText().toStdString() == asked.ask && asked.answers.empty() && !asked.key;
    setWords(*m_ask, asked.ask);
    if (answersIn(m_answers->toPlainText()) != asked.answers)
        setWords(*m_answers, linesOf(asked.answers).toStdString());
    m_how->setCurrentIndex(asked.pointsAt()               ? kClicked
                               : isOpen                   ? m_how->currentIndex() // its answer is to come
                               : !asked.key               ? kChosen
                               : asked.key->tolerance > 0 ? kNumber
                                                          : kText);
    if (asked.key && asked.key->tolerance > 0)
        m_tolerance->setValue(asked.key->tolerance);
    if (!asked.key || !accepts(*asked.key, m_typed->text().toStdString()))
        m_typed->clear(); // another step's
    m_tolerance->setEnabled(!asked.key || !m_typed->text().isEmpty());
    m_typed->setPlaceholderText(asked.key ? tr("The answer is kept; type to change it")
                                          : tr("The right answer"));
    setWords(*m_hint, asked.hint);
    showFields();
}

void StepForm::showFields()
{
    const int when = m_when->currentIndex(), how = m_how->currentIndex();
    for (const auto& [field, shown] : {std::pair<QWidget*, bool>(m_ask, when > 0),
                                       {m_how, when > 0},
                                       {m_answers, when > 0 && how == kChosen},
                                       {m_place, when > 0 && how == kClicked},
                                       {m_typed, when > 0 && (how == kText || how == kNumber)},
                                       {m_tolerance, when > 0 && how == kNumber},
                                       {m_hint, when > 0}})
        field->setVisible(shown);
    QStringList place;
    if (m_pin.query)
        place << tr("row %1").arg(*m_pin.query);
    if (m_pin.key)
        place << tr("column %1").arg(*m_pin.key);
    QStringList lines{place.join(QStringLiteral(", "))};
    if (m_head)
        lines.prepend(headName(*m_head)); // in a line by itself, which the button has room for
    lines.removeAll(QString());
    m_place->setText(lines.isEmpty()
                         ? tr("Pin the cell in the map, then press here")
                         : tr("Take the pinned cell instead of\n%1").arg(lines.join(QLatin1Char('\n'))));
    m_place->setToolTip(m_place->text());
}

void StepForm::takePlace()
{
    const Cell pin = m_context.focus.pin();
    const HeadRef head = m_context.focus.head();
    m_pin = {pin.query, pin.key};
    m_head = m_state.head == head ? std::nullopt : std::optional(head); // the step's own need not be found
    showFields();
}

// A new key has a new salt, so that an answer that has not changed keeps its key.
void StepForm::readAnswer(LessonQuestion& question) const
{
    const int how = m_how->currentIndex();
    const std::string typed = m_typed->text().toStdString();
    // A digest cannot be made anew from itself: the tolerance changes with the answer only.
    const bool isKept = typed.empty() && question.key && (question.key->tolerance > 0) == (how == kNumber);
    const double tolerance = isKept ? question.key->tolerance : how == kNumber ? m_tolerance->value() : 0;
    const bool known = question.key && question.key->tolerance == tolerance // NOLINT(*-float-equal)
        && (typed.empty() || accepts(*question.key, typed));
    question.answers = how == kChosen ? answersIn(m_answers->toPlainText()) : std::vector<LessonAnswer>();
    const bool isTyped = how == kText || how == kNumber;
    if (isTyped && known)
        return;
    question.key.reset();
    if (const auto key = keyOf(typed, tolerance, newSalt()); key && isTyped)
        question.key = *key;
}

void StepForm::read(LessonStep& step) const
{
    step.title = m_title->text().toStdString();
    step.say = m_say->toPlainText().toStdString();
    step.task = m_task->toPlainText().toStdString();
    step.reveal = m_reveal->toPlainText().toStdString();
    const int when = m_when->currentIndex();
    LessonQuestion asked = step.predict ? *step.predict : step.question.value_or(LessonQuestion{});
    asked.ask = m_ask->toPlainText().toStdString();
    asked.hint = m_hint->toPlainText().toStdString();
    const bool isClicked = m_how->currentIndex() == kClicked;
    asked.head = isClicked ? m_head : std::nullopt;
    asked.pin = isClicked ? m_pin : LessonPin{};
    if (isClicked && step.state && step.state->pin == m_pin)
        step.state->pin = {}; // it would show the answer
    readAnswer(asked);
    const bool follows = step.question && step.predict; // it has no fields here, and stays
    if (when != kBefore)
        step.predict.reset();
    else
        step.predict = asked;
    if (when == kAbout)
        step.question = asked;
    else if (!follows || when == kNever)
        step.question.reset();
}

QString StepForm::missingIn(const LessonStep& step)
{
    if (step.title.empty())
        return tr("no title");
    for (const auto& asked : {step.predict, step.question}) {
        if (!asked)
            continue;
        if (asked->ask.empty())
            return tr("a question without words");
        if (asked->key || asked->pointsAt())
            continue;
        if (asked->answers.empty())
            return tr(
                "a question without an answer: give answers to choose from, the right one, or its cell");
        if (asked->answers.size() < 2)
            return tr("a question with fewer than two answers");
        if (std::ranges::none_of(asked->answers, [](const LessonAnswer& each) { return each.right; }))
            return tr("a question without a right answer: begin that one with *");
    }
    return {};
}

void StepForm::offer(QMenu& menu, const QString& words, const QString& formula, int digits)
{
    connect(menu.addAction(words), &QAction::triggered, this,
            [this, formula, digits] { emit formulaChosen(formula, digits); });
}

bool StepForm::isShown() const
{
    const Document& document = m_context.workspace.document();
    return document.text.toStdString() == m_state.text && document.interventions == m_state.edits;
}

// What can be compared, about the head and the cell of the step.
void StepForm::fill(QMenu& menu)
{
    menu.clear();
    const HeadRef shown = m_state.head.value_or(m_context.focus.head());
    const QString head = QStringLiteral("'%1'").arg(QString::fromStdString(toString(shown)));
    LessonPin pin = m_state.pin != LessonPin{} ? m_state.pin : m_pin;
    if (const Cell cell = m_context.focus.pin();
        pin == LessonPin{} && isShown() && shown == m_context.focus.head())
        pin = {cell.query, cell.key};
    if (pin.query && pin.key)
        for (const auto& [words, map] : {std::pair(tr("Weight of the pinned cell"), "weights"),
                                         std::pair(tr("Score of the pinned cell"), "scores")})
            offer(menu, words,
                  QStringLiteral("at(%1(%2), %3, %4)")
                      .arg(QLatin1String(map), head)
                      .arg(*pin.query)
                      .arg(*pin.key),
                  kDecimals);
    if (pin.query)
        offer(menu, tr("Key that the pinned row looks at most"),
              QStringLiteral("largest(row(weights(%1), %2))").arg(head).arg(*pin.query), 0);
    QMenu* const statistics = menu.addMenu(tr("Statistic of the head"));
    for (const HeadStatistic& each : headStatisticList())
        offer(*statistics, QCoreApplication::translate("HeadStatistic", each.title),
              QStringLiteral("statistic('%1', %2)").arg(QString::fromStdString(std::string(each.name)), head),
              kDecimals);
    addTokens(menu);
    QMenu* const shapes = menu.addMenu(tr("Shape"));
    for (const auto& [words, matrix] :
         {std::pair(tr("Queries"), "query"), std::pair(tr("Keys"), "key"), std::pair(tr("Values"), "value"),
          std::pair(tr("Weights"), "weights"), std::pair(tr("Output of the head"), "head"),
          std::pair(tr("Output of the sub-layer"), "output")})
        offer(*shapes, words, QStringLiteral("shape(%1(%2))").arg(QLatin1String(matrix), head), 0);
    menu.addSeparator();
    connect(menu.addAction(tr("Formula…")), &QAction::triggered, this, [this] {
        const QString formula
            = QInputDialog::getText(this, tr("Formula"),
                                    tr("A formula, as the manual’s page on lessons lists them:"))
                  .trimmed();
        if (!formula.isEmpty())
            emit formulaChosen(formula, kDecimals);
    });
}

void StepForm::addTokens(QMenu& menu)
{
    QMenu* const tokens = menu.addMenu(tr("Token of a step"));
    QMenu* const chances = menu.addMenu(tr("Probability of a step"));
    const Snapshot& shown = *m_context.workspace.snapshot();
    for (int i = 0; isShown() && i < std::min(static_cast<int>(shown.steps.size()), kMostStepsListed); ++i) {
        const auto id = static_cast<TokenId>(shown.steps[static_cast<std::size_t>(i)].token.id);
        const QString word
            = shown.vocabulary == nullptr ? QString() : QString::fromStdString(shown.vocabulary->word(id));
        const QString words = tr("Step %1: %2").arg(i).arg(word);
        if (!word.isEmpty() && !word.contains(QLatin1Char('\''))) // a formula has it between '
            offer(*tokens, words, QStringLiteral("writes('%1', %2)").arg(word).arg(i), 0);
        offer(*chances, words, QStringLiteral("step(%1)").arg(i), kDecimals);
    }
    tokens->setEnabled(!tokens->isEmpty());
    chances->setEnabled(!chances->isEmpty());
    if (!shown.output.isEmpty() && isShown())
        connect(menu.addAction(tr("All that the model writes")), &QAction::triggered, this,
                &StepForm::outputChosen);
}

} // namespace headlight
