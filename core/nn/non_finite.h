#pragma once

#include "core/trace/site.h"

#include <optional>

namespace headlight {

/// Where a pass first has a number that is not finite. Of kEmbeddings, kPositions, kSegments, kFinal and
/// kLogits the layer says the stack only; kResidual is the stream before the layer.
struct NonFinitePlace
{
    Site site = Site::kResidual;
    LayerRef layer;
    bool operator==(const NonFinitePlace&) const = default;
};

/// Looks on while passes run. One pass at a time.
struct NonFiniteWatch
{
    std::optional<NonFinitePlace> first;
};

} // namespace headlight
