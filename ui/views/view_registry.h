#pragma once

#include "core/trace/record_plan.h"
#include "ui/figure/figure.h"
#include "ui/state/room.h"
#include "ui/widgets/trace_view.h"

#include <functional>
#include <span>
#include <vector>

namespace headlight {

/// A view as the registry has made it.
struct MadeView
{
    TraceView* view;
    std::function<FigureRequest()> figure; ///< what it shows, for export; empty: nothing to export
    /// The part of it that can stand across the whole width of a room: given away
    /// (true) or taken back (false). Empty: it has none.
    std::function<QWidget*(bool away)> across;
};

/// All that the window must know of a view: menus, docks, saved state and what is recorded follow
/// from it. To add a view, write it and add one line to the array in view_registry.cpp.
struct ViewDescriptor
{
    ViewId id;
    const char* title; ///< source text, translated in the context "View"
    const char* line; ///< what it shows; likewise
    const char* shortcut; ///< shows and raises it
    std::vector<RoomPlace> places; ///< where it stands at first; where it is in none of them, its key leads
                                   ///< to the first one
    SiteSet needs; ///< what must be recorded while it is visible
    MadeView (*create)(const ViewContext& context, QWidget* parent);
};

std::span<const ViewDescriptor> viewRegistry();

} // namespace headlight
