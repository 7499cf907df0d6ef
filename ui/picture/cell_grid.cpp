#include "ui/picture/cell_grid.h"

#include "core/base/workers.h"
#include "ui/picture/tile_pool.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr Index kBandRows
    = 64; ///< rows read at once: they fit the cache and still make matrix products worthwhile

constexpr Index kPieceRows = 32; ///< the same for rows so long that a band of them would take much memory
constexpr Index kLongBand = Index{1} << 22; ///< cells from which a band is read in such pieces

std::uint8_t stateOf(TileState state)
{
    switch (state) {
    case TileState::kNumber:
        return byteOf(CellState::kPlain);
    case TileState::kMasked:
        return byteOf(CellState::kMasked);
    case TileState::kMissing:
        break;
    }
    return byteOf(CellState::kMissing);
}

// The loops over cells below are separate functions on plain rows without branches, so that compilers
// vectorise them.

/// Sets the state of cells whose number is NaN or infinite.
void addNumberStates(const float* values, std::uint8_t* states, Index count)
{
    constexpr float kLargest = std::numeric_limits<float>::max();
    for (Index i = 0; i < count; ++i) {
        const std::uint8_t odd
            = std::isnan(values[i]) ? byteOf(CellState::kMissing) : byteOf(CellState::kMasked);
        states[i] = std::abs(values[i]) <= kLargest ? states[i] : odd;
    }
}

/// Whether a row of masked keys has numbers of this kind: weights, if a number masks it instead of −∞.
bool outlivesMask(MapKind kind)
{
    return kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
}

/// Sets the state of cells whose truth is 0.
void addTruthStates(const std::uint8_t* truth, CellState state, std::uint8_t* states, Index count)
{
    const std::uint8_t added = byteOf(state);
    for (Index i = 0; i < count; ++i)
        states[i] = truth[i] == 0 ? added : states[i];
}

/// Divides each number by the largest plain one of its row; 0 in rows without any.
void divideByLargest(const MatrixView& values, const MatrixView& rows, const ByteView& states,
                     MatrixSpan shares)
{
    for (Index r = 0; r < rows.rows(); ++r) {
        float largest = 0;
        for (Index c = 0; c < rows.cols(); ++c)
            if (states(r, c) == 0)
                largest = std::max(largest, rows(r, c));
        shares.row(r) = values.row(r) * (largest > 0 ? 1 / largest : 0.0F);
    }
}

/// Calls body(0) … body(count-1), on several threads if there are workers.
void forEach(Workers* workers, Index count, const std::function<void(Index)>& body)
{
    if (workers == nullptr) {
        for (Index i = 0; i < count; ++i)
            body(i);
        return;
    }
    workers->forEach(static_cast<std::size_t>(count),
                     [&body](std::size_t i) { body(static_cast<Index>(i)); });
}

CellLimits joined(const std::vector<CellLimits>& parts)
{
    CellLimits all;
    for (const CellLimits& part : parts)
        all.join(part);
    return all;
}

} // namespace

void CellLimits::join(const CellLimits& other)
{
    leftOut = leftOut || other.leftOut;
    masked = masked || other.masked;
    missing = missing || other.missing;
    if (!other.known)
        return;
    minimum = known ? std::min(minimum, other.minimum) : other.minimum;
    maximum = known ? std::max(maximum, other.maximum) : other.maximum;
    known = true;
}

CellReader::CellReader(AttentionMap map, MapKind kind, Keep keep, Shade shade, Workers* workers)
    : m_map(std::move(map))
    , m_kind(kind)
    , m_shade(shade)
{
    const CellRect all = whole();
    if (keep == Keep::kNothing || all.empty() || all.rows > kWholeCells / all.columns)
        return;
    Matrix values(all.rows, all.columns);
    Matrix shades(m_shade == Shade::kRowShare ? all.rows : 0, all.columns);
    ByteMatrix states(all.rows, all.columns);
    std::vector<CellLimits> limits(static_cast<std::size_t>((all.rows + kBandRows - 1) / kBandRows));
    forEach(workers, static_cast<Index>(limits.size()), [&](Index band) {
        const Index begin = band * kBandRows;
        const Index rows = std::min(kBandRows, all.rows - begin);
        readCells({begin, 0, rows, all.columns}, values.middleRows(begin, rows),
                  states.middleRows(begin, rows));
        limits[static_cast<std::size_t>(band)]
            = measured(values.middleRows(begin, rows), states.middleRows(begin, rows));
        if (m_shade == Shade::kRowShare)
            divideByLargest(values.middleRows(begin, rows), values.middleRows(begin, rows),
                            states.middleRows(begin, rows), shades.middleRows(begin, rows));
    });
    m_limits = joined(limits);
    m_whole = std::move(values);
    m_wholeShades = std::move(shades);
    m_wholeStates = std::move(states);
}

