#pragma once

#include "core/sampling/options.h"
#include "core/trace/record_plan.h"
#include "ui/figure/figure.h"
#include "ui/state/room.h"
#include "ui/widgets/trace_view.h"

#include <functional>
#include <span>
#include <vector>

namespace headlight {

/// A view made by the registry.
struct MadeView
{
    TraceView* view;
    std::function<FigureRequest()> figure; ///< what it shows, for export; empty = nothing to export
    /// The part of the view that can span the whole width of a room: handed out (true) or taken back (false).
    /// Empty = none.
    std::function<QWidget*(bool away)> across;
};

/// Everything the window needs to know about a view: menus, docks, saved state and what is recorded all
/// follow from it. To add a view, write it and add one line to the array in view_registry.cpp.
struct ViewDescriptor
{
    ViewId id;
    const char* title; ///< source text, translated in the context "View"
    const char* line; ///< what it shows; likewise
    const char* others; ///< other words by which people look for it, between commas; likewise
    const char* shortcut; ///< shows and raises it
    std::vector<RoomPlace> places; ///< initial places; in rooms without one, the shortcut leads to the first,
                                   ///< the one that the view is made for
    SiteSet needs; ///< what must be recorded while it is visible
    MadeView (*create)(const ViewContext& context, QWidget* parent);
    /// Whether it has something to show for a model or trace that is decoded this way; otherwise it begins
    /// closed.
    bool (*suits)(const TraceInfo& info, Strategy strategy);
};

std::span<const ViewDescriptor> viewRegistry();

} // namespace headlight
