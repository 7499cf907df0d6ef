#pragma once

#include "core/lesson/lesson.h"
#include "ui/state/document.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QString>

#include <vector>

namespace headlight {

class CommandActions;
class LessonPanel;
struct LessonWords;
class ModelOpener;
class Rooms;
class Scenes;
class Spotlight;

/// Plays the lessons: the tour, experiments and examples. A step brings the window to its state as one undo
/// step. Its words disappear with the first change that makes them untrue, and come back with the state. UI
/// thread only.
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
    /// Goes to a step of the lesson; the last one is followed by the end.
    void go(int step);
    /// Closes the panel. After a tour the workspace of before is back.
    void leave();

    /// nullptr before the first one.
    const Lesson* lesson() const { return m_lesson; }
    /// The steps of the lesson; a tour leaves out those about what the window does not have.
    const std::vector<const LessonStep*>& steps() const { return m_steps; }
    /// The step that was last gone to; -1 = none.
    int step() const { return m_step; }
    /// Whether no step is on its way.
    bool isIdle() const { return !m_opening && !m_placing; }
    /// Whether the window shows what the step speaks of.
    bool holds() const;

private:
    void connectPanel();
    const LessonStep* current() const;
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
    int m_answer = -1; ///< to the step's question
    bool m_opening = false; ///< waits for the step's model
    bool m_placing = false; ///< waits for the result of the step's document
    bool m_arrived = false; ///< the step's state has been shown
    bool m_held = true; ///< whether the words of the step were true when they were last shown
    QString m_folder; ///< of the step's model
    Document m_document; ///< the step's
    HeadRef m_head; ///< shown when it arrived
};

} // namespace headlight
