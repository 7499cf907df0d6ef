#pragma once

#include "core/trace/record_plan.h"
#include "ui/widgets/trace_view.h"

#include <QString>

#include <span>

namespace headlight {

struct TraceInfo;

/// All that the window must know of a view: menus, docks, saved state and what is recorded follow
/// from it. To add a view, write it and add one line to the array in view_registry.cpp.
struct ViewDescriptor
{
    const char* id; ///< stable, for saved state
    const char* title; ///< source text, translated in the context "View"
    const char* shortcut; ///< shows and raises it
    Qt::DockWidgetArea area; ///< where it stands at first; NoDockWidgetArea: the centre
    SiteSet needs; ///< what must be recorded while it is visible
    bool (*canShow)(const TraceInfo& info);
    TraceView* (*create)(const ViewContext& context, QWidget* parent);
    bool atFirst = false; ///< open in the first arrangement
};

std::span<const ViewDescriptor> viewRegistry();

} // namespace headlight
