#pragma once

#include "core/analysis/position_tables.h"

#include <memory>

namespace headlight {

class Model;
struct AttentionSpec;
struct StackSpec;

/// What a model adds for the position, computed by the very function that its forward pass uses; or how
/// else it tells positions apart. A null model knows nothing. The result keeps the model alive.
PositionTables positionTables(const std::shared_ptr<const Model>& model);

/// How a stack is told positions: by what is added to its embeddings, else by its first layer's attention.
PositionMethod positionMethod(const StackSpec& stack);
/// How one attention is told positions.
PositionMethod positionMethod(const AttentionSpec& attention);

} // namespace headlight
