#pragma once

#include "core/lesson/lesson.h"
#include "ui/state/scene.h"

#include <QString>

#include <vector>

namespace headlight {

class Model;

/// The lessons that come with the program, in the order of their files; read once.
const std::vector<Lesson>& allLessons();
/// nullptr if there is none of this name.
const Lesson* lessonNamed(const QString& name);
/// The lesson with the examples of a built-in model ("en-fr", "text-1"); nullptr if it has none.
const Lesson* examplesOf(const QString& model);
/// The contents of the page Learn.
const std::vector<LearnShelf>& learnShelves();

/// A text of a lesson in the window's language. "{decoder.0.cross.3}" becomes the head's name, and "{name}"
/// the number of the step's check of that name.
QString lessonText(const std::string& text, const LessonStep* step = nullptr);
/// The built-in model of a state, by its folder's name; empty = any.
const std::string& modelOf(const Lesson& lesson, const LessonState& state);
/// The state as a scene. What it leaves open is as in `now`; `model` may be null if it has no text.
Scene sceneOf(const Lesson& lesson, const LessonState& state, const Scene& now, const Model* model);

/// The sentence first shown with a built-in model; empty for other models.
QString firstSentence(const QString& model);
/// The name of the workspace that shows what a built-in model is for.
QString firstRoom(const QString& model);

} // namespace headlight
