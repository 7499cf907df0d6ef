#pragma once

#include "ui/picture/cell_grid.h"

#include <cstdint>
#include <vector>

namespace headlight {

// Make tiles of the rows of cells of a map (max pooling): each class takes the rows of one row of tiles.

constexpr std::uint8_t byteOf(CellState state)
{
    return static_cast<std::uint8_t>(state);
}

/// The limits of these cells; `states` has a CellState for each.
CellLimits measured(const MatrixView& values, const ByteView& states);

/// The winners of each column over some rows, and of the columns of each tile. A better state wins, and among
/// equal ones the larger number, the number of larger magnitude (Shade::kDifference), or all together as
/// their mean (Shade::kMean).
class TilePool
{
public:
    TilePool(Index columns, Shade shade);

    void clear();
    void add(const float* values, const std::uint8_t* states);
    void tiles(Index tileColumns, float* values, std::uint8_t* states) const;

private:
    void addToMeans(const float* values, const std::uint8_t* states);
    void meanTiles(Index tileColumns, float* values, std::uint8_t* states) const;

    RowVector m_best; ///< sums for means
    RowVector m_counts; ///< numbers in each sum
    std::vector<std::uint8_t> m_states;
    Shade m_shade;
};

/// The largest number of each column over some rows, and of the columns of each tile: as a TilePool's for
/// finite numbers that are masked outside of one range of each row, without the state of each cell.
class TileRangePool
{
public:
    explicit TileRangePool(Index columns);

    void clear();
    /// Takes a row; `truth` is 1 where the query may attend. Returns false for a row not of this kind.
    [[nodiscard]] bool add(const float* values, const std::uint8_t* truth);
    void tiles(Index tileColumns, float* values, std::uint8_t* states);
    /// Of all tiles so far.
    CellLimits limits() const;

private:
    RowVector m_inside, m_outside; ///< −∞ where no cell was added
    RowVector m_least; ///< inside, of all rows
    float m_most;
    CellLimits m_limits;
};

} // namespace headlight
