#pragma once

#include "core/analysis/position_tables.h"

#include <memory>

namespace headlight {

class Model;
struct AttentionSpec;
struct StackSpec;

/// What a model adds for positions, computed by the same function as in its forward pass, or how else it
/// encodes them. For a null model nothing is known. The result keeps the model alive.
PositionTables positionTables(const std::shared_ptr<const Model>& model);

/// How a stack encodes positions: by what is added to its embeddings, otherwise by its first layer's
/// attention.
PositionMethod positionMethod(const StackSpec& stack);
/// How one attention encodes positions.
PositionMethod positionMethod(const AttentionSpec& attention);

} // namespace headlight
