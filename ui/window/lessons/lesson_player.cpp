#include "ui/window/lessons/lesson_player.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "ui/state/focus.h"
#include "ui/state/sweep_board.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/spotlight.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace headlight {

namespace {

QString named(LessonKind kind, const QString& title)
{
    return kind == LessonKind::kTour        ? LessonPlayer::tr("Tour: %1").arg(title)
        : kind == LessonKind::kExamples     ? LessonPlayer::tr("Example: %1").arg(title)
        : kind == LessonKind::kCourse       ? LessonPlayer::tr("Lesson: %1").arg(title)
        : kind == LessonKind::kIntroduction ? LessonPlayer::tr("Text: %1").arg(title)
                                            : LessonPlayer::tr("Experiment: %1").arg(title);
}

QString sectionOf(LessonKind kind)
{
    switch (kind) {
    case LessonKind::kExamples:
        return LessonPlayer::tr("Examples");
    case LessonKind::kCourse:
        return LessonPlayer::tr("Course");
    case LessonKind::kIntroduction:
        return LessonPlayer::tr("Introductions to the paper");
    default:
        return LessonPlayer::tr("Experiments");
    }
}

bool leadsTo(const LessonPin& wanted, const Cell& pin)
{
    return (!wanted.query || wanted.query == pin.query) && (!wanted.key || wanted.key == pin.key);
}

} // namespace

LessonPlayer::LessonPlayer(const ViewContext& context, const CommandActions& commands, ModelOpener& opener,
                           Rooms& rooms, Scenes& scenes, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_commands(commands)
    , m_opener(opener)
    , m_rooms(rooms)
    , m_scenes(scenes)
    , m_window(window)
    , m_panel(new LessonPanel(window))
    , m_spotlight(new Spotlight(window))
{
    m_panel->hide();
    connectPanel();
    const auto onCommand
        = [this](CommandId id, auto slot) { connect(&m_commands[id], &QAction::triggered, this, slot); };
    onCommand(CommandId::kTour, [this] { open(QStringLiteral("tour")); });
    onCommand(CommandId::kExperiments, [this] { open(QStringLiteral("alignment")); });
    onCommand(CommandId::kGallery, [this] {
        const Lesson* const own = examplesOf(QFileInfo(openFolder()).fileName());
        open(own != nullptr ? *own : *lessonNamed(QStringLiteral("translate")));
    });
    const Workspace& workspace = context.workspace;
    // Queued, so that the window and the runs have already adopted the model.
    connect(
        &workspace, &Workspace::modelChanged, this,
        [this] {
            if (m_restoring && openFolder() == m_restoring->folder)
                m_scenes.go(std::exchange(m_restoring, std::nullopt)->scene, tr("Back from the lesson"));
            if (m_opening && m_context.workspace.model() != nullptr) {
                m_opening = false; // the user may have opened another one
                if (openFolder() == m_folder)
                    place();
            }
            changed();
        },
        Qt::QueuedConnection);
    connect(&workspace, &Workspace::documentChanged, this, &LessonPlayer::changed);
    connect(&context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what & (ViewChanges(ViewChange::kHead) | ViewChange::kPin | ViewChange::kMap))
            changed();
    });
    connect(&scenes, &Scenes::arrived, this, &LessonPlayer::arrived);
    connect(&m_checking, &LatestTask::finished, this, &LessonPlayer::showStep);
}

