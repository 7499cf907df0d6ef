#pragma once

#include "ui/widgets/trace_view.h"

#include <QString>

namespace headlight {

/// Sees to it that a room that is entered has something to show: Explain a cell, where none is pinned or
/// pointed at, and What if the runs before and after the edits.
void prepareRoom(const QString& room, const ViewContext& context);

} // namespace headlight
