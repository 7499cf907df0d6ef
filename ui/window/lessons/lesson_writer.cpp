#include "ui/window/lessons/lesson_writer.h"

#include "core/io/atomic_file.h"
#include "core/model/model.h"
#include "ui/background/once_after.h"
#include "ui/run/notices.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/step_form.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/view_places.h"
#include "ui/words/head_name.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kWriterLetters = 44, kWriterSpace = 8; ///< width of the panel, and space in it
constexpr std::size_t kMostUndone = 100;
constexpr int kKeepDelay = 600; ///< milliseconds after the last key

/// A number or matrix in the form that a formula reads.
std::string literalOf(const FormulaValue& value, int digits)
{
    const std::string text = formulaText(value, digits, ", ", "; ");
    return value.size() == 1 ? text : "[" + text + "]";
}

/// nullptr if there is no such step.
LessonStep* stepAt(Lesson& lesson, int row)
{
    return row < 0 || row >= std::ssize(lesson.steps) ? nullptr
                                                      : &lesson.steps[static_cast<std::size_t>(row)];
}

} // namespace

LessonWriter::LessonWriter(const ViewContext& context, Scenes& scenes, QWidget* window)
    : QWidget(window)
    , m_context(context)
    , m_scenes(scenes)
    , m_title(new QLineEdit)
    , m_about(makeTextField("lessonAbout", 2, tr("What it is about, in a sentence")))
    , m_summary(makeTextField("lessonSummary", 2, tr("Said after the last step (may be empty)")))
    , m_steps(makeList(tr("Steps of the lesson"), 5))
    , m_undo(makeFlatButton(tr("Undo"), tr("Undo the last change of the lesson")))
    , m_redo(makeFlatButton(tr("Redo"), tr("Redo the change of the lesson that was undone last")))
    , m_form(new StepForm(context))
    , m_status(makeWrappedLabel())
{
    named(this, "lessonWriter", tr("Lesson writer"), {})->hide();
    auto* const column = makeEdgedColumn(this, kWriterSpace);
    auto* const top = makeRow(nullptr);
    auto* const heading = new QLabel(tr("Your lesson"));
    heading->setFont(boldFont(heading->font()));
    top->addWidget(heading, 1);
    auto* const attempt = named(new QPushButton(tr("Try it")), "lessonTry", {}, {});
    top->addWidget(attempt);
    auto* const close = makeFlatButton(QStringLiteral("✕"), tr("Close the lesson"), tr("Close the lesson"));
    close->setObjectName(QStringLiteral("lessonClose"));
    top->addWidget(close);
    column->addLayout(top);
    auto* const inside = new QWidget;
    auto* const parts = makeColumn(inside, {}, kWriterSpace);
    parts->addWidget(buildSteps());
    parts->addWidget(m_form);
    parts->addWidget(m_summary);
    parts->addStretch(1);
    column->addWidget(makeScrolling(inside, Qt::ScrollBarAlwaysOff), 1);
    m_status->setObjectName(QStringLiteral("lessonStatus"));
    column->addWidget(m_status);
    setFixedWidth(roomForText(*this, kWriterLetters, 1).width() + 2 * fontMetrics().height());
    onceAfter(m_soon, kKeepDelay, this, &LessonWriter::keep);
    connect(attempt, &QPushButton::clicked, this, [this] {
        keep();
        save();
        if (m_kept)
            emit tryWanted(m_draft.file);
    });
    connect(close, &QToolButton::clicked, this, &LessonWriter::leave);
    connect(m_form, &StepForm::edited, this, [this] { m_soon.start(); });
    connect(m_form, &StepForm::formulaChosen, this, &LessonWriter::addCheck);
    connect(m_form, &StepForm::outputChosen, this, [this] {
        changeStep([output = m_context.workspace.snapshot()->output.toStdString()](LessonStep& step) {
            step.check.emplace_back().output = output;
        });
    });
    connect(m_form, &StepForm::checkRemoved, this, [this](int check) {
        changeStep([check](LessonStep& step) { step.check.erase(step.check.begin() + check); });
    });
}

