#include "ui/window/lessons/lesson_player.h"

#include "core/model/model.h"
#include "ui/run/notices.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/spotlight.h"
#include "ui/window/lessons/lesson_answers.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_miniatures.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_entry.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace headlight {

namespace {

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
    , m_panel(new LessonPanel({&commands[CommandId::kOpenModel], &commands[CommandId::kOpenGguf]}, window))
    , m_answers(new LessonAnswers(context, window))
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
                restore(*std::exchange(m_restoring, std::nullopt));
            if (m_context.workspace.model() != nullptr)
                m_isComing = false;
            if (m_opening && m_context.workspace.model() != nullptr) {
                m_opening = false; // the user may have opened another one
                if (openFolder() == m_folder)
                    place();
            }
            giveBackDecoding();
            changed({});
        },
        Qt::QueuedConnection);
    connect(&workspace, &Workspace::documentChanged, this, [this] { changed({}, true); });
    connect(&context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what & (ViewChanges(ViewChange::kHead) | ViewChange::kPin | ViewChange::kMap))
            changed(what);
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
    connect(m_panel, &LessonPanel::typed, this, &LessonPlayer::answerTyped);
    connect(m_panel, &LessonPanel::hintWanted, this, [this] {
        ++m_now.hints;
        m_now.hinted = true;
        showStep();
    });
    connect(m_panel, &LessonPanel::handInWanted, this, [this] { m_answers->askToSave(*m_now.lesson); });
    connect(m_panel, &LessonPanel::actClicked, this, [this] {
        if (m_now.current() == nullptr)
            return m_answers->askToSave(*m_now.lesson);
        const bool shows = m_now.points() && holds();
        m_now.hints += shows || !m_now.arrived ? 1 : 0;
        m_now.pointed = m_now.pointed || shows;
        if (m_now.base != nullptr)
            m_now.hurried = true;
        else
            shows ? point() : stage();
    });
    connect(m_panel, &LessonPanel::backClicked, this, [this] { go(m_now.step - 1); });
    connect(m_panel, &LessonPanel::nextClicked, this,
            [this] { go(m_now.step < 0 ? m_now.firstOpen() : m_now.step + 1); });
    connect(m_panel, &LessonPanel::rowClicked, this, [this](int row) {
        const LessonRow leads = m_now.current()->rows[static_cast<std::size_t>(row)];
        if (const Lesson* const other = lessonNamed(QString::fromStdString(leads.lesson))) {
            open(*other);
            go(leads.step - 1);
        } else if (const ViewId view(leads.view.c_str()); m_rooms.offers(view)) {
            if (view == view_ids::kHeatmap)
                m_context.focus.setMap(leads.map);
            m_rooms.showHome(view);
            giveCell(m_rooms.current(), m_context);
        }
    });
    connect(m_panel, &LessonPanel::tourWanted, &m_commands[CommandId::kTour], &QAction::trigger);
    connect(m_panel, &LessonPanel::courseWanted, this, [this] {
        const auto& all = allLessons();
        const auto isOpen
            = [this](const Lesson& each) { return each.kind == LessonKind::kCourse && !isDone(each); };
        const auto next = std::find_if(all.begin(), all.end(), isOpen);
        next == all.end() ? open(QStringLiteral("dictionary")) : open(*next);
    });
    connect(m_panel, &LessonPanel::editWanted, this, [this] {
        m_before.reset(); // its author goes on with what is shown
        emit editWanted(QString::fromStdString(m_now.lesson->name), m_now.step);
    });
    connect(m_panel, &LessonPanel::closeClicked, this, &LessonPlayer::leave);
}

void LessonPlayer::open(const QString& name)
{
    if (const Lesson* const found = lessonNamed(name))
        open(*found);
}

void LessonPlayer::open(const Lesson& lesson)
{
    open(std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &lesson)); // lives as long as the program
}

