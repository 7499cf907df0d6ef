#pragma once

#include "ui/window/rooms/learn_page.h"

namespace headlight {

class MainWindow;

/// What there is to begin with: the tour, the experiments, the workspaces, the models that come with the
/// program, and its commands.
std::vector<LearnSection> learnSections(MainWindow& window);

} // namespace headlight
