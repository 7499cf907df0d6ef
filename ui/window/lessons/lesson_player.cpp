#include "ui/window/lessons/lesson_player.h"

#include "ui/run/notices.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/spotlight.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/lessons/lesson_answers.h"
#include "ui/window/lessons/lesson_miniatures.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_entry.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"
#include "ui/words/head_name.h"

#include <QAction>
#include <QMenu>
#include <QMessageBox>

#include <filesystem>
#include <utility>

namespace headlight {

LessonPlayer::LessonPlayer(const ViewContext& context, const CommandActions& commands, ModelOpener& opener,
                           Rooms& rooms, Scenes& scenes, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_rooms(rooms)
    , m_window(window)
    , m_panel(new LessonPanel(commands, window))
    , m_stage(new LessonStage(context, opener, rooms, scenes, m_panel))
    , m_answers(new LessonAnswers(context, window))
    , m_spotlight(new Spotlight(window))
{
    m_panel->hide();
    connectPanel();
    const auto on = [&](CommandId id, auto slot) { connect(&commands[id], &QAction::triggered, this, slot); };
    on(CommandId::kTour, [this] { open(QStringLiteral("tour")); });
    on(CommandId::kExperiments, [this] { open(QStringLiteral("alignment")); });
    on(CommandId::kGallery, [this] {
        const auto& model = m_context.workspace.model();
        const Lesson* const own
            = model == nullptr ? nullptr : examplesOf(QString::fromStdString(model->folder().filename()));
        open(own != nullptr ? *own : *lessonNamed(QStringLiteral("translate")));
    });
    connect(m_stage, &LessonStage::modelSettled, this, [this] { changed({}); });
    connect(m_stage, &LessonStage::arrived, this, &LessonPlayer::arrived);
    connect(&context.workspace, &Workspace::documentChanged, this, [this] { changed({}, true); });
    connect(&context.workspace, &Workspace::runningChanged, this, [this] {
        if (waits() && !m_context.workspace.isRunning()) // a run begins when nothing is typed for a moment
            nameSlip(false);
    });
    connect(&context.workspace, &Workspace::stepChanged, this, [this] {
        if (const LessonStep* const now = m_now.current();
            now != nullptr && now->state && now->state->step > 0)
            changed({});
    });
    connect(&context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what & (ViewChanges(ViewChange::kHead) | ViewChange::kPin | ViewChange::kMap))
            changed(what);
    });
    connect(&m_checking, &LatestTask::finished, this, &LessonPlayer::showStep);
    connect(&rooms, &Rooms::entered, this, &LessonPlayer::ring);
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
        if (m_now.base != nullptr) {
            m_now.hurried = true;
        } else if (shows) { // the place that the question asks for
            const LessonQuestion& question = *m_now.current()->question;
            m_context.focus.setHead(question.head.value_or(m_context.focus.head()));
            m_context.focus.setPin({question.pin.query, question.pin.key});
        } else {
            stage();
        }
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
    connect(m_panel, &LessonPanel::courseWanted, this, [this] {
        for (const Lesson& each : allLessons())
            if (each.kind == LessonKind::kCourse && !isDone(each))
                return open(each);
        open(QStringLiteral("dictionary"));
    });
    connect(m_panel, &LessonPanel::editWanted, this, [this] {
        if (!mayEdit())
            return;
        m_stage->setKeeping(false); // its author goes on with what is shown
        emit editWanted(QString::fromStdString(m_now.lesson->name), m_now.step);
    });
    connect(m_panel, &LessonPanel::closeClicked, this, &LessonPlayer::leave);
}

bool LessonPlayer::mayEdit() const
{
    bool asks = false; // still
    for (std::size_t i = 0; i < m_now.steps.size(); ++i)
        asks = asks || ((m_now.steps[i]->predict || m_now.steps[i]->question) && !m_now.done[i]);
    if (m_isOwn || !asks)
        return true;
    QMessageBox question(QMessageBox::Question, tr("Headlight"),
                         tr("Whoever edits this lesson sees the answers to its questions. Edit it?"),
                         QMessageBox::Yes | QMessageBox::No, m_window);
    question.setObjectName(QStringLiteral("lessonAnswersShown"));
    question.setDefaultButton(QMessageBox::No);
    return question.exec() == QMessageBox::Yes;
}

bool LessonPlayer::openFile(const QString& file, bool own)
{
    auto lesson = readLesson(std::filesystem::path(file.toStdString()));
    if (const auto usable = lesson ? findModels(*lesson) : lesson.error(); !usable) {
        m_context.workspace.setNotice(noticeFor(usable.error(), Attempt::kOpenLesson));
        return false;
    }
    const Lesson* const known = builtIn(*lesson);
    if (const auto unknown = unknownViews(*lesson); !unknown.empty())
        m_context.workspace.setNotice(
            Notice{tr("A step of this lesson cannot be shown as its author meant it. %1")
                       .arg(QString::fromStdString(unknown.front())),
                   tr("Tell its author: headlight course check finds all such places."), true});
    known != nullptr ? open(*known) : open(std::make_shared<const Lesson>(*std::move(lesson)));
    m_isOwn = own && known == nullptr;
    return true;
}