void LessonPlayer::openFile(const QString& file)
{
    auto lesson = readLesson(std::filesystem::path(file.toStdString()));
    if (lesson)
        if (const auto found = findModels(*lesson); !found)
            lesson = found.error();
    if (!lesson) {
        m_context.workspace.setNotice(noticeFor(lesson.error(), Attempt::kOpenLesson));
        return;
    }
    if (const auto unknown = unknownViews(*lesson); !unknown.empty())
        m_context.workspace.setNotice(
            Notice{tr("A step of this lesson cannot be shown as its author meant it. %1")
                       .arg(QString::fromStdString(unknown.front())),
                   tr("Tell its author: headlight course check finds all such places."), true});
    open(std::make_shared<const Lesson>(*std::move(lesson)));
}

void LessonPlayer::open(std::shared_ptr<const Lesson> lesson)
{
    close();
    const bool tour = lesson->kind == LessonKind::kTour;
    if (lesson->kind != LessonKind::kCourse && !tour && lesson->folder.empty())
        m_before.reset(); // what is seen from now on is what the reader wants
    else if (!m_before)
        m_before = Before{openFolder(), m_scenes.now(), m_context.workspace.sheet()};
    std::vector<const LessonStep*> steps;
    for (const LessonStep& each : lesson->steps)
        if (!tour || partOf(each) != nullptr)
            steps.push_back(&each);
    auto done = stepsDone(m_context.settings, *lesson);
    if (m_answers->begin(*lesson))
        done.assign(done.size(), false);
    m_now.begin(std::move(lesson), std::move(steps), done);
    m_roomBefore = m_rooms.current();
    if (tour)
        kTourSeen.set(m_context.settings, true);
    QStringList titles;
    for (const LessonStep* each : m_now.steps)
        titles << lessonText(*m_now.lesson, each->title);
    m_panel->setLesson(lessonText(*m_now.lesson, m_now.lesson->title), titles);
    if (m_now.lesson->kind == LessonKind::kExamples)
        m_drawing.start(miniaturesOf(
            m_now.lesson, m_now.steps, m_context.workspace.model(),
            {m_context.focus.colourMap(), m_panel->palette(), m_panel->devicePixelRatioF()},
            [this](int step, const QImage& image) { m_panel->setPicture(step, QPixmap::fromImage(image)); }));
    m_panel->takeFocus();
    if (tour)
        go(0);
    else
        showStep();
}

void LessonPlayer::offerAtFirstStart()
{
    if (kGallerySeen.of(m_context.settings))
        return;
    kGallerySeen.set(m_context.settings, true);
    open(QStringLiteral("translate"));
}

void LessonPlayer::leave()
{
    close();
    const auto before = std::exchange(m_before, std::nullopt);
    if (!before || before->folder.isEmpty()) // it began before there was a model to return to
        return;
    if (before->folder == openFolder() && !m_isComing) {
        restore(*before);
    } else {
        m_restoring = before;
        m_opener.openModel(before->folder);
    }
}

// How a lesson decodes belongs to its model, not to the next one that the reader opens.
void LessonPlayer::giveBackDecoding()
{
    if (m_isComing || m_context.workspace.model() == nullptr || openFolder() == m_folder)
        return;
    const auto own = std::exchange(m_decoding, std::nullopt);
    Document next = m_context.workspace.document();
    if (!own || next.decoding != m_document.decoding || next.decoding == *own)
        return;
    next.decoding = *own;
    m_context.workspace.apply(next, tr("Back from the lesson"));
}

void LessonPlayer::restore(const Before& before)
{
    m_decoding.reset();
    m_context.workspace.setSheet(before.sheet);
    m_scenes.go(before.scene, tr("Back from the lesson"));
}

void LessonPlayer::close()
{
    m_spotlight->setTarget(nullptr);
    m_context.focus.setCellAsked(false);
    m_context.workspace.setEditsAsked(false);
    if (!m_panel->isHidden() && m_now.lesson != nullptr && m_now.lesson->kind == LessonKind::kTour)
        m_rooms.enter(m_roomBefore);
    if (m_now.step >= 0 && !m_panel->isHidden() && m_before)
        m_rooms.views().putInCentre({});
    m_opening = m_placing = false;
    m_restoring.reset();
    m_checking.cancel();
    m_drawing.cancel();
    m_panel->hide();
}

