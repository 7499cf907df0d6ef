#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_check.h"
#include "ui/state/scene.h"

#include <QString>

#include <vector>

namespace headlight {

class Model;

/// The lessons that come with the program, in the order of their files; read once.
const std::vector<Lesson>& allLessons();
/// nullptr if there is none of this name.
const Lesson* lessonNamed(const QString& name);
/// The lesson with the examples of a built-in model ("en-fr", "text-1"), or the page of its text; nullptr if
/// it has none.
const Lesson* examplesOf(const QString& model);
/// The contents of the page Learn.
const std::vector<LearnShelf>& learnShelves();

/// The next lesson of the course; nullptr after the last one, and for what is no lesson of it.
const Lesson* lessonAfter(const Lesson& lesson);

/// A text of a lesson in the window's language. "{decoder.0.cross.3}" becomes the head's name, and "{name}"
/// the number of the step's check of that name: the computed one, "…" until it is known. Without `values`,
/// the numbers are those of the file.
QString lessonText(const std::string& text, const LessonStep* step = nullptr,
                   const std::vector<CheckedValue>* values = nullptr);
/// The state as a scene. What it leaves open is as in `now`; `model` may be null if it has no text.
Scene sceneOf(const Lesson& lesson, const LessonState& state, const Scene& now, const Model* model);

/// The sentence first shown with a built-in model; empty for other models.
QString firstSentence(const QString& model);
/// The name of the workspace that shows what a built-in model is for.
QString firstRoom(const QString& model);

} // namespace headlight
