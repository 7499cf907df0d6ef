#pragma once

#include "core/lesson/lesson.h"
#include "ui/background/latest_task.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/trace_view.h"

#include <QLabel>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <map>
#include <vector>

class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QToolButton;

namespace headlight {

class Scenes;
class StepForm;

/// The panel in which a lesson is written: a step is what the window shows, with words, a question and
/// checks. Everything is kept in the file at once, as long as the lesson can be read.
class LessonWriter : public QWidget
{
    Q_OBJECT
public:
    /// What is written, and what is needed to go on with it.
    struct Draft
    {
        QString file; ///< empty = none
        Lesson lesson;
        std::vector<Lesson> before, after; ///< to undo, and to redo
        std::map<QString, Lesson> unkept; ///< by file; they cannot be read yet
        int row = -1; ///< of the step in the form
        bool shown = false;
    };
    /// The objects must outlive this.
    LessonWriter(const ViewContext& context, Scenes& scenes, QWidget* window);

    /// Asks where to keep a new lesson, and begins it.
    void askForNew();
    /// Begins a lesson in this file, or goes on with the one that is there.
    void open(const QString& file, int step = 0);
    const Lesson& lesson() const { return m_draft.lesson; }
    /// What another window needs to go on.
    Draft finish();
    void goOn(const Draft& draft);
    /// Adds a step with the state of the window.
    void addStep();
    /// Adds a check of a formula to the step; its value is computed from the step's state.
    void addCheck(const QString& formula, int digits);
    /// Asks whether to lose what cannot be kept yet, if there is something; whether the window may close.
    bool mayClose();
    bool isMeasuring() const { return m_measuring.isRunning(); }

signals:
    /// A lesson is being written from now on.
    void begun();
    /// The file has changed.
    void saved();
    void tryWanted(const QString& file);

protected:
    void hideEvent(QHideEvent*) override { keep(); } ///< also when the window closes

private:
    QWidget* buildSteps();
    /// Closes the panel, and says so if something is not in the file yet.
    void leave();
    LessonStep* current();
    /// Changes the lesson as one step of undo.
    void change(const std::function<void(Lesson&)>& how);
    /// The same for the step in the form, if there is one.
    void changeStep(const std::function<void(LessonStep&)>& how);
    /// Takes the lesson from the end of `from`; the one of now goes to the end of `to`.
    void travel(std::vector<Lesson>& from, std::vector<Lesson>& to);
    void moveStep(int by);
    /// Brings the step's state to the window.
    void showState();
    /// Gives the step the state of the window.
    void takeState();
    /// Takes over what was typed.
    void keep();
    void save();
    void say(const QString& status) { setOrHide(*m_status, status); }
    void sayLeftOut(const QStringList& leftOut);
    void showLesson();
    void showStep();

    ViewContext m_context;
    Scenes& m_scenes;
    Draft m_draft;
    bool m_kept = false; ///< the file has the lesson as it is
    bool m_showing = false; ///< the fields change, but nobody types
    QTimer m_soon; ///< until what was typed is kept
    LatestTask m_measuring;
    QLineEdit* m_title;
    QPlainTextEdit *m_about, *m_summary;
    QListWidget* m_steps;
    QToolButton *m_undo, *m_redo;
    StepForm* m_form;
    QLabel* m_status;
};

} // namespace headlight
