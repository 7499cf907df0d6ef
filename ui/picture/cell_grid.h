#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace headlight {

class Workers;

/// A rectangle of a map in cells.
struct CellRect
{
    Index query = 0, key = 0;
    Index rows = 0, columns = 0;
    bool operator==(const CellRect&) const = default;
    bool empty() const { return rows <= 0 || columns <= 0; }
};

/// The state of a cell, besides its number.
enum class CellState : std::uint8_t {
    kPlain = 0,
    kLeftOut = 1, ///< hidden on purpose (core/analysis/map_transform.h)
    kMasked = 2, ///< the query cannot attend to the key
    kMissing = 3, ///< never computed
};

/// The range of some cells' numbers, and the states that occur among them.
struct CellLimits
{
    float minimum = 0, maximum = 0; ///< over plain cells
    bool leftOut = false, masked = false, missing = false; ///< whether such cells occur

    /// Widens these limits to include the others.
    void join(const CellLimits& other);
    bool known = false; ///< at least one cell has a number
    bool operator==(const CellLimits&) const = default;
};

/// Which number determines a cell's colour.
enum class Shade : unsigned char {
    kValue,
    kRowShare, ///< its number divided by the largest plain number of its row
    kDifference, ///< its number; a tile shows the one of largest magnitude, whatever its sign
    kMean, ///< its number; a tile shows the mean: the largest of activations or sines would hide all others
};

/// Numbers of a rectangle of a map, one per tile of equal size. A tile of several cells shows its largest
/// number (max pooling), or as Shade says, and is masked only if all its cells are. A value.
struct CellGrid
{
    CellRect rect; ///< cells covered by the tiles; the last tiles may be cut
    Index tileRows = 1, tileColumns = 1; ///< cells per tile
    Matrix values; ///< [tiles down × tiles across]; NaN where missing
    Matrix shades; ///< numbers that determine the colours; no rows = `values`
    ByteMatrix states; ///< CellState; no rows = all plain
    CellLimits limits;
    bool sampled = false; ///< a preview: each tile shows only the cells of its middle row

    bool pooled() const { return tileRows > 1 || tileColumns > 1; }
    bool isNull() const { return values.size() == 0; }
    /// Whether both cover the same cells with tiles of the same size.
    bool sameTiles(const CellGrid& other) const
    {
        return rect == other.rect && tileRows == other.tileRows && tileColumns == other.tileColumns;
    }
    float shade(Index row, Index column) const
    {
        return shades.size() == 0 ? values(row, column) : shades(row, column);
    }
    CellState state(Index row, Index column) const
    {
        return states.size() == 0 ? CellState::kPlain : static_cast<CellState>(states(row, column));
    }
};

/// Reads the cells of one kind of one map. Keeps a small matrix whole, so that a view can zoom without
/// reading the trace again. Immutable; several threads may read it.
class CellReader
{
public:
    /// Largest matrix that is kept, in cells (2048 × 2048).
    static constexpr Index kWholeCells = Index{1} << 22;

    /// kNothing: every read goes to the trace; for pictures that are made once.
    enum class Keep : unsigned char { kWholeIfSmall, kNothing };

    /// `workers` read a matrix that is kept; null = the calling thread reads it.
    CellReader(AttentionMap map, MapKind kind, Keep keep = Keep::kWholeIfSmall, Shade shade = Shade::kValue,
               Workers* workers = nullptr);

    const AttentionMap& map() const { return m_map; }
    MapKind kind() const { return m_kind; }
    Shade shadedBy() const { return m_shade; }
    bool holdsWhole() const { return m_whole.size() > 0; }
    /// Limits of the whole map if it is kept; otherwise unknown.
    const CellLimits& limits() const { return m_limits; }
    CellRect whole() const { return {0, 0, m_map.queries(), m_map.keys()}; }
    /// Tiles of the rectangle, at most [maxRows × maxColumns] (one more at a border if the rectangle cuts
    /// tiles: tiles start at multiples of their size, so that panning does not make them flicker). Null if
    /// stopped.
    CellGrid read(const CellRect& rect, Index maxRows, Index maxColumns, const std::stop_token& stop = {},
                  Workers* workers = nullptr) const;
    /// A preview: only the middle row of each row of tiles, exactly, with its limits. Null if stopped.
    CellGrid sample(const CellRect& rect, Index maxRows, Index maxColumns, const std::stop_token& stop = {},
                    Workers* workers = nullptr) const;
    /// The tiles that read() would return, without their numbers.
    CellGrid shape(const CellRect& rect, Index maxRows, Index maxColumns) const;

private:
    /// Single cells, and where a band begins among them.
    struct Cells
    {
        const Matrix& values;
        const Matrix& shades;
        const ByteMatrix& states;
        Index row = 0, column = 0;
    };
    void readBand(const CellRect& rect, CellGrid& band) const;
    void readCells(const CellRect& rect, MatrixSpan values, ByteSpan states) const;
    /// The states of cells whose numbers are known.
    void readStates(const CellRect& rect, const MatrixView& values, ByteSpan states) const;
    /// Fills rows of tiles. Returns the limits of their cells if those of the whole map are unknown.
    CellLimits poolBand(Index firstTile, Index tiles, const std::stop_token& stop, CellGrid& grid) const;
    bool poolsComputed() const;
    /// Rows of tiles that are read at a time.
    Index tilesAtOnce(const CellGrid& grid) const;
    /// The same for one row of tiles made of many long rows, piece by piece.
    CellLimits poolLongRows(Index tile, const std::stop_token& stop, CellGrid& grid) const;
    /// The same where the map pools its cells itself.
    CellLimits poolComputed(Index firstTile, const CellRect& rect, const std::stop_token& stop,
                            CellGrid& grid) const;
    /// The same for finite numbers of rows of which a mask allows one range: of nearly all maps. Empty, with
    /// tiles in disorder, if the cells are not of that kind.
    std::optional<CellLimits> poolRanges(const Matrix& values, const CellRect& rect, Index firstTile,
                                         CellGrid& grid) const;
    CellLimits poolCells(const Cells& cells, const CellRect& rect, Index firstTile, CellGrid& grid) const;

    AttentionMap m_map;
    MapKind m_kind;
    Shade m_shade;
    Matrix m_whole, m_wholeShades;
    ByteMatrix m_wholeStates;
    CellLimits m_limits;
};

} // namespace headlight
