#pragma once

#include "core/math/matrix.h"

#include <cstdint>

namespace headlight {

/// What a tile of weights holds; the first that any of its cells is.
enum class TileState : std::uint8_t {
    kNumber,
    kMasked, ///< the query may not attend to the key
    kMissing, ///< the row has no weights
};

/// A rectangle of a map in tiles of equal size, the last of which may be cut, and where to write what they
/// hold: [tiles down × tiles across].
struct WeightTiles
{
    Index query = 0, key = 0, rows = 0, columns = 0; ///< of the rectangle, in cells
    Index tileRows = 1, tileColumns = 1;
    MatrixSpan largest; ///< weight; 0 where masked, NaN where missing
    MatrixSpan shares; ///< the largest share of its row's largest weight; no rows: not asked for
    ByteSpan states; ///< TileState
};

/// What the cells of all tiles hold.
struct WeightLimits
{
    float least = 0.0F, most = 0.0F; ///< of the numbers
    bool known = false; ///< there are numbers
    bool masked = false, missing = false; ///< there are such cells
};

} // namespace headlight
