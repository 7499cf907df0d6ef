#include "ui/views/view_registry.h"

namespace headlight {

std::span<const ViewDescriptor> viewRegistry()
{
    // One line per view; the order is that of the View menu.
    static const std::span<const ViewDescriptor> views;
    return views;
}

} // namespace headlight