std::optional<std::pair<QString, Document>> LessonPlayer::readersOwn() const
{
    if (!m_before || m_before->folder.isEmpty())
        return std::nullopt;
    return std::pair(m_before->folder, m_before->scene.document);
}

QString LessonPlayer::openFolder() const
{
    const auto& model = m_context.workspace.model();
    return model == nullptr ? QString() : QString::fromStdString(model->folder().string());
}

QString LessonPlayer::wantedFolder() const
{
    const std::string& model = modelOf(*m_now.lesson, m_now.wantedState());
    if (model.empty())
        return openFolder();
    const auto folder = modelFolderOf(*m_now.lesson, model);
    if (folder)
        return QString::fromStdString(folder->string());
    m_context.workspace.setNotice(noticeFor(folder.error(), Attempt::kOpenLesson));
    return openFolder();
}

void LessonPlayer::go(int step)
{
    keepDone(step > m_now.step || !m_now.isInOrder());
    if (step >= m_now.end()) {
        const Lesson* const next = lessonAfter(*m_now.lesson);
        next == nullptr ? leave() : open(*next);
        return;
    }
    if (step < 0)
        return;
    const bool follows = step == m_now.step + 1 && (m_now.step < 0 || m_now.arrived) && holds()
        && m_rooms.current() != QLatin1String(kLearnPage);
    m_now.go(step);
    m_answers->begin();
    m_opening = m_placing = false;
    m_checking.cancel();
    if (const LessonStep* const now = m_now.current()) {
        const bool acts = !now->task.empty() && !m_now.again;
        const bool asks = (now->predict && m_now.answer < 0) || acts;
        if (!follows && now->state && asks)
            m_now.base = m_now.stateBefore(); // which the reader has not seen, or has left
        m_folder = now->state ? wantedFolder() : QString();
        if (asks)
            compute(); // what is asked may have numbers
        if (!asks || m_now.base != nullptr)
            stage();
    }
    showStep();
}

void LessonPlayer::answer(int answer)
{
    const LessonStep& now = *m_now.current();
    const bool before = now.predict && m_now.answer < 0;
    m_now.wrong = false;
    if (const auto& answers = m_now.asked()->answers; !answers.empty()) {
        const LessonAnswer& chosen = answers[static_cast<std::size_t>(answer)];
        m_answers->note(m_now, chosen.say, chosen.right);
    }
    (before ? m_now.answer : m_now.reply) = answer;
    if (before) {
        m_now.base = nullptr; // it may still be on its way
        m_folder = now.state ? wantedFolder() : QString();
        stage();
    } else if (now.then) {
        m_now.then = true;
        m_folder = wantedFolder();
        m_now.arrived = false;
        stage();
    }
    showStep();
}

void LessonPlayer::answerTyped(const QString& text)
{
    const LessonQuestion& asked = *m_now.asked();
    m_now.isMalformed = !isWellFormed(*asked.key, text.toStdString());
    if (m_now.isMalformed)
        return showStep();
    const bool right = accepts(*asked.key, text.toStdString());
    m_answers->note(m_now, text.trimmed().toStdString(), right);
    m_now.wrong = !right;
    if (right || m_now.current()->predict == asked) // a prediction is made once
        answer(right ? 0 : 1);
    else
        showStep();
}

// Shows the place that a question asks for.
void LessonPlayer::point()
{
    const LessonQuestion& question = *m_now.current()->question;
    if (question.head)
        m_context.focus.setHead(*question.head);
    m_context.focus.setPin({question.pin.query, question.pin.key});
}

