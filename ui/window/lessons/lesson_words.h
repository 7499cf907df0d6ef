#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_check.h"

#include <QString>
#include <QStringList>

#include <iterator>
#include <map>
#include <memory>
#include <vector>

namespace headlight {

struct LessonWords;

/// Where a reader is in a lesson.
struct LessonMoment
{
    std::shared_ptr<const Lesson> lesson; ///< null before the first one
    std::vector<const LessonStep*> steps; ///< of the lesson; a tour leaves out some
    std::vector<bool> done; ///< by step, and of the page after them
    /// How a step was left.
    struct Left
    {
        int answer = -1, reply = -1;
        bool arrived = false;
    };
    std::map<int, Left> left; ///< by step
    int step = -1; ///< last gone to; -1 = none; the number of steps = the summary
    int answer = -1; ///< to the question before the state
    int reply = -1; ///< to the question about the state
    bool then = false; ///< the step has gone on to its second state
    bool arrived = false; ///< the step's state has been shown
    bool again = false; ///< it had been before the reader left the step
    bool wrong = false; ///< the last answer that was typed or pointed at was
    QString slip; ///< what the reader did in place of what is asked for
    bool isMalformed = false; ///< what was typed last is a word where a number is asked for
    bool pointed = false; ///< the program has answered by pointing
    int hints = 0; ///< how often the program helped with the step
    bool hinted = false; ///< the step's hint is shown
    bool held = true; ///< the words of the step were true when they were last shown
    std::vector<CheckedValue> values; ///< of the step's checks; empty until they are known
    QString fault; ///< why they cannot be computed
    std::shared_ptr<const LessonState> base; ///< on its way: where the step's task begins; null = none
    bool hurried = false; ///< the reader wants the task done as soon as the base is there

    /// Takes up a lesson, of which these steps were done before.
    void begin(std::shared_ptr<const Lesson> opened, std::vector<const LessonStep*> parts,
               const std::vector<bool>& before);
    /// A step that the reader comes back to has the answers that it was left with.
    void go(int to);
    /// Whether the step asks for nothing.
    bool tells() const;
    /// Notes that the step is done: what it asks for was performed or answered. One that only tells is done
    /// when the reader reads on. Returns whether this is new.
    bool noteDone(bool readsOn);
    /// The first step that is not done; 0 if all are, whether the page after them was read or not.
    int firstOpen() const;
    /// Whether the steps belong in their order.
    bool isInOrder() const
    {
        return lesson->kind != LessonKind::kExamples && lesson->kind != LessonKind::kIntroduction;
    }
    /// nullptr before the first step and at the summary.
    const LessonStep* current() const
    {
        return step < 0 || step >= std::ssize(steps) ? nullptr : steps[static_cast<std::size_t>(step)];
    }
    const LessonState& wantedState() const
    {
        return base != nullptr ? *base : then ? *current()->then : *current()->state;
    }
    /// The last state before the step; nullptr = none.
    const LessonState* stateBefore() const;
    /// Whether the step predicts what edits do to another sentence or model than the one before.
    bool predictsOnOther() const;
    /// Whether the step asks for something before its state is shown.
    bool asksFirst() const;
    /// Chooses where the step's task begins. `follows`: the window shows the end of the step before.
    void chooseBase(bool follows);
    /// The number of steps, and of the page after them if there is one.
    int end() const;
    /// The question that waits for an answer, or was answered last; nullptr = none.
    const LessonQuestion* asked() const;
    /// Whether the step's question is answered in the views.
    bool asksByPointing() const;
    /// Whether it is asked now.
    bool points() const { return asksByPointing() && arrived && reply < 0; }
    bool isTour() const { return lesson->kind == LessonKind::kTour; }
};

/// What the panel says at this moment. `answered`: there are answers to hand in.
LessonWords wordsAt(const LessonMoment& now, bool answered);
/// The steps as a list, with their numbers and what is done.
QStringList stepTitles(const LessonMoment& now);

/// What the list of undo calls a step of this title.
QString undoNameOf(LessonKind kind, const QString& title);
/// The section of lessons of a kind in the list of all.
QString sectionOf(LessonKind kind);

} // namespace headlight
