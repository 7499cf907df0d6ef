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
#include <utility>

namespace headlight {

namespace {

QString named(LessonKind kind, const QString& title)
{
    return kind == LessonKind::kTour    ? LessonPlayer::tr("Tour: %1").arg(title)
        : kind == LessonKind::kExamples ? LessonPlayer::tr("Example: %1").arg(title)
                                        : LessonPlayer::tr("Experiment: %1").arg(title);
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
        if (what.testFlag(ViewChange::kHead))
            changed();
    });
    connect(&scenes, &Scenes::arrived, this, &LessonPlayer::arrived);
}

void LessonPlayer::connectPanel()
{
    LessonKind last = LessonKind::kTour;
    for (const Lesson& each : allLessons()) {
        if (each.kind != std::exchange(last, each.kind))
            m_panel->menu().addSection(each.kind == LessonKind::kExamples ? tr("Examples")
                                                                          : tr("Experiments"));
        connect(m_panel->menu().addAction(lessonText(each.title)), &QAction::triggered, this,
                [this, &each] { open(each); });
    }
    connect(m_panel, &LessonPanel::stepChosen, this, &LessonPlayer::go);
    connect(m_panel, &LessonPanel::answered, this, [this](int answer) {
        m_answer = answer;
        stage();
        showStep();
    });
    connect(m_panel, &LessonPanel::actClicked, this, &LessonPlayer::stage);
    connect(m_panel, &LessonPanel::backClicked, this, [this] { go(m_step - 1); });
    connect(m_panel, &LessonPanel::nextClicked, this, [this] { go(m_step + 1); });
    connect(m_panel, &LessonPanel::tourWanted, &m_commands[CommandId::kTour], &QAction::trigger);
    connect(m_panel, &LessonPanel::closeClicked, this, &LessonPlayer::leave);
}

void LessonPlayer::open(const QString& name)
{
    if (const Lesson* const found = lessonNamed(name))
        open(*found);
}

void LessonPlayer::open(const Lesson& lesson)
{
    leave();
    m_lesson = &lesson;
    m_steps.clear();
    for (const LessonStep& each : lesson.steps)
        if (lesson.kind != LessonKind::kTour || partOf(each) != nullptr)
            m_steps.push_back(&each);
    m_done.assign(m_steps.size(), false);
    m_step = -1;
    m_arrived = m_opening = m_placing = false;
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
    m_spotlight->setTarget(nullptr);
    if (!m_panel->isHidden() && m_lesson != nullptr && m_lesson->kind == LessonKind::kTour)
        m_rooms.enter(m_roomBefore);
    m_opening = m_placing = false;
    m_panel->hide();
}

const LessonStep* LessonPlayer::current() const
{
    return m_step < 0 ? nullptr : m_steps[static_cast<std::size_t>(m_step)];
}

QString LessonPlayer::openFolder() const
{
    const auto& model = m_context.workspace.model();
    return model == nullptr ? QString() : QString::fromStdString(model->folder().string());
}

QString LessonPlayer::folderOf(const LessonStep& step) const
{
    const std::string& model = modelOf(*m_lesson, *step.state);
    const auto folder = builtinModelFolder(model);
    return model.empty() || !folder ? openFolder() : QString::fromStdString(folder->string());
}

void LessonPlayer::go(int step)
{
    if (step >= static_cast<int>(m_steps.size())) {
        leave();
        return;
    }
    if (step < 0)
        return;
    m_step = step;
    m_answer = -1;
    m_arrived = m_opening = m_placing = false;
    const LessonStep& now = *current();
    m_folder = now.state ? folderOf(now) : QString();
    // Steps before this one stay done, later ones are open again.
    std::fill(m_done.begin() + step, m_done.end(), false);
    m_done[static_cast<std::size_t>(step)] = true;
    if (!now.predict && now.task.empty())
        stage();
    showStep();
}

void LessonPlayer::stage()
{
    const LessonStep& now = *current();
    if (!now.state) {
        m_arrived = true;
        showStep();
    } else if (openFolder() == m_folder) {
        place();
    } else {
        m_opening = true;
        m_opener.openModel(m_folder);
    }
}

void LessonPlayer::place()
{
    m_placing = true;
    QWidget* const focus = QApplication::focusWidget();
    const LessonStep& now = *current();
    m_scenes.go(sceneOf(*m_lesson, *now.state, m_scenes.now(), m_context.workspace.model().get()),
                named(m_lesson->kind, lessonText(now.title)));
    m_document = shownPart(m_context.workspace.document());
    if (m_panel->isAncestorOf(focus)) // the views have taken the keyboard
        focus->setFocus();
}