void LessonPlayer::stage()
{
    const LessonStep& now = *m_now.current();
    if (!now.state) {
        m_now.arrived = true;
        compute();
        showStep();
    } else if (openFolder() == m_folder && !m_isComing) {
        place();
    } else {
        m_opening = m_isComing = true;
        m_opener.openModel(m_folder);
    }
}

// The numbers of the step's words come from runs of their own, so that they do not depend on what the views
// have recorded.
void LessonPlayer::compute()
{
    if (m_now.current()->check.empty() || !m_now.values.empty())
        return;
    m_checking.start([this, lesson = m_now.lesson, step = m_now.current(),
                      open = m_context.workspace.model()](const std::stop_token& stop,
                                                          const LatestTask::Deliver& deliver) {
        Job job;
        job.stop = stop;
        OpenModels known;
        if (open != nullptr)
            known = {{{}, open}, {open->folder(), open}};
        const ModelByName models = modelsOf(*lesson, known, job);
        auto values = checkStep(*lesson, *step, models, job);
        if (job.stopped())
            return;
        deliver([this, found = std::move(values)] {
            if (found)
                m_now.values = *found;
            else
                m_now.fault = QString::fromStdString(found.error().describe());
        });
    });
}

void LessonPlayer::place()
{
    m_placing = true;
    QWidget* const focus = QApplication::focusWidget();
    const DockArea::Change change(m_rooms.views());
    m_rooms.views().putInCentre({}); // what the step before has enlarged is as it was
    const LessonStep& now = *m_now.current();
    if (!m_decoding)
        m_decoding = m_context.workspace.document().decoding;
    m_scenes.go(
        sceneOf(*m_now.lesson, m_now.wantedState(), m_scenes.now(), m_context.workspace.model().get()),
        undoNameOf(m_now.lesson->kind, lessonText(*m_now.lesson, now.title)));
    m_document = shownPart(m_context.workspace.document());
    if (m_panel->isAncestorOf(focus)) // the views have taken the keyboard
        focus->setFocus();
}

void LessonPlayer::arrived()
{
    if (!std::exchange(m_placing, false))
        return;
    const LessonState& state = m_now.wantedState();
    if (m_now.base == nullptr) {
        m_now.arrived = true;
        compute();
    }
    if (m_now.isTour())
        giveCell(m_rooms.current(), m_context); // its view would have nothing to show
    m_head = m_context.focus.head();
    // The run has brought back a tab in front of it, if it came in the place of another.
    if (const ViewId view(state.view.c_str()); m_rooms.offers(view) && !m_rooms.views().isSeen(view))
        m_rooms.views().showView(view);
    if (!state.edits.empty())
        m_context.workspace.setVersion(state.version);
    if (TraceView* const view = m_rooms.views().view(ViewId(state.view.c_str())); view && state.example > 0)
        view->showExample(state.example - 1);
    if (state.compare)
        m_context.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    if (!state.sweep.empty()) {
        ExperimentOrder order{tr("each head"), {}, {}, true, true};
        order.words.heads = {state.sweep};
        order.words.rows = "all";
        ExperimentBoard::of(m_context.workspace).order(order);
    }
    if (std::exchange(m_now.base, nullptr) != nullptr) {
        m_folder = wantedFolder();
        if (std::exchange(m_now.hurried, false))
            stage();
    }
    showStep();
}

bool LessonPlayer::holds() const
{
    const LessonStep* const step = m_now.current();
    if (step == nullptr || !step->state || m_now.lesson->kind == LessonKind::kTour)
        return true;
    const bool mayChoose = m_now.asksByPointing() && m_now.reply < 0 && step->question->head;
    return m_now.arrived && openFolder() == m_folder && (mayChoose || m_context.focus.head() == m_head)
        && shownPart(m_context.workspace.document()) == m_document;
}

