#pragma once

#include "ui/background/latest_task.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_stage.h"
#include "ui/window/lessons/lesson_words.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

namespace headlight {

class CommandActions;
class LessonAnswers;
class LessonPanel;
class ModelOpener;
class Rooms;
class Scenes;
class Spotlight;

/// What the player of a rebuilt window goes on with.
struct KeptLesson
{
    LessonStage::Kept stage;
    LessonMoment now; ///< without a lesson if none was open
    QString roomBefore;
    bool isOwn = false;
    std::map<int, qint64> spent; ///< milliseconds, by step
};

/// Plays the lessons: walks through the steps, takes the reader's answers, and says the words. Those stay
/// when the window shows something else, with a line that says so. Their numbers are those of the state, and
/// computed while it is shown. UI thread only.
class LessonPlayer : public QObject
{
    Q_OBJECT
public:
    /// The objects and the window must outlive this.
    LessonPlayer(const ViewContext& context, const CommandActions& commands, ModelOpener& opener,
                 Rooms& rooms, Scenes& scenes, QWidget* window);

    /// Hidden while there is no lesson.
    LessonPanel& panel() const { return *m_panel; }

    /// Shows a lesson; a tour begins at once. Without one of this name nothing happens.
    void open(const QString& name)
    {
        if (const Lesson* const found = lessonNamed(name))
            open(*found);
    }
    /// The lesson must outlive the program.
    void open(const Lesson& lesson) { open(std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &lesson)); }
    void open(std::shared_ptr<const Lesson> lesson);
    /// Shows the lesson in a file, or says what is wrong and returns false. `own`: written in this window.
    bool openFile(const QString& file, bool own = false);
    /// Shows the examples at the very first start with these settings.
    void offerAtFirstStart();
    /// Goes to the first step that is not done, if there is one.
    void begin()
    {
        if (const int first = m_now.firstOpen(); first < std::ssize(m_now.steps))
            go(first);
    }
    /// Goes to a step of the lesson. The last one is followed by the summary, if there is one, and the end.
    void go(int step);
    /// Closes the panel; the workspace before a tour, or the window before the course, is back.
    void leave()
    {
        close();
        m_stage->giveBack();
    }

    /// The open lesson, for goOn().
    KeptLesson kept() const;
    /// Goes on where the player of the window before was.
    void goOn(const KeptLesson& kept);

    /// nullptr before the first one.
    const Lesson* lesson() const { return m_now.lesson.get(); }
    /// The steps of the lesson; a tour leaves out those about what the window does not have.
    const std::vector<const LessonStep*>& steps() const { return m_now.steps; }
    /// The step that was last gone to; -1 = none; the number of steps = the summary.
    int step() const { return m_now.step; }
    /// Whether no step is on its way, and its numbers are known.
    bool isIdle() const { return !m_stage->isBusy() && !m_checking.isRunning(); }
    /// What the checks of the step found, in their order; empty until it is known.
    const std::vector<CheckedValue>& values() const { return m_now.values; }
    /// How many steps of a lesson are done, its summary included.
    int progress(const Lesson& lesson) const
    {
        const auto done = stepsDone(m_context.settings, lesson);
        return static_cast<int>(std::count(done.begin(), done.end(), true));
    }
    const Settings& settings() const { return m_context.settings; }
    /// Whether all its steps are; its summary may wait.
    bool isDone(const Lesson& lesson) const
    {
        auto done = stepsDone(m_context.settings, lesson);
        done.resize(lesson.steps.size());
        return std::ranges::all_of(done, std::identity());
    }
    /// What the reader has answered.
    LessonAnswers& answers() const { return *m_answers; }
    /// Folder and document from before the lessons of the course, while one is open.
    std::optional<std::pair<QString, Document>> readersOwn() const { return m_stage->readersOwn(); }
    /// Whether the window shows what the step speaks of.
    bool holds() const;

signals:
    /// More of a lesson is done.
    void progressed();
    /// The reader wants to change the lesson of this file.
    void editWanted(const QString& file, int step);

private:
    void connectPanel();
    /// Whether the reader may see the answers; asks if that is not sure.
    bool mayEdit() const;
    void compute();
    void close();
    /// Shows the panel with the lesson's name, and draws its examples.
    void showLesson();
    void answer(int answer);
    void answerTyped(const QString& text);
    /// Brings the window to the state that the step wants now.
    void stage() { m_now.current()->state ? m_stage->show() : arrived(); }
    void arrived();
    /// what: the reader chose; wrote: the document is another than before.
    void changed(ViewChanges what, bool wrote = false);
    /// Whether the step waits for the reader to do something.
    bool waits() const;
    /// Says what the reader has done in place of what the step asks for.
    void nameSlip(bool typing);
    /// Takes the place that the reader chose for an answer if the step asks for one.
    void takePlace(ViewChanges what);
    /// Keeps that the step is done, once it is.
    void keepDone(bool readsOn);
    QWidget* partOf(const LessonStep& step, bool pointing = false) const;
    void showStep();
    /// Rings the place where the step asks for something, or the way to it.
    void ring();

    ViewContext m_context;
    Rooms& m_rooms;
    QWidget* m_window;
    LessonPanel* m_panel;
    LessonStage* m_stage;
    LessonAnswers* m_answers;
    Spotlight* m_spotlight;

    LessonMoment m_now;
    QString m_roomBefore;
    bool m_isOwn = false; ///< the reader has written the lesson
    LatestTask m_checking, m_drawing;
};

} // namespace headlight