void LessonPlayer::arrived()
{
    if (!std::exchange(m_placing, false))
        return;
    const LessonState& state = *current()->state;
    m_arrived = true;
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
    return m_arrived && openFolder() == m_folder && m_context.focus.head() == m_head
        && shownPart(m_context.workspace.document()) == m_document;
}

// A reader who does by hand what a step asks for has done it.
void LessonPlayer::changed()
{
    if (m_panel->isHidden() || current() == nullptr || !isIdle())
        return;
    const LessonStep& now = *current();
    if (!m_arrived && !now.task.empty() && now.state && openFolder() == m_folder) {
        const Scene wanted
            = sceneOf(*m_lesson, *now.state, m_scenes.now(), m_context.workspace.model().get());
        if (shownPart(m_context.workspace.document()) == shownPart(wanted.document))
            place();
    }
    if (m_arrived && holds() != m_held)
        showStep();
}

// The part of the window that a step is about; nullptr if the window does not have it.
QWidget* LessonPlayer::partOf(const LessonStep& step) const
{
    if (!step.at.empty()) {
        auto* const part = m_window->findChild<QWidget*>(QString::fromStdString(step.at));
        return part != nullptr && part->isVisibleTo(m_window) ? part : nullptr;
    }
    const QByteArray view = step.state ? QByteArray::fromStdString(step.state->view) : QByteArray();
    const ViewId id(view.constData());
    return m_rooms.offers(id) ? m_rooms.views().holder(id) : nullptr;
}

void LessonPlayer::showStep()
{
    const LessonStep* const step = current();
    LessonWords words;
    m_held = holds();
    if (step != nullptr)
        words = wordsOf(*step);
    else
        words.text = lessonText(m_lesson->say);
    if (step == nullptr && !m_lesson->source.empty())
        words.text += QStringLiteral("\n\n") + lessonText(m_lesson->source);
    words.back = m_step > 0;
    words.next = step == nullptr                        ? tr("Begin")
        : m_step + 1 < static_cast<int>(m_steps.size()) ? tr("Next")
                                                        : tr("Done");
    const bool tour = m_lesson->kind == LessonKind::kTour, examples = m_lesson->kind == LessonKind::kExamples;
    words.offersTour = !tour && !kTourSeen.of(m_context.settings);
    m_panel->say(words);
    QStringList titles;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const QString title = lessonText(m_steps[i]->title);
        titles << (examples ? title : (m_done[i] ? tr("%1. %2 ✓") : tr("%1. %2")).arg(i + 1).arg(title));
    }
    m_panel->setSteps(titles, m_held || !m_arrived ? m_step : -1);
    m_spotlight->setTarget(step != nullptr && tour ? partOf(*step) : nullptr);
}

LessonWords LessonPlayer::wordsOf(const LessonStep& step) const
{
    const bool gone = m_arrived && !m_held, waits = !m_arrived && !step.task.empty();
    LessonWords words;
    words.title = lessonText(step.title);
    words.count = tr("%1 of %2").arg(m_step + 1).arg(m_steps.size());
    if (gone) {
        words.text = tr("The window shows something else now.");
        words.act = tr("Show it again");
        return words;
    }
    // Without a question or a task, the words are about the state, which may take a while to come.
    const bool comes
        = !m_arrived && step.task.empty() && !step.predict && m_lesson->kind != LessonKind::kTour;
    QStringList said{comes ? QString() : lessonText(step.say, &step),
                     waits ? lessonText(step.task, &step) : QString()};
    QStringList result;
    if (waits)
        words.act = tr("Do it for me");
    if (step.predict) {
        words.question = lessonText(step.predict->ask, &step);
        for (const LessonAnswer& each : step.predict->answers)
            words.answers << lessonText(each.say, &step);
        words.answer = m_answer;
        if (m_answer >= 0)
            result << (step.predict->answers[static_cast<std::size_t>(m_answer)].right ? tr("✓ Right.")
                                                                                       : tr("✗ Not so."));
    }
    if (m_arrived)
        result << lessonText(step.reveal, &step);
    for (QStringList* list : {&said, &result})
        list->removeAll(QString());
    words.text = said.join(QStringLiteral("\n\n"));
    words.result = result.join(QStringLiteral("\n\n"));
    return words;
}

} // namespace headlight