void LessonPlayer::open(std::shared_ptr<const Lesson> lesson)
{
    close();
    m_isOwn = false;
    const bool tour = lesson->kind == LessonKind::kTour;
    m_stage->setKeeping(lesson->kind == LessonKind::kCourse || tour || !lesson->folder.empty());
    std::vector<const LessonStep*> steps;
    for (const LessonStep& each : lesson->steps)
        if (!tour || partOf(each) != nullptr)
            steps.push_back(&each);
    const auto done
        = m_answers->begin(*lesson) ? std::vector<bool>() : stepsDone(m_context.settings, *lesson);
    m_now.begin(std::move(lesson), std::move(steps), done);
    m_roomBefore = m_rooms.current();
    if (tour)
        kTourSeen.set(m_context.settings, true);
    showLesson();
    m_panel->takeFocus();
    tour ? go(0) : showStep();
}

void LessonPlayer::showLesson()
{
    m_panel->setLesson(lessonText(*m_now.lesson, m_now.lesson->title));
    if (m_now.lesson->kind == LessonKind::kExamples)
        m_drawing.start(miniaturesOf(
            m_now.lesson, m_now.steps, m_context.workspace.model(),
            {m_context.focus.colourMap(), m_panel->palette(), m_panel->devicePixelRatioF()},
            [this](int step, const QImage& image) { m_panel->setPicture(step, QPixmap::fromImage(image)); }));
}

KeptLesson LessonPlayer::kept() const
{
    return {m_stage->kept(), m_panel->isHidden() ? LessonMoment() : m_now, m_roomBefore, m_isOwn,
            m_answers->spent()};
}

void LessonPlayer::goOn(const KeptLesson& kept)
{
    m_now = kept.now;
    m_now.slip.clear(); // in the language of the window before, as the fault
    m_now.fault.clear();
    m_roomBefore = kept.roomBefore;
    m_isOwn = kept.isOwn;
    if (m_now.lesson == nullptr)
        return m_stage->goOn(kept.stage, m_now);
    m_answers->goOn(kept.spent, m_now.step);
    showLesson();
    m_stage->goOn(kept.stage, m_now);
    if (m_now.current() != nullptr && (m_now.arrived || m_now.asksFirst()))
        compute();
    showStep();
}

void LessonPlayer::offerAtFirstStart()
{
    if (!kGallerySeen.of(m_context.settings)) {
        kGallerySeen.set(m_context.settings, true);
        open(QStringLiteral("translate"));
    }
}

void LessonPlayer::close()
{
    m_context.focus.setCellAsked(false);
    m_context.workspace.setEditsAsked(false);
    if (!m_panel->isHidden() && m_now.lesson != nullptr && m_now.lesson->kind == LessonKind::kTour)
        m_rooms.enter(m_roomBefore);
    m_stage->stop();
    m_checking.cancel();
    m_drawing.cancel();
    m_panel->hide();
    ring(); // nothing
}

void LessonPlayer::go(int step)
{
    keepDone(step > m_now.step || !m_now.isInOrder());
    if (step >= m_now.end()) {
        const Lesson* const next = lessonAfter(*m_now.lesson);
        return next == nullptr ? leave() : open(*next);
    }
    if (step < 0)
        return;
    const bool follows = step == m_now.step + 1 && (m_now.step < 0 || m_now.arrived) && holds()
        && m_rooms.current() != QLatin1String(kLearnPage);
    m_now.go(step);
    m_answers->begin(step);
    m_checking.cancel();
    m_now.chooseBase(follows);
    const LessonStep* const now = m_now.current();
    const bool asks = m_now.asksFirst();
    m_stage->want(m_now);
    if (asks)
        compute(); // what is asked may have numbers
    if (now != nullptr && (!asks || m_now.base != nullptr))
        stage();
    showStep();
}