void CellReader::readBand(const CellRect& rect, CellGrid& band) const
{
    if (holdsWhole()) {
        band.values = m_whole.block(rect.query, rect.key, rect.rows, rect.columns);
        band.states = m_wholeStates.block(rect.query, rect.key, rect.rows, rect.columns);
        if (m_shade == Shade::kRowShare)
            band.shades = m_wholeShades.block(rect.query, rect.key, rect.rows, rect.columns);
        return;
    }
    band.values.resize(rect.rows, rect.columns);
    band.states.resize(rect.rows, rect.columns);
    readCells(rect, band.values, band.states);
    if (m_shade != Shade::kRowShare)
        return;
    band.shades.resize(rect.rows, rect.columns);
    if (rect.columns == m_map.keys())
        return divideByLargest(band.values, band.values, band.states, band.shades);
    Matrix rows(rect.rows, m_map.keys());
    ByteMatrix states(rect.rows, m_map.keys());
    readCells({rect.query, 0, rect.rows, m_map.keys()}, rows, states);
    divideByLargest(band.values, rows, states, band.shades);
}

void CellReader::readCells(const CellRect& rect, MatrixSpan values, ByteSpan states) const
{
    m_map.read(m_kind, rect.query, rect.key, values);
    readStates(rect, values, states);
}

void CellReader::readStates(const CellRect& rect, const MatrixView& values, ByteSpan states) const
{
    states.setZero();
    const auto addTruth = [&](MapKind kind, CellState state) {
        if (!m_map.has(kind))
            return;
        ByteMatrix truth(rect.rows, rect.columns);
        m_map.readTruth(kind, rect.query, rect.key, truth);
        for (Index r = 0; r < rect.rows; ++r)
            addTruthStates(&truth(r, 0), state, &states(r, 0), rect.columns);
    };
    addTruth(MapKind::kKept, CellState::kLeftOut);
    addTruth(MapKind::kMask, CellState::kMasked);
    for (Index r = 0; r < rect.rows && outlivesMask(m_kind) && m_shade != Shade::kDifference; ++r) {
        if ((states.row(r).array() != byteOf(CellState::kMasked)).any() || values.row(r).maxCoeff() <= 0)
            continue;
        ByteMatrix truth(1, m_map.keys());
        m_map.readTruth(MapKind::kMask, rect.query + r, 0, truth);
        if ((truth.array() == 0).all())
            states.row(r).setConstant(byteOf(CellState::kPlain));
    }
    for (Index r = 0; r < rect.rows; ++r)
        addNumberStates(values.data() + r * values.outerStride(), &states(r, 0), rect.columns);
}

CellGrid CellReader::shape(const CellRect& rect, Index maxRows, Index maxColumns) const
{
    CellGrid grid;
    if (rect.empty())
        return grid;
    grid.tileRows = (rect.rows + std::max<Index>(maxRows, 1) - 1) / std::max<Index>(maxRows, 1);
    grid.tileColumns = (rect.columns + std::max<Index>(maxColumns, 1) - 1) / std::max<Index>(maxColumns, 1);
    const Index firstRow = rect.query / grid.tileRows * grid.tileRows;
    const Index firstColumn = rect.key / grid.tileColumns * grid.tileColumns;
    grid.rect
        = {firstRow, firstColumn, rect.query + rect.rows - firstRow, rect.key + rect.columns - firstColumn};
    return grid;
}

/// Allocates the numbers of a grid with known shape; returns the number of tile rows.
static Index makeRoom(CellGrid& grid, Shade shade)
{
    const Index down = (grid.rect.rows + grid.tileRows - 1) / grid.tileRows;
    const Index across = (grid.rect.columns + grid.tileColumns - 1) / grid.tileColumns;
    grid.values.resize(down, across);
    grid.shades.resize(shade == Shade::kRowShare ? down : 0, across);
    grid.states.resize(down, across);
    return down;
}

