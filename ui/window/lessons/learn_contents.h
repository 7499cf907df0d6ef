#pragma once

#include "ui/window/lessons/learn_page.h"

namespace headlight {

class MainWindow;

/// The contents of resources/lessons/learn.json: lessons, commands, built-in models, and the program's
/// commands.
std::vector<LearnSection> learnSections(MainWindow& window);

} // namespace headlight