void LessonPlayer::connectPanel()
{
    LessonKind last = LessonKind::kTour;
    for (const Lesson& each : allLessons()) {
        if (each.kind != std::exchange(last, each.kind))
            m_panel->menu().addSection(sectionOf(each.kind));
        connect(m_panel->menu().addAction(lessonText(each.title)), &QAction::triggered, this,
                [this, &each] { open(each); });
    }
    connect(m_panel, &LessonPanel::stepChosen, this, &LessonPlayer::go);
    connect(m_panel, &LessonPanel::answered, this, &LessonPlayer::answer);
    connect(m_panel, &LessonPanel::actClicked, this, [this] { points() && holds() ? point() : stage(); });
    connect(m_panel, &LessonPanel::backClicked, this, [this] { go(m_step - 1); });
    connect(m_panel, &LessonPanel::nextClicked, this, [this] {
        const int seen = progress(*m_lesson);
        go(m_step < 0 && seen > 0 && !isDone(*m_lesson) ? seen - 1 : m_step + 1);
    });
    connect(m_panel, &LessonPanel::tourWanted, &m_commands[CommandId::kTour], &QAction::trigger);
    connect(m_panel, &LessonPanel::courseWanted, this, [this] {
        const auto& all = allLessons();
        const auto isOpen
            = [this](const Lesson& each) { return each.kind == LessonKind::kCourse && !isDone(each); };
        const auto next = std::find_if(all.begin(), all.end(), isOpen);
        next == all.end() ? open(QStringLiteral("dictionary")) : open(*next);
    });
    connect(m_panel, &LessonPanel::modelWanted, &m_commands[CommandId::kOpenModel], &QAction::trigger);
    connect(m_panel, &LessonPanel::closeClicked, this, &LessonPlayer::leave);
}

void LessonPlayer::open(const QString& name)
{
    if (const Lesson* const found = lessonNamed(name))
        open(*found);
}

void LessonPlayer::open(const Lesson& lesson)
{
    close();
    if (lesson.kind != LessonKind::kCourse)
        m_before.reset(); // what is seen from now on is what the reader wants
    else if (!m_before)
        m_before = Before{openFolder(), m_scenes.now()};
    m_lesson = &lesson;
    m_steps.clear();
    for (const LessonStep& each : lesson.steps)
        if (lesson.kind != LessonKind::kTour || partOf(each) != nullptr)
            m_steps.push_back(&each);
    m_done.assign(m_steps.size(), false);
    std::fill_n(m_done.begin(), std::min(static_cast<int>(m_steps.size()), progress(lesson)), true);
    m_step = -1;
    m_values.clear();
    m_arrived = m_then = false;
    m_roomBefore = m_rooms.current();
    if (lesson.kind == LessonKind::kTour)
        kTourSeen.set(m_context.settings, true);
    QStringList titles;
    for (const LessonStep* each : m_steps)
        titles << lessonText(each->title);
    m_panel->setLesson(lessonText(lesson.title), titles);
    m_panel->takeFocus();
    if (lesson.kind == LessonKind::kTour)
        go(0);
    else
        showStep();
}

void LessonPlayer::offerAtFirstStart()
{
    if (kGallerySeen.of(m_context.settings))
        return;
    kGallerySeen.set(m_context.settings, true);
    QWidget* const focus = QApplication::focusWidget();
    open(QStringLiteral("translate"));
    if (focus != nullptr) // the user may type at once
        focus->setFocus();
}

void LessonPlayer::leave()
{
    close();
    const auto before = std::exchange(m_before, std::nullopt);
    if (!before)
        return;
    if (before->folder == openFolder()) {
        m_scenes.go(before->scene, tr("Back from the lesson"));
    } else {
        m_restoring = before;
        m_opener.openModel(before->folder);
    }
}

void LessonPlayer::close()
{
    m_spotlight->setTarget(nullptr);
    if (!m_panel->isHidden() && m_lesson != nullptr && m_lesson->kind == LessonKind::kTour)
        m_rooms.enter(m_roomBefore);
    m_opening = m_placing = false;
    m_restoring.reset();
    m_checking.cancel();
    m_panel->hide();
}

int LessonPlayer::stepsOf(const Lesson& lesson)
{
    return static_cast<int>(lesson.steps.size()) + (lesson.summary.empty() ? 0 : 1);
}

// The tour leaves out steps.
int LessonPlayer::end() const
{
    return static_cast<int>(m_steps.size()) + (m_lesson->summary.empty() ? 0 : 1);
}

int LessonPlayer::progress(const Lesson& lesson) const
{
    const QString name = QString::fromStdString(lesson.name) + QLatin1Char('=');
    for (const QString& each : kLessonProgress.of(m_context.settings))
        if (each.startsWith(name))
            return std::clamp(each.mid(name.size()).toInt(), 0, stepsOf(lesson));
    return 0;
}

