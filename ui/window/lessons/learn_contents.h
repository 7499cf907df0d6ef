#pragma once

#include "ui/window/lessons/learn_page.h"

namespace headlight {

class MainWindow;

/// Ways to get started: the tour, the experiments, the workspaces, the built-in models, and the program's
/// commands.
std::vector<LearnSection> learnSections(MainWindow& window);

} // namespace headlight
