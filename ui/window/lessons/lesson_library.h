#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_check.h"
#include "ui/background/latest_task.h"
#include "ui/state/scene.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class Model;
class Settings;
class Workspace;

/// The lessons that come with the program, in the order of their files; read once.
const std::vector<Lesson>& allLessons();
/// The lesson that comes with the program, if this file is a copy of one; otherwise nullptr.
const Lesson* builtIn(Lesson file);
/// nullptr if there is none of this name.
const Lesson* lessonNamed(const QString& name);
/// The lesson with the examples of a built-in model ("en-fr"), or the page of its text; may be nullptr.
const Lesson* examplesOf(const QString& model);
/// The contents of the page Learn.
const std::vector<LearnShelf>& learnShelves();

/// The next lesson of the course; nullptr after the last one, and for what is no lesson of it.
const Lesson* lessonAfter(const Lesson& lesson);

/// Whether a page follows the last step: the summary, or the place to hand in one's answers.
bool hasLastPage(const Lesson& lesson);
/// The number of a lesson's steps, its last page included.
int stepsOf(const Lesson& lesson);
/// Which of them the reader has done, according to the settings.
std::vector<bool> stepsDone(const Settings& settings, const Lesson& lesson);
void keepStepsDone(Settings& settings, const Lesson& lesson, const std::vector<bool>& done);

/// Where the user's lessons are; the page Learn lists them.
QString lessonFolder(const Settings& settings);
/// The user's lesson files there, by name.
QStringList lessonFiles(const Settings& settings);
/// What is wrong where a lesson names a view that the window does not have.
std::vector<std::string> unknownViews(const Lesson& lesson);
/// Whether a file says that it is a lesson, right or wrong.
bool isLessonFile(const QString& path);

/// A text of a lesson in the window's language. "{decoder.0.cross.3}" becomes the head's name, and "{name}"
/// the number of the step's check of that name: the computed one, "…" until it is known. Without `values`,
/// the numbers are those of the file.
QString lessonText(const std::string& text, const LessonStep* step = nullptr,
                   const std::vector<CheckedValue>* values = nullptr);
/// The same for a text of this lesson: those of the user's lessons are as they were written.
QString lessonText(const Lesson& lesson, const std::string& text, const LessonStep* step = nullptr,
                   const std::vector<CheckedValue>* values = nullptr);
/// The state as a scene. What it leaves open is as in `now`; `model` may be null if it has no text.
Scene sceneOf(const Lesson& lesson, const LessonState& state, const Scene& now, const Model* model);
/// The reverse: the state of what the window shows now. What a lesson cannot hold (a second sentence, a
/// target, a conversation, settings of the decoding other than beams) is left out and named in `leftOut`.
LessonState stateOf(const Lesson& lesson, const Scene& now, const Workspace& workspace, QStringList& leftOut);

/// The open model as one that checkStep() need not open; null = none.
OpenModels knownModels(const std::shared_ptr<const Model>& open);
/// Runs a step's state and gives what its checks find to `take`, on the UI thread.
LatestTask::Work checksOf(std::shared_ptr<const Lesson> lesson, LessonStep step,
                          std::shared_ptr<const Model> open,
                          std::function<void(const Result<std::vector<CheckedValue>>& found)> take);

/// The sentence first shown with a built-in model; empty for other models.
QString firstSentence(const QString& model);
/// How a built-in model decodes as its introduction does; nothing = like any other model.
std::optional<DecodeOptions> firstDecoding(const QString& model);
/// The name of the workspace that shows what a built-in model is for.
QString firstRoom(const QString& model);

} // namespace headlight