CellGrid CellReader::sample(const CellRect& rect, Index maxRows, Index maxColumns,
                            const std::stop_token& stop, Workers* workers) const
{
    CellGrid grid = shape(rect, maxRows, maxColumns);
    if (rect.empty())
        return grid;
    grid.sampled = true;
    std::vector<CellLimits> limits(static_cast<std::size_t>(makeRoom(grid, m_shade)));
    forEach(workers, static_cast<Index>(limits.size()), [&](Index tile) {
        if (stop.stop_requested())
            return;
        const Index begin = tile * grid.tileRows;
        const Index middle = begin + std::min(grid.tileRows, grid.rect.rows - begin) / 2;
        CellGrid row;
        readBand({grid.rect.query + middle, grid.rect.key, 1, grid.rect.columns}, row);
        limits[static_cast<std::size_t>(tile)]
            = poolCells({row.values, row.shades, row.states, 0, 0},
                        {grid.rect.query + middle, grid.rect.key, 1, grid.rect.columns}, tile, grid);
    });
    if (stop.stop_requested())
        return {};
    grid.limits = holdsWhole() && grid.rect == whole() ? m_limits : joined(limits);
    return grid;
}

CellGrid CellReader::read(const CellRect& rect, Index maxRows, Index maxColumns, const std::stop_token& stop,
                          Workers* workers) const
{
    CellGrid grid = shape(rect, maxRows, maxColumns);
    if (rect.empty())
        return grid;
    if (!grid.pooled()) {
        readBand(grid.rect, grid);
        grid.limits = holdsWhole() && grid.rect == whole() ? m_limits : measured(grid.values, grid.states);
        return grid;
    }
    const Index down = makeRoom(grid, m_shade);
    const Index atOnce = tilesAtOnce(grid);
    std::vector<CellLimits> limits(static_cast<std::size_t>((down + atOnce - 1) / atOnce));
    forEach(workers, static_cast<Index>(limits.size()), [&](Index band) {
        if (!stop.stop_requested())
            limits[static_cast<std::size_t>(band)]
                = poolBand(band * atOnce, std::min(atOnce, down - band * atOnce), stop, grid);
    });
    if (stop.stop_requested())
        return {};
    grid.limits = holdsWhole() && grid.rect == whole() ? m_limits : joined(limits);
    return grid;
}

bool CellReader::poolsComputed() const
{
    return !holdsWhole() && m_shade != Shade::kDifference && m_shade != Shade::kMean && m_map.canPool(m_kind);
}

Index CellReader::tilesAtOnce(const CellGrid& grid) const
{
    // Several rows of tiles where these are low.
    const Index few = std::max<Index>(1, kBandRows / grid.tileRows);
    if (!poolsComputed())
        return few;
    // Queries go by groups: the last one of a band is to be nearly full.
    constexpr Index kMostBands = 8;
    Index best = few;
    double fullest = 0;
    for (Index tiles = few; tiles <= few * kMostBands; ++tiles) {
        const Index rows = tiles * grid.tileRows;
        const Index bands = (rows + kBandRows - 1) / kBandRows;
        const double full = static_cast<double>(rows) / static_cast<double>(bands * kBandRows);
        if (full > fullest + 0.01) {
            best = tiles;
            fullest = full;
        }
    }
    return best;
}

CellLimits CellReader::poolBand(Index firstTile, Index tiles, const std::stop_token& stop,
                                CellGrid& grid) const
{
    const Index begin = firstTile * grid.tileRows;
    const CellRect rect{grid.rect.query + begin, grid.rect.key,
                        std::min(tiles * grid.tileRows, grid.rect.rows - begin), grid.rect.columns};
    CellGrid band;
    if (holdsWhole())
        return poolCells({m_whole, m_wholeShades, m_wholeStates, rect.query, rect.key}, rect, firstTile,
                         grid);
    if (poolsComputed())
        return poolComputed(firstTile, rect, stop, grid);
    if (tiles == 1 && rect.rows > kPieceRows && rect.rows > kLongBand / rect.columns)
        return poolLongRows(firstTile, stop, grid);
    if (m_shade == Shade::kValue) {
        band.values.resize(rect.rows, rect.columns);
        m_map.read(m_kind, rect.query, rect.key, band.values);
        if (const auto limits = poolRanges(band.values, rect, firstTile, grid))
            return *limits;
        band.states.resize(rect.rows, rect.columns);
        readStates(rect, band.values, band.states);
    } else {
        readBand(rect, band);
    }
    return poolCells({band.values, band.shades, band.states, 0, 0}, rect, firstTile, grid);
}

