#pragma once

#include "core/analysis/position_tables.h"

#include <memory>

namespace headlight {

class Model;

/// What a model adds for the position, computed by the very function that its forward pass uses; or how
/// else it tells positions apart. A null model knows nothing. The result keeps the model alive.
PositionTables positionTables(const std::shared_ptr<const Model>& model);

} // namespace headlight
