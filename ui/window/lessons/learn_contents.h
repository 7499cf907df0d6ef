#pragma once

#include "ui/window/lessons/learn_page.h"

namespace headlight {

class LessonPlayer;
class ModelOpener;

/// The contents of resources/lessons/learn.json: lessons, commands, built-in models, and the program's
/// commands. `actions`: has the actions of the window.
std::vector<LearnSection> learnSections(LessonPlayer& player, ModelOpener& opener, const QObject& actions);

} // namespace headlight
