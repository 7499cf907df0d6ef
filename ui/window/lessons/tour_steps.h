#pragma once

#include "ui/dialogs/tour.h"

#include <vector>

namespace headlight {

class MainWindow;

/// The stops of the short tour, on widgets of this window.
std::vector<TourStep> tourOf(MainWindow& window);

} // namespace headlight
