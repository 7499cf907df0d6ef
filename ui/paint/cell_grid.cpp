#include "ui/paint/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Cells of one band of tiles, and where its columns stand in the tiles.
struct Band
{
    const Matrix& values;
    const ByteMatrix& states;
};

/// Takes the maximum of each tile's cells; a masked or missing cell counts only where nothing else is.
void pool(const Band& band, Index tileColumns, Index tileRow, CellGrid& grid)
{
    for (Index r = 0; r < band.values.rows(); ++r) {
        for (Index tile = 0; tile < grid.values.cols(); ++tile) {
            const Index end = std::min((tile + 1) * tileColumns, band.values.cols());
            float best = grid.values(tileRow, tile);
            std::uint8_t state = grid.states(tileRow, tile);
            for (Index c = tile * tileColumns; c < end; ++c) {
                const std::uint8_t here = band.states(r, c);
                if (here < state || (here == state && !(band.values(r, c) <= best)))
                    best = band.values(r, c);
                state = std::min(state, here);
            }
            grid.values(tileRow, tile) = best;
            grid.states(tileRow, tile) = state;
        }
    }
}

CellLimits measured(const Band& band)
{
    CellLimits found;
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (Index i = 0; i < band.values.size(); ++i) {
        const std::uint8_t state = band.states.data()[i];
        const float value = band.values.data()[i];
        low = state == 0 && value < low ? value : low;
        high = state == 0 && value > high ? value : high;
        found.masked |= state == static_cast<std::uint8_t>(CellState::kMasked);
        found.missing |= state == static_cast<std::uint8_t>(CellState::kMissing);
    }
    if (low <= high) {
        found.known = true;
        found.minimum = low;
        found.maximum = high;
    }
    return found;
}

} // namespace

void CellLimits::join(const CellLimits& other)
{
    masked = masked || other.masked;
    missing = missing || other.missing;
    if (!other.known)
        return;
    minimum = known ? std::min(minimum, other.minimum) : other.minimum;
    maximum = known ? std::max(maximum, other.maximum) : other.maximum;
    known = true;
}

CellReader::CellReader(AttentionMap map, MapKind kind, Keep keep)
    : m_map(std::move(map))
    , m_kind(kind)
{
    const CellRect all = whole();
    if (keep == Keep::kNothing || all.empty() || all.rows > kWholeCells / all.columns)
        return;
    Matrix values;
    ByteMatrix states;
    readBand(all, values, states);
    m_limits = measured({values, states});
    m_whole = std::move(values);
    m_wholeStates = std::move(states);
}

void CellReader::readBand(const CellRect& band, Matrix& values, ByteMatrix& states) const
{
    if (holdsWhole()) {
        values = m_whole.block(band.query, band.key, band.rows, band.columns);
        states = m_wholeStates.block(band.query, band.key, band.rows, band.columns);
        return;
    }
    values = m_map.block(m_kind, band.query, band.key, band.rows, band.columns);
    states.setZero(band.rows, band.columns);
    if (m_map.has(MapKind::kMask)) {
        const Matrix mask = m_kind == MapKind::kMask
            ? values
            : m_map.block(MapKind::kMask, band.query, band.key, band.rows, band.columns);
        for (Index i = 0; i < mask.size(); ++i)
            if (mask.data()[i] == 0.0F)
                states.data()[i] = static_cast<std::uint8_t>(CellState::kMasked);
    }
    for (Index i = 0; i < values.size(); ++i)
        if (!std::isfinite(values.data()[i]))
            states.data()[i] = static_cast<std::uint8_t>(CellState::kMissing);
}

CellGrid CellReader::read(const CellRect& rect, Index maxRows, Index maxColumns,
                          const std::stop_token& stop) const
{
    CellGrid grid;
    if (rect.empty())
        return grid;
    grid.tileRows = (rect.rows + std::max<Index>(maxRows, 1) - 1) / std::max<Index>(maxRows, 1);
    grid.tileColumns = (rect.columns + std::max<Index>(maxColumns, 1) - 1) / std::max<Index>(maxColumns, 1);
    const Index firstRow = rect.query / grid.tileRows * grid.tileRows;
    const Index firstColumn = rect.key / grid.tileColumns * grid.tileColumns;
    const Index endRow = rect.query + rect.rows, endColumn = rect.key + rect.columns;
    grid.rect = {firstRow, firstColumn, endRow - firstRow, endColumn - firstColumn};
    const Index down = (grid.rect.rows + grid.tileRows - 1) / grid.tileRows;
    const Index across = (grid.rect.columns + grid.tileColumns - 1) / grid.tileColumns;

    Matrix values;
    ByteMatrix states;
    if (!grid.pooled()) {
        readBand(grid.rect, grid.values, grid.states);
        grid.limits = measured({grid.values, grid.states});
    } else {
        grid.values = Matrix::Constant(down, across, kNan);
        grid.states = ByteMatrix::Constant(down, across, static_cast<std::uint8_t>(CellState::kMissing));
    }
    for (Index row = 0; grid.pooled() && row < down; ++row) {
        if (stop.stop_requested())
            return {};
        const Index begin = firstRow + row * grid.tileRows;
        readBand({begin, firstColumn, std::min(grid.tileRows, endRow - begin), grid.rect.columns}, values,
                 states);
        grid.limits.join(measured({values, states}));
        pool({values, states}, grid.tileColumns, row, grid);
    }
    return grid;
}

} // namespace headlight
