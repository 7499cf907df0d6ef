#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_check.h"
#include "ui/background/latest_task.h"
#include "ui/state/document.h"
#include "ui/state/scene.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace headlight {

class CommandActions;
class LessonPanel;
struct LessonWords;
class ModelOpener;
class Rooms;
class Scenes;
class Spotlight;

/// Plays the lessons. A step brings the window to its state as one undo step. Its words disappear with the
/// first change that makes them untrue, and come back with the state. Their numbers are computed while the
/// state is shown. UI thread only.
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
    void open(const QString& name);
    void open(const Lesson& lesson);
    /// Shows the examples at the very first start with these settings.
    void offerAtFirstStart();
    /// Goes to a step of the lesson. The last one is followed by the summary, if there is one, and the end.
    void go(int step);
    /// Closes the panel. After a tour the workspace of before is back, after lessons of the course the whole
    /// state of the window.
    void leave();

    /// nullptr before the first one.
    const Lesson* lesson() const { return m_lesson; }
    /// The steps of the lesson; a tour leaves out those about what the window does not have.
    const std::vector<const LessonStep*>& steps() const { return m_steps; }
    /// The step that was last gone to; -1 = none; the number of steps = the summary.
    int step() const { return m_step; }
    /// Whether no step is on its way, and its numbers are known.
    bool isIdle() const { return !m_opening && !m_placing && !m_checking.isRunning(); }
    /// What the checks of the step found, in their order; empty until it is known.
    const std::vector<CheckedValue>& values() const { return m_values; }
    /// How many steps of a lesson were seen, its summary included.
    int progress(const Lesson& lesson) const;
    bool isDone(const Lesson& lesson) const { return progress(lesson) >= stepsOf(lesson); }
    /// Whether the window shows what the step speaks of.
    bool holds() const;

signals:
    /// More of a lesson was seen.
    void progressed();

private:
    static int stepsOf(const Lesson& lesson);
    int end() const;
    void connectPanel();
    const LessonStep* current() const;
    const LessonState& wantedState() const;
    void keepProgress();
    void compute();
    void close();
    void answer(int answer);
    bool points() const;
    void point();
    bool asksByPointing() const;
    QString openFolder() const;
    QString folderOf(const LessonStep& step) const;
    /// Brings the window to the step's state.
    void stage();
    void place();
    void arrived();
    void changed();
    QWidget* partOf(const LessonStep& step) const;
    void showStep();
    LessonWords wordsOf(const LessonStep& step) const;
    QStringList ask(const LessonStep& step, LessonWords& words) const;
    LessonWords wordsAround() const; ///< before the first step, and after the last one
    QString nextWords() const;
    QStringList stepTitles() const;

    ViewContext m_context;
    const CommandActions& m_commands;
    ModelOpener& m_opener;
    Rooms& m_rooms;
    Scenes& m_scenes;
    QWidget* m_window;
    LessonPanel* m_panel;
    Spotlight* m_spotlight;

    const Lesson* m_lesson = nullptr;
    std::vector<const LessonStep*> m_steps;
    QString m_roomBefore;
    int m_step = -1;
    std::vector<bool> m_done; ///< by step
    int m_answer = -1; ///< to the question before the state
    int m_reply = -1; ///< to the question about the state
    bool m_then = false; ///< whether the step has gone on to its second state
    std::vector<CheckedValue> m_values;
    LatestTask m_checking;
    /// The window before the first lesson of the course.
    struct Before
    {
        QString folder;
        Scene scene;
    };
    std::optional<Before> m_before;
    std::optional<Before> m_restoring; ///< waits for its model
    bool m_opening = false; ///< waits for the step's model
    bool m_placing = false; ///< waits for the result of the step's document
    bool m_arrived = false; ///< the step's state has been shown
    bool m_held = true; ///< whether the words of the step were true when they were last shown
    QString m_folder; ///< of the step's model
    Document m_document; ///< the step's
    HeadRef m_head; ///< shown when it arrived
};

} // namespace headlight
