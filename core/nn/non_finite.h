#pragma once

#include "core/trace/site.h"

#include <optional>

namespace headlight {

/// Where a pass first has a non-finite number. For kEmbeddings, kPositions, kSegments, kFinal and kLogits,
/// only the stack of `layer` is meaningful; kResidual is the stream before the layer.
struct NonFinitePlace
{
    Site site = Site::kResidual;
    LayerRef layer;
    bool operator==(const NonFinitePlace&) const = default;
};

/// Watches passes for non-finite numbers. One pass at a time.
struct NonFiniteWatch
{
    std::optional<NonFinitePlace> first;
};

} // namespace headlight
