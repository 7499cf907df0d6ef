#pragma once

#include "core/math/matrix.h"

#include <cstdint>

namespace headlight {

/// The content of a tile of weights: the first of these states that any of its cells has.
enum class TileState : std::uint8_t {
    kNumber,
    kMasked, ///< the query may not attend to the key
    kMissing, ///< the row has no weights
};

/// A rectangle of a map, divided into tiles of equal size (the last ones may be smaller), and the outputs
/// [tiles down × tiles across].
struct WeightTiles
{
    Index query = 0, key = 0, rows = 0, columns = 0; ///< of the rectangle, in cells
    Index tileRows = 1, tileColumns = 1;
    MatrixSpan largest; ///< weight; 0 where masked, NaN where missing
    MatrixSpan shares; ///< largest ratio of a weight to its row's largest weight; empty if not needed
    ByteSpan states; ///< TileState
};

/// The range of all cells.
struct WeightLimits
{
    float least = 0.0F, most = 0.0F; ///< weights
    bool known = false; ///< whether any cell has a weight
    bool masked = false, missing = false; ///< whether any cell is masked, or missing
};

} // namespace headlight