void LessonPlayer::keepProgress()
{
    if (m_lesson->kind == LessonKind::kTour || m_step < progress(*m_lesson))
        return;
    QStringList all = kLessonProgress.of(m_context.settings);
    const QString name = QString::fromStdString(m_lesson->name) + QLatin1Char('=');
    all.removeIf([&](const QString& each) { return each.startsWith(name); });
    all << name + QString::number(m_step + 1);
    kLessonProgress.set(m_context.settings, all);
    emit progressed();
}

const LessonStep* LessonPlayer::current() const
{
    return m_step < 0 || m_step >= static_cast<int>(m_steps.size())
        ? nullptr
        : m_steps[static_cast<std::size_t>(m_step)];
}

const LessonState& LessonPlayer::wantedState() const
{
    return m_then ? *current()->then : *current()->state;
}

QString LessonPlayer::openFolder() const
{
    const auto& model = m_context.workspace.model();
    return model == nullptr ? QString() : QString::fromStdString(model->folder().string());
}

QString LessonPlayer::folderOf(const LessonStep& step) const
{
    const std::string& model = modelOf(*m_lesson, m_then ? *step.then : *step.state);
    const auto folder = builtinModelFolder(model);
    return model.empty() || !folder ? openFolder() : QString::fromStdString(folder->string());
}

void LessonPlayer::go(int step)
{
    if (step >= end()) {
        const Lesson* const next = lessonAfter(*m_lesson);
        next == nullptr ? leave() : open(*next);
        return;
    }
    if (step < 0)
        return;
    m_step = step;
    m_answer = m_reply = -1;
    m_arrived = m_opening = m_placing = m_then = false;
    m_checking.cancel();
    m_values.clear();
    keepProgress();
    if (const LessonStep* const now = current()) {
        m_folder = now->state ? folderOf(*now) : QString();
        // Steps before this one stay done, later ones are open again.
        std::fill(m_done.begin() + step, m_done.end(), false);
        m_done[static_cast<std::size_t>(step)] = true;
        if (!now->predict && now->task.empty())
            stage();
    }
    showStep();
}

void LessonPlayer::answer(int answer)
{
    const LessonStep& now = *current();
    const bool before = now.predict && m_answer < 0;
    (before ? m_answer : m_reply) = answer;
    if (before) {
        stage();
    } else if (now.then) {
        m_then = true;
        m_folder = folderOf(now);
        m_arrived = false;
        stage();
    }
    showStep();
}

bool LessonPlayer::asksByPointing() const
{
    const LessonStep* const now = current();
    return now != nullptr && now->question && now->question->answers.empty();
}

bool LessonPlayer::points() const
{
    return asksByPointing() && m_arrived && m_reply < 0;
}

// Shows the place that a question asks for.
void LessonPlayer::point()
{
    const LessonQuestion& question = *current()->question;
    if (question.head)
        m_context.focus.setHead(*question.head);
    m_context.focus.setPin({question.pin.query, question.pin.key});
}

void LessonPlayer::stage()
{
    const LessonStep& now = *current();
    if (!now.state) {
        m_arrived = true;
        compute();
        showStep();
    } else if (openFolder() == m_folder) {
        place();
    } else {
        m_opening = true;
        m_opener.openModel(m_folder);
    }
}

// The numbers of the step's words come from runs of their own, so that they do not depend on what the views
// have recorded.
void LessonPlayer::compute()
{
    if (current()->check.empty() || !m_values.empty())
        return;
    m_checking.start([this, lesson = m_lesson, step = current(), open = m_context.workspace.model()](
                         const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        Job job;
        job.stop = stop;
        std::map<std::string, std::shared_ptr<const Model>> known;
        const ModelByName models = [&](const std::string& name) -> Result<std::shared_ptr<const Model>> {
            if (open != nullptr && (name.empty() || open->folder().filename() == name))
                return open;
            if (known[name] == nullptr) {
                ASSIGN_OR_RETURN(const auto folder, builtinModelFolder(name));
                ASSIGN_OR_RETURN(known[name], loadModel(folder, {}, job));
            }
            return known[name];
        };
        if (auto values = checkStep(*lesson, *step, models, job))
            deliver([this, found = *std::move(values)] { m_values = found; });
    });
}