void LessonPlayer::answer(int answer)
{
    const LessonStep& now = *m_now.current();
    const bool before = now.predict && m_now.answer < 0;
    m_now.wrong = false;
    m_now.slip.clear();
    if (const auto& answers = m_now.asked()->answers; !answers.empty()) {
        const LessonAnswer& chosen = answers[static_cast<std::size_t>(answer)];
        m_answers->note(m_now, chosen.say, chosen.right);
    }
    (before ? m_now.answer : m_now.reply) = answer;
    if (before) {
        m_now.base.reset(); // it may still be on its way
    } else if (now.then) {
        m_now.then = true;
        m_now.arrived = false;
    }
    if (before || now.then) {
        m_stage->want(m_now);
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
    const bool ends = right || m_now.current()->predict == asked; // a prediction is made once
    ends ? answer(right ? 0 : 1) : showStep();
}

// The numbers come from runs of their own: the views may have recorded others.
void LessonPlayer::compute()
{
    if (m_now.current()->check.empty() || !m_now.values.empty())
        return;
    m_checking.start(
        checksOf(m_now.lesson, *m_now.current(), m_context.workspace.model(), [this](const auto& found) {
            if (found)
                m_now.values = *found;
            else
                m_now.fault = QString::fromStdString(found.error().describe());
        }));
}

void LessonPlayer::arrived()
{
    if (m_now.base == nullptr) {
        m_now.arrived = true;
        compute();
    } else {
        m_now.base.reset();
        m_stage->want(m_now);
        if (std::exchange(m_now.hurried, false))
            stage();
    }
    showStep();
}

bool LessonPlayer::holds() const
{
    const LessonStep* const step = m_now.current();
    if (step == nullptr || !step->state || m_now.isTour())
        return true;
    const bool mayChoose = m_now.asksByPointing() && m_now.reply < 0 && step->question->head;
    const bool isSentThere
        = (step->say + step->reveal).find(toString(m_context.focus.head())) != std::string::npos;
    return m_now.arrived && m_stage->holds(mayChoose || isSentThere);
}

bool LessonPlayer::waits() const
{
    const LessonStep* const now = m_now.current();
    return !m_panel->isHidden() && now != nullptr && !m_stage->isBusy() && !m_now.arrived
        && !now->task.empty();
}

void LessonPlayer::nameSlip(bool typing)
{
    QString slip = m_stage->slip(typing);
    if (std::exchange(m_now.slip, slip) != slip)
        showStep();
}

// A reader who does by hand what a step asks for has done it.
void LessonPlayer::changed(ViewChanges what, bool wrote)
{
    const LessonStep* const now = m_now.current();
    if (m_panel->isHidden() || now == nullptr || m_stage->isBusy())
        return;
    if (waits() && m_stage->isMadeByHand(wrote)) {
        m_now.slip.clear();
        m_stage->show();
    } else if (waits()) {
        nameSlip(wrote);
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
        m_stage->takeHead();
        return answer(0);
    }
    // A head alone is a try only where no place in it is asked for.
    const bool tried = question.pin == LessonPin{} ? what.testFlag(ViewChange::kHead)
                                                   : what.testFlag(ViewChange::kPin) && !focus.pin().empty();
    if (!tried)
        return;
    m_answers->note(m_now, place, false);
    m_now.wrong = true;
    m_now.slip = question.pin == LessonPin{} ? headName(focus.head()) : m_stage->placeWords(focus.pin());
    showStep();
}

void LessonPlayer::keepDone(bool readsOn)
{
    if (!m_now.noteDone(readsOn) || m_now.isTour())
        return;
    keepStepsDone(m_context.settings, *m_now.lesson, m_now.done);
    emit progressed();
}

// The part of the window that a step is about, or the view in which the reader points at a place, or the way
// to it; nullptr if the window does not have it.
QWidget* LessonPlayer::partOf(const LessonStep& step, bool pointing) const
{
    const bool inView = step.state && (pointing || step.at.empty());
    const std::string& view = inView ? step.state->view : step.at;
    const bool findsHead = pointing && step.question->pin == LessonPin{} && m_rooms.offers(view_ids::kHeads);
    if (const ViewId id = findsHead ? view_ids::kHeads : ViewId(view.c_str()); m_rooms.offers(id)) {
        QWidget* const way = m_rooms.views().isSeen(id) ? nullptr : m_rooms.wayTo(id);
        return way != nullptr ? way : m_rooms.views().holder(id);
    }
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
    ring();
    const bool asks = step != nullptr && step->question && m_now.reply < 0;
    m_context.workspace.setEditsAsked(asks && step->then && !m_now.then);
    m_context.focus.setCellAsked(asks && step->question->pin != LessonPin{}); // also before it comes to that
}

void LessonPlayer::ring()
{
    const LessonStep* const step = m_panel->isHidden() ? nullptr : m_now.current();
    const bool rings = step != nullptr
        && (m_now.isTour() || m_now.points()
            || (m_now.lesson->kind == LessonKind::kCourse && !m_now.arrived && !m_now.then
                && !step->task.empty()));
    QWidgetList words; // no veil makes a message hard to read
    if (rings && !m_now.isTour()) {
        words << m_panel;
        for (MessageBar* const bar : m_window->findChildren<MessageBar*>())
            words << bar;
    }
    m_spotlight->setTarget(rings ? partOf(*step, m_now.points()) : nullptr, words);
}

} // namespace headlight