QWidget* LessonWriter::buildSteps()
{
    m_title->setObjectName(QStringLiteral("lessonTitleField"));
    setPurpose(*m_title, tr("Title of the lesson"));
    const auto typing = [this] {
        if (!m_showing)
            m_soon.start();
    };
    connect(m_title, &QLineEdit::textEdited, this, typing);
    for (QPlainTextEdit* each : {m_about, m_summary})
        connect(each, &QPlainTextEdit::textChanged, this, typing);
    auto* const part = new QWidget;
    auto* const column = makeColumn(part);
    auto* const add = named(new QPushButton(tr("&Add this state as a step")), "lessonAddStep", {},
                            tr("What the window shows now: sentence, edits, head, cell and view"));
    for (QWidget* each : std::initializer_list<QWidget*>{m_title, m_about, m_steps, add})
        column->addWidget(each);
    QHBoxLayout *const row = makeRow(nullptr), *const states = makeRow(nullptr);
    const auto button = [&](QHBoxLayout* in, QToolButton* made, const char* name, auto slot) {
        made->setObjectName(QLatin1String(name));
        connect(made, &QToolButton::clicked, this, slot);
        in->addWidget(made);
    };
    const QString up = tr("Move the step up"), down = tr("Move the step down");
    button(row, makeFlatButton(QStringLiteral("↑"), up, up), "lessonUp", [this] { moveStep(-1); });
    button(row, makeFlatButton(QStringLiteral("↓"), down, down), "lessonDown", [this] { moveStep(1); });
    button(row, makeFlatButton(tr("Remove"), tr("Remove the step")), "lessonRemove", [this] {
        keep();
        if (current() != nullptr)
            change([row = m_draft.row](Lesson& lesson) { lesson.steps.erase(lesson.steps.begin() + row); });
    });
    row->addStretch(1);
    button(row, m_undo, "lessonUndo", [this] { travel(m_draft.before, m_draft.after); });
    button(row, m_redo, "lessonRedo", [this] { travel(m_draft.after, m_draft.before); });
    button(states, makeFlatButton(tr("Show its state"), tr("Bring the window to the state of the step")),
           "lessonShowState", &LessonWriter::showState);
    button(states, makeFlatButton(tr("Take this state"), tr("Give the step what the window shows now")),
           "lessonTakeState", &LessonWriter::takeState);
    states->addStretch(1);
    column->addLayout(row);
    column->addLayout(states);
    connect(add, &QPushButton::clicked, this, &LessonWriter::addStep);
    connect(m_steps, &QListWidget::currentRowChanged, this, [this] {
        if (m_showing)
            return;
        keep(); // what was typed for the step before
        showStep();
    });
    return part;
}

void LessonWriter::askForNew()
{
    const QString folder = lessonFolder(m_context.settings);
    QDir().mkpath(folder);
    QString file = QFileDialog::getSaveFileName(
        window(), tr("New lesson"), folder + QStringLiteral("/lesson.json"), tr("Lessons (*.json)"));
    if (file.isEmpty())
        return;
    if (!file.endsWith(QLatin1String(".json")))
        file += QLatin1String(".json");
    QFile::remove(file); // the dialog has asked
    open(file);
}

void LessonWriter::open(const QString& file, int step)
{
    keep();
    if (!m_draft.file.isEmpty() && !m_kept)
        m_draft.unkept[m_draft.file] = m_draft.lesson;
    m_measuring.cancel();
    Lesson lesson;
    lesson.markdown = true;
    lesson.folder = QFileInfo(file).absolutePath().toStdString();
    lesson.title = QFileInfo(file).completeBaseName().toStdString();
    auto unkept = m_draft.unkept.extract(file);
    if (unkept) {
        lesson = std::move(unkept.mapped());
    } else if (QFileInfo::exists(file)) {
        auto known = readLesson(file.toStdString());
        if (!known)
            return m_context.workspace.setNotice(noticeFor(known.error(), Attempt::kOpenLesson));
        lesson = *std::move(known);
    }
    m_draft = {file, std::move(lesson), {}, {}, std::move(m_draft.unkept)};
    m_kept = true;
    showLesson();
    m_steps->setCurrentRow(std::clamp(step, 0, std::max(0, m_steps->count() - 1)));
    say(m_draft.lesson.steps.empty() ? tr("Bring the window to a state worth seeing, then add it as a step.")
                                     : QString());
    if (unkept)
        save();
    emit begun();
    show();
    m_title->setFocus();
}

LessonStep* LessonWriter::current()
{
    return stepAt(m_draft.lesson, m_steps->currentRow());
}

void LessonWriter::change(const std::function<void(Lesson&)>& how)
{
    Lesson next = m_draft.lesson;
    how(next);
    if (next == m_draft.lesson)
        return;
    m_draft.before.push_back(std::exchange(m_draft.lesson, std::move(next)));
    if (m_draft.before.size() > kMostUndone)
        m_draft.before.erase(m_draft.before.begin());
    m_draft.after.clear();
    save();
    showLesson();
}