void LessonPlayer::place()
{
    m_placing = true;
    QWidget* const focus = QApplication::focusWidget();
    const LessonStep& now = *current();
    m_scenes.go(sceneOf(*m_lesson, wantedState(), m_scenes.now(), m_context.workspace.model().get()),
                named(m_lesson->kind, lessonText(now.title)));
    m_document = shownPart(m_context.workspace.document());
    if (m_panel->isAncestorOf(focus)) // the views have taken the keyboard
        focus->setFocus();
}

void LessonPlayer::arrived()
{
    if (!std::exchange(m_placing, false))
        return;
    const LessonState& state = wantedState();
    m_arrived = true;
    compute();
    m_head = m_context.focus.head();
    if (!state.edits.empty())
        m_context.workspace.setVersion(state.version);
    if (TraceView* const view = m_rooms.views().view(ViewId(state.view.c_str())); view && state.example > 0)
        view->showExample(state.example - 1);
    if (state.compare)
        m_context.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    if (!state.sweep.empty()) {
        SweepOrder order;
        order.colourHeads = true;
        order.where = parseHeadPattern(state.sweep).value();
        m_context.workspace.sweeps().order(order);
    }
    showStep();
}

bool LessonPlayer::holds() const
{
    const LessonStep* const step = current();
    if (step == nullptr || !step->state || m_lesson->kind == LessonKind::kTour)
        return true;
    const bool mayChoose = asksByPointing() && m_reply < 0 && step->question->head;
    return m_arrived && openFolder() == m_folder && (mayChoose || m_context.focus.head() == m_head)
        && shownPart(m_context.workspace.document()) == m_document;
}

// A reader who does by hand what a step asks for has done it.
void LessonPlayer::changed()
{
    if (m_panel->isHidden() || current() == nullptr || m_opening || m_placing)
        return;
    const LessonStep& now = *current();
    const Focus& focus = m_context.focus;
    if (!m_arrived && !now.task.empty() && now.state && openFolder() == m_folder) {
        const LessonState& state = *now.state;
        const Scene wanted = sceneOf(*m_lesson, state, m_scenes.now(), m_context.workspace.model().get());
        if (shownPart(m_context.workspace.document()) == shownPart(wanted.document)
            && (!state.head || (focus.head() == *state.head && focus.map() == state.map))
            && leadsTo(state.pin, focus.pin()))
            place();
    }
    if (points() && holds()) {
        const LessonQuestion& question = *now.question;
        if ((!question.head || focus.head() == *question.head) && leadsTo(question.pin, focus.pin())) {
            m_head = focus.head();
            answer(0);
        }
    }
    if (m_arrived && holds() != m_held)
        showStep();
}

// The part of the window that a step is about; nullptr if the window does not have it.
QWidget* LessonPlayer::partOf(const LessonStep& step) const
{
    const std::string& view = !step.at.empty() || !step.state ? step.at : step.state->view;
    if (const ViewId id(view.c_str()); m_rooms.offers(id))
        return m_rooms.views().holder(id);
    auto* const part = m_window->findChild<QWidget*>(QString::fromStdString(step.at));
    return part != nullptr && part->isVisibleTo(m_window) && !step.at.empty() ? part : nullptr;
}

void LessonPlayer::showStep()
{
    const LessonStep* const step = current();
    const auto count = static_cast<int>(m_steps.size());
    m_held = holds();
    LessonWords words = step != nullptr ? wordsOf(*step) : wordsAround();
    words.back = m_step > 0;
    words.next = nextWords();
    const bool tour = m_lesson->kind == LessonKind::kTour;
    words.offersTour = !tour && !kTourSeen.of(m_context.settings);
    m_panel->say(words);
    m_panel->setSteps(stepTitles(), m_step < count && (m_held || !m_arrived) ? m_step : -1);
    // In a lesson, the ring shows where to do something.
    const bool rings = step != nullptr
        && (tour || points()
            || (m_lesson->kind == LessonKind::kCourse && !m_arrived && !m_then && !step->task.empty()));
    m_spotlight->setTarget(rings ? partOf(*step) : nullptr);
}