CellLimits CellReader::poolComputed(Index firstTile, const CellRect& rect, const std::stop_token& stop,
                                    CellGrid& grid) const
{
    const Index down = (rect.rows + grid.tileRows - 1) / grid.tileRows;
    const bool shares = m_shade == Shade::kRowShare;
    Matrix none(0, grid.values.cols());
    WeightTiles tiles{rect.query,
                      rect.key,
                      rect.rows,
                      rect.columns,
                      grid.tileRows,
                      grid.tileColumns,
                      grid.values.middleRows(firstTile, down),
                      shares ? MatrixSpan(grid.shades.middleRows(firstTile, down)) : MatrixSpan(none),
                      grid.states.middleRows(firstTile, down)};
    const WeightLimits found = m_map.pool(m_kind, tiles, stop);
    for (Index tile = 0; tile < down; ++tile)
        for (Index across = 0; across < grid.states.cols(); ++across) {
            std::uint8_t& state = grid.states(firstTile + tile, across);
            state = stateOf(static_cast<TileState>(state));
        }
    return {.minimum = found.least,
            .maximum = found.most,
            .masked = found.masked,
            .missing = found.missing,
            .known = found.known};
}

CellLimits CellReader::poolLongRows(Index tile, const std::stop_token& stop, CellGrid& grid) const
{
    const Index begin = tile * grid.tileRows;
    const Index end = std::min(begin + grid.tileRows, grid.rect.rows);
    TilePool values(grid.rect.columns, m_shade);
    TilePool shades(grid.rect.columns, Shade::kValue);
    values.clear();
    shades.clear();
    CellLimits limits;
    for (Index first = begin; first < end && !stop.stop_requested(); first += kPieceRows) {
        CellGrid piece;
        readBand(
            {grid.rect.query + first, grid.rect.key, std::min(kPieceRows, end - first), grid.rect.columns},
            piece);
        for (Index row = 0; row < piece.values.rows(); ++row) {
            values.add(&piece.values(row, 0), &piece.states(row, 0));
            if (m_shade == Shade::kRowShare)
                shades.add(&piece.shades(row, 0), &piece.states(row, 0));
        }
        limits.join(measured(piece.values, piece.states));
    }
    if (m_shade == Shade::kRowShare)
        shades.tiles(grid.tileColumns, &grid.shades(tile, 0), &grid.states(tile, 0));
    values.tiles(grid.tileColumns, &grid.values(tile, 0), &grid.states(tile, 0));
    return limits;
}

std::optional<CellLimits> CellReader::poolRanges(const Matrix& values, const CellRect& rect, Index firstTile,
                                                 CellGrid& grid) const
{
    if (m_map.has(MapKind::kKept))
        return std::nullopt;
    ByteMatrix truth = ByteMatrix::Ones(rect.rows, rect.columns);
    if (m_map.has(MapKind::kMask))
        m_map.readTruth(MapKind::kMask, rect.query, rect.key, truth);
    if (outlivesMask(m_kind) && ((truth.array() == 0) && (values.array() > 0.0F)).any())
        return std::nullopt;
    TileRangePool pool(rect.columns);
    for (Index first = 0, tile = firstTile; first < rect.rows; first += grid.tileRows, ++tile) {
        pool.clear();
        for (Index row = first; row < std::min(first + grid.tileRows, rect.rows); ++row)
            if (!pool.add(&values(row, 0), &truth(row, 0)))
                return std::nullopt;
        pool.tiles(grid.tileColumns, &grid.values(tile, 0), &grid.states(tile, 0));
    }
    return pool.limits();
}

CellLimits CellReader::poolCells(const Cells& cells, const CellRect& rect, Index firstTile,
                                 CellGrid& grid) const
{
    TilePool pool(rect.columns, m_shade);
    std::vector<std::uint8_t> states(static_cast<std::size_t>(grid.states.cols()));
    const auto poolInto = [&](const Matrix& from, Index first, Index rows, Index tile, Matrix& to) {
        pool.clear();
        for (Index r = first; r < first + rows; ++r)
            pool.add(&from(cells.row + r, cells.column), &cells.states(cells.row + r, cells.column));
        pool.tiles(grid.tileColumns, &to(tile, 0), states.data());
    };
    for (Index first = 0, tile = firstTile; first < rect.rows; first += grid.tileRows, ++tile) {
        const Index rows = std::min(grid.tileRows, rect.rows - first);
        if (m_shade == Shade::kRowShare)
            poolInto(cells.shades, first, rows, tile, grid.shades);
        poolInto(cells.values, first, rows, tile, grid.values);
        std::copy(states.begin(), states.end(), &grid.states(tile, 0));
    }
    // The limits of a map that is kept whole are known.
    if (holdsWhole() && rect.columns == m_map.keys() && grid.rect.rows == m_map.queries())
        return {};
    return measured(cells.values.block(cells.row, cells.column, rect.rows, rect.columns),
                    cells.states.block(cells.row, cells.column, rect.rows, rect.columns));
}

} // namespace headlight
