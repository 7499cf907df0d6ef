#include "core/tracefile/experts.h"

#include <cstdint>
#include <limits>

namespace headlight {

void takeExperts(const TraceLayout& layout, StackKind stack, StackShape& shape)
{
    for (const TraceLayout::Placed& placed : layout.placed()) {
        if (placed.place.stack != stack || placed.place.site != Site::kRouter)
            continue;
        shape.experts.resize(static_cast<std::size_t>(shape.layers));
        shape.experts.at(static_cast<std::size_t>(placed.place.layer.layer))
            = static_cast<int>(layout.axis(placed.tensor, 1));
    }
}

Result<void> checkExperts(const TraceLayout& layout, const TraceInfo& info, const std::string& file)
{
    for (const TraceLayout::Placed& placed : layout.placed()) {
        if (placed.place.site != Site::kExperts)
            continue;
        const StackShape* const shape = info.stack(placed.place.stack);
        const int known = shape != nullptr ? shape->expertsOf(placed.place.layer.layer) : 0;
        const std::int64_t count = known > 0 ? known : std::numeric_limits<std::int16_t>::max();
        for (const std::int64_t expert : toIntegers(placed.tensor))
            if (expert < 0 || expert >= count)
                return badFile(file, placed.tensor.name,
                               "found the expert " + std::to_string(expert) + ", expected 0 to "
                                   + std::to_string(count - 1));
    }
    return {};
}

} // namespace headlight
