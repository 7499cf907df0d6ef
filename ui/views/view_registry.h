#pragma once

#include "core/trace/record_plan.h"
#include "ui/figure/figure.h"
#include "ui/widgets/trace_view.h"

#include <functional>
#include <span>

namespace headlight {

/// A view as the registry has made it.
struct MadeView
{
    TraceView* view;
    std::function<FigureRequest()> figure; ///< what it shows, for export; empty: nothing to export
};

/// All that the window must know of a view: menus, docks, saved state and what is recorded follow
/// from it. To add a view, write it and add one line to the array in view_registry.cpp.
struct ViewDescriptor
{
    ViewId id;
    const char* title; ///< source text, translated in the context "View"
    const char* shortcut; ///< shows and raises it
    Qt::DockWidgetArea area; ///< where it stands at first; NoDockWidgetArea: the centre
    SiteSet needs; ///< what must be recorded while it is visible
    MadeView (*create)(const ViewContext& context, QWidget* parent);
    bool atFirst = false; ///< open in the first arrangement
};

std::span<const ViewDescriptor> viewRegistry();

} // namespace headlight