LessonWords LessonPlayer::wordsAround() const
{
    LessonWords words;
    words.text = lessonText(m_step < 0 ? m_lesson->say : m_lesson->summary);
    if (m_step >= 0)
        words.title = tr("In two sentences");
    if (!m_lesson->source.empty() && (m_step >= 0 || m_lesson->summary.empty()))
        words.text += QStringLiteral("\n\n") + lessonText(m_lesson->source);
    return words;
}

QString LessonPlayer::nextWords() const
{
    if (m_step < 0)
        return progress(*m_lesson) > 0 && !isDone(*m_lesson) ? tr("Continue") : tr("Begin");
    if (m_step + 1 < end())
        return tr("Next");
    return lessonAfter(*m_lesson) != nullptr ? tr("Next lesson") : tr("Done");
}

QStringList LessonPlayer::stepTitles() const
{
    const bool anyOrder
        = m_lesson->kind == LessonKind::kExamples || m_lesson->kind == LessonKind::kIntroduction;
    QStringList titles;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const QString title = lessonText(m_steps[i]->title);
        titles << (anyOrder ? title : (m_done[i] ? tr("%1. %2 ✓") : tr("%1. %2")).arg(i + 1).arg(title));
    }
    return titles;
}

// Asks the question that is open, and judges those that are answered.
QStringList LessonPlayer::ask(const LessonStep& step, LessonWords& words) const
{
    QStringList result;
    const auto judge = [&result](const std::optional<LessonQuestion>& question, int answer) {
        if (!question || answer < 0)
            return;
        const bool right
            = question->answers.empty() || question->answers[static_cast<std::size_t>(answer)].right;
        result << (right ? tr("✓ Right.") : tr("✗ Not so."));
    };
    const bool later = step.question && (m_arrived || m_then);
    if (const auto& asked = later ? step.question : step.predict) {
        words.question = lessonText(asked->ask, &step, &m_values);
        for (const LessonAnswer& each : asked->answers)
            words.answers << lessonText(each.say, &step, &m_values);
        words.answer = later ? m_reply : m_answer;
    }
    judge(step.predict, m_answer);
    if (later)
        judge(step.question, m_reply);
    return result;
}

LessonWords LessonPlayer::wordsOf(const LessonStep& step) const
{
    const bool gone = m_arrived && !m_held, waits = !m_arrived && !m_then && !step.task.empty();
    const auto said = [&](const std::string& text) { return lessonText(text, &step, &m_values); };
    LessonWords words;
    words.title = said(step.title);
    words.count = tr("%1 of %2").arg(m_step + 1).arg(m_steps.size());
    if (gone) {
        words.text = tr("The window shows something else now.");
        words.act = tr("Show it again");
        return words;
    }
    // Without a question or a task, the words are about the state, which may take a while to come.
    const bool comes
        = !m_arrived && !m_then && step.task.empty() && !step.predict && m_lesson->kind != LessonKind::kTour;
    if (!comes)
        for (const LessonRow& row : step.rows)
            words.rows.push_back(
                {said(row.what) + QString::fromStdString(row.code), said(row.here), row.what.empty()});
    QStringList texts{comes ? QString() : said(step.say), waits ? said(step.task) : QString()};
    QStringList result;
    if (waits)
        words.act = tr("Do it for me");
    result << ask(step, words);
    if (points())
        words.act = tr("Show me");
    if (m_arrived && (!step.question || m_reply >= 0))
        result << said(step.reveal);
    for (QStringList* list : {&texts, &result})
        list->removeAll(QString());
    words.text = texts.join(QStringLiteral("\n\n"));
    words.result = result.join(QStringLiteral("\n\n"));
    return words;
}

} // namespace headlight