void LessonWriter::travel(std::vector<Lesson>& from, std::vector<Lesson>& to)
{
    keep(); // which may be a change, after which there is nothing to redo
    if (from.empty())
        return;
    to.push_back(std::exchange(m_draft.lesson, std::move(from.back())));
    from.pop_back();
    save();
    showLesson();
}

void LessonWriter::addStep()
{
    keep();
    if (m_context.workspace.model() == nullptr)
        return say(tr("Open a model first: a step shows what a model does."));
    QStringList leftOut;
    const Scene now = m_scenes.now();
    LessonStep step;
    step.state = stateOf(m_draft.lesson, now, m_context.workspace, leftOut);
    const auto views = viewRegistry();
    const auto view = std::ranges::find(views, ViewId(step.state->view.c_str()), &ViewDescriptor::id);
    const QString shown
        = view == views.end() || view->id == view_ids::kHeatmap ? headName(now.focus.head) : viewTitle(*view);
    step.title = shown.toStdString();
    step.say = tr("Look at %1.").arg(shown).toStdString();
    const int place = std::min(m_steps->currentRow() + 1, static_cast<int>(m_draft.lesson.steps.size()));
    change([&](Lesson& lesson) { lesson.steps.insert(lesson.steps.begin() + place, step); });
    m_steps->setCurrentRow(place);
    m_form->nameStep(); // what is typed next is not for the button
    sayLeftOut(leftOut);
}

void LessonWriter::showState()
{
    keep();
    const LessonStep* const step = current();
    const auto& model = m_context.workspace.model();
    if (step == nullptr || !step->state || model == nullptr)
        return;
    const std::string& name = modelOf(m_draft.lesson, *step->state);
    if (!name.empty() && model->folder().filename() != name)
        say(tr("Open the model %1 first: the step shows it.").arg(QString::fromStdString(name)));
    else
        m_scenes.go(sceneOf(m_draft.lesson, *step->state, m_scenes.now(), model.get()),
                    QString::fromStdString(step->title));
}

void LessonWriter::takeState()
{
    if (m_context.workspace.model() == nullptr)
        return;
    QStringList leftOut;
    changeStep([&](LessonStep& step) {
        step.state = stateOf(m_draft.lesson, m_scenes.now(), m_context.workspace, leftOut);
    });
    sayLeftOut(leftOut);
}

void LessonWriter::sayLeftOut(const QStringList& leftOut)
{
    if (!leftOut.isEmpty())
        say(tr("A lesson does not keep: %1.").arg(leftOut.join(QStringLiteral(", "))));
}

void LessonWriter::moveStep(int by)
{
    keep();
    const int from = m_steps->currentRow(), to = from + by;
    if (stepAt(m_draft.lesson, from) == nullptr || stepAt(m_draft.lesson, to) == nullptr)
        return;
    change([&](Lesson& lesson) { std::swap(*stepAt(lesson, from), *stepAt(lesson, to)); });
    m_steps->setCurrentRow(to);
}

void LessonWriter::addCheck(const QString& formula, int digits)
{
    keep();
    if (current() == nullptr)
        return;
    LessonStep probe = *current();
    LessonCheck check;
    check.name = "a"; // b, … z, za, zb, …
    check.formula = formula.toStdString();
    check.value = "0";
    check.digits = digits;
    while (std::ranges::count(probe.check, check.name, &LessonCheck::name) > 0)
        check.name.back() == 'z' ? check.name.push_back('a') : void(++check.name.back());
    if (formula.startsWith(QLatin1String("writes(")))
        check.name.clear(); // it is so or not: no number for the text
    probe.check = {check};
    say(tr("Computing %1 …").arg(formula));
    const auto take = [this, check, row = m_steps->currentRow()](const auto& values) mutable {
        if (!values)
            return say(QString::fromStdString(values.error().describe()));
        check.value = literalOf(values->front().value, check.digits);
        change([&](Lesson& changed) {
            if (LessonStep* const step = stepAt(changed, row))
                step->check.push_back(check);
        });
    };
    m_measuring.start(
        checksOf(std::make_shared<const Lesson>(m_draft.lesson), probe, m_context.workspace.model(), take));
}

void LessonWriter::changeStep(const std::function<void(LessonStep&)>& how)
{
    keep();
    change([&](Lesson& lesson) {
        if (LessonStep* const step = stepAt(lesson, m_steps->currentRow()))
            how(*step);
    });
}