// A reader who does by hand what a step asks for has done it.
void LessonPlayer::changed(ViewChanges what, bool wrote)
{
    if (m_panel->isHidden() || m_now.current() == nullptr || m_opening || m_placing)
        return;
    const LessonStep& now = *m_now.current();
    const Focus& focus = m_context.focus;
    if (!m_now.arrived && !now.task.empty() && now.state && openFolder() == m_folder) {
        const LessonState& state = *now.state;
        const Scene wanted = sceneOf(*m_now.lesson, state, m_scenes.now(), m_context.workspace.model().get());
        const bool looks = (!state.head || (focus.head() == *state.head && focus.map() == state.map))
            && leadsTo(state.pin, focus.pin());
        // Whoever has edited what the step asks for need not look where it does.
        Document have = shownPart(m_context.workspace.document());
        const Document want = shownPart(wanted.document);
        if (have.text.simplified() == want.text.simplified()) // one space more is right, too
            have.text = want.text;
        if ((wrote || looks) && have == want)
            place();
    }
    if (m_now.points() && holds())
        takePlace(what);
    if (m_now.arrived && holds() != m_now.held)
        showStep();
}

void LessonPlayer::takePlace(ViewChanges what)
{
    const Focus& focus = m_context.focus;
    const LessonQuestion& question = *m_now.current()->question;
    const std::string place = placeText(focus.head(), {focus.pin().query, focus.pin().key});
    if ((!question.head || focus.head() == *question.head) && leadsTo(question.pin, focus.pin())) {
        m_answers->note(m_now, place, true);
        m_head = focus.head();
        answer(0);
        return;
    }
    // A head alone is a try only where no place in it is asked for.
    const bool tried = question.pin == LessonPin{} ? what.testFlag(ViewChange::kHead)
                                                   : what.testFlag(ViewChange::kPin) && !focus.pin().empty();
    if (!tried)
        return;
    m_answers->note(m_now, place, false);
    m_now.wrong = true;
    showStep();
}

void LessonPlayer::keepDone(bool readsOn)
{
    if (!m_now.noteDone(readsOn) || m_now.isTour())
        return;
    keepStepsDone(m_context.settings, *m_now.lesson, m_now.done);
    emit progressed();
}

// The part of the window that a step is about, or the view in which the reader points at a place; nullptr if
// the window does not have it.
QWidget* LessonPlayer::partOf(const LessonStep& step, bool pointing) const
{
    const bool inView = step.state && (pointing || step.at.empty());
    const std::string& view = inView ? step.state->view : step.at;
    if (const ViewId id(view.c_str()); m_rooms.offers(id))
        return m_rooms.views().holder(id);
    auto* const part = m_window->findChild<QWidget*>(QString::fromStdString(step.at));
    return part != nullptr && part->isVisibleTo(m_window) && !step.at.empty() ? part : nullptr;
}

void LessonPlayer::showStep()
{
    const LessonStep* const step = m_now.current();
    keepDone(false);
    m_now.held = holds();
    const bool answered = !m_answers->isEmpty(*m_now.lesson);
    LessonWords words = wordsAt(m_now, answered);
    m_panel->setAnswered(answered);
    words.offersTour
        = m_now.step < 0 && m_now.lesson->kind == LessonKind::kExamples && !kTourSeen.of(m_context.settings);
    m_panel->say(words);
    m_panel->setSteps(stepTitles(m_now), step != nullptr && (m_now.held || !m_now.arrived) ? m_now.step : -1);
    // In a lesson, the ring shows where to do something.
    const bool rings = step != nullptr
        && (m_now.isTour() || m_now.points()
            || (m_now.lesson->kind == LessonKind::kCourse && !m_now.arrived && !m_now.then
                && !step->task.empty()));
    m_spotlight->setTarget(rings ? partOf(*step, m_now.points()) : nullptr,
                           m_now.isTour() ? nullptr : m_panel);
    m_context.workspace.setEditsAsked(step != nullptr && step->question && step->then && !m_now.then
                                      && m_now.reply < 0);
    m_context.focus.setCellAsked(step != nullptr && m_now.points() && step->question->pin != LessonPin{});
}

} // namespace headlight