void LessonWriter::keep()
{
    m_soon.stop();
    if (m_draft.file.isEmpty())
        return;
    change([this](Lesson& lesson) {
        lesson.title = m_title->text().toStdString();
        lesson.say = m_about->toPlainText().toStdString();
        lesson.summary = m_summary->toPlainText().toStdString();
        if (LessonStep* const step = stepAt(lesson, m_draft.row))
            m_form->read(*step);
    });
}

LessonWriter::Draft LessonWriter::finish()
{
    keep();
    m_draft.shown = !isHidden();
    return m_draft;
}

void LessonWriter::goOn(const Draft& draft)
{
    m_draft = draft;
    if (m_draft.file.isEmpty())
        return;
    showLesson();
    m_steps->setCurrentRow(draft.row);
    save();
    setVisible(draft.shown);
}

void LessonWriter::leave()
{
    hide();
    if (!m_draft.file.isEmpty() && !m_kept)
        m_context.workspace.setNotice(
            Notice{tr("The last changes of the lesson are not in its file yet. %1").arg(m_status->text()),
                   tr("They are still here when you change the lesson again."), false});
}

bool LessonWriter::mayClose()
{
    keep();
    if ((m_draft.file.isEmpty() || m_kept) && m_draft.unkept.empty())
        return true;
    QMessageBox question(
        QMessageBox::Question, tr("Headlight"),
        tr("The last changes of a lesson are not in its file yet: it cannot be read as it is."),
        QMessageBox::Discard | QMessageBox::Cancel, window());
    question.setObjectName(QStringLiteral("unkeptLesson"));
    question.setDefaultButton(QMessageBox::Cancel);
    return question.exec() == QMessageBox::Discard;
}

void LessonWriter::save()
{
    m_kept = false;
    const std::string text = toText(m_draft.lesson);
    if (m_draft.lesson.title.empty() || m_draft.lesson.steps.empty())
        return say(m_draft.lesson.title.empty() ? tr("Not kept yet: the lesson has no title.")
                                                : tr("Not kept yet: the lesson has no step."));
    for (std::size_t i = 0; i < m_draft.lesson.steps.size(); ++i)
        if (const QString missing = StepForm::missingIn(m_draft.lesson.steps[i]); !missing.isEmpty())
            return say(tr("Not kept yet: step %1 has %2.").arg(i + 1).arg(missing));
    // A file that cannot be read again would be of no use.
    if (const auto read = lessonFromText(text, m_draft.file.toStdString()); !read)
        return say(tr("Not kept yet: %1").arg(QString::fromStdString(read.error().describe())));
    if (const auto written = writeFileAtomically(m_draft.file.toStdString(), text); !written)
        return say(tr("Not kept: %1").arg(QString::fromStdString(written.error().describe())));
    m_kept = true;
    QString kept = tr("Kept in %1").arg(QDir::toNativeSeparators(m_draft.file));
    if (const LessonStep* const step = current(); step != nullptr && tellsAnswer(*step))
        kept = tr("Kept, but the file shows the answer of step %1: in what is said at the end, or in a "
                  "number.")
                   .arg(m_steps->currentRow() + 1);
    for (std::size_t i = 0; i < m_draft.lesson.steps.size(); ++i)
        for (const std::string& name : unknownNames(m_draft.lesson.steps[i]))
            kept = tr("Kept, but step %1 names {%2}, and has no such number.")
                       .arg(i + 1)
                       .arg(QString::fromStdString(name));
    say(kept);
    emit saved();
}

void LessonWriter::showLesson()
{
    const int last = static_cast<int>(m_draft.lesson.steps.size()) - 1;
    const int row = std::clamp(m_steps->currentRow(), std::min(0, last), last);
    m_showing = true;
    setWords(*m_title, m_draft.lesson.title);
    setWords(*m_about, m_draft.lesson.say);
    setWords(*m_summary, m_draft.lesson.summary);
    QStringList titles;
    for (const LessonStep& each : m_draft.lesson.steps)
        titles << tr("%1. %2").arg(titles.size() + 1).arg(QString::fromStdString(each.title));
    setTexts(*m_steps, titles);
    m_steps->setCurrentRow(row);
    m_undo->setEnabled(!m_draft.before.empty());
    m_redo->setEnabled(!m_draft.after.empty());
    m_showing = false;
    showStep();
}

void LessonWriter::showStep()
{
    m_draft.row = m_steps->currentRow();
    m_form->show(current());
}

} // namespace headlight
