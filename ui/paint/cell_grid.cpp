#include "ui/paint/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

CellLimits measured(const Matrix& values, const ByteMatrix& states)
{
    CellLimits found;
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (Index i = 0; i < values.size(); ++i) {
        const std::uint8_t state = states.data()[i];
        const float value = values.data()[i];
        low = state == 0 && value < low ? value : low;
        high = state == 0 && value > high ? value : high;
        found.leftOut |= state == static_cast<std::uint8_t>(CellState::kLeftOut);
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

/// Each number divided by the largest plain one of its row; 0 in rows without any.
Matrix rowShares(const Matrix& values, const Matrix& rows, const ByteMatrix& states)
{
    Matrix shares(values.rows(), values.cols());
    for (Index r = 0; r < rows.rows(); ++r) {
        float largest = 0;
        for (Index c = 0; c < rows.cols(); ++c)
            if (states(r, c) == 0)
                largest = std::max(largest, rows(r, c));
        shares.row(r) = values.row(r) * (largest > 0 ? 1 / largest : 0.0F);
    }
    return shares;
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

/// Cells of a rectangle: [rows × columns] each.
struct CellReader::Band
{
    Matrix values;
    Matrix shades; ///< no rows: the values
    ByteMatrix states;

    void pool(Index tileColumns, Index tileRow, CellGrid& grid, bool bySize) const;
};

/// Takes the maximum of each tile's cells; a cell that is not plain counts only where nothing better is.
void CellReader::Band::pool(Index tileColumns, Index tileRow, CellGrid& grid, bool bySize) const
{
    const bool shaded = shades.size() > 0;
    const auto weight = [bySize](float value) { return bySize ? std::abs(value) : value; };
    for (Index r = 0; r < values.rows(); ++r) {
        for (Index tile = 0; tile < grid.values.cols(); ++tile) {
            const Index end = std::min((tile + 1) * tileColumns, values.cols());
            float best = grid.values(tileRow, tile);
            float shade = shaded ? grid.shades(tileRow, tile) : 0;
            std::uint8_t state = grid.states(tileRow, tile);
            for (Index c = tile * tileColumns; c < end; ++c) {
                const std::uint8_t here = states(r, c);
                if (here < state || (here == state && !(weight(values(r, c)) <= weight(best))))
                    best = values(r, c);
                if (shaded && (here < state || (here == state && !(shades(r, c) <= shade))))
                    shade = shades(r, c);
                state = std::min(state, here);
            }
            grid.values(tileRow, tile) = best;
            if (shaded)
                grid.shades(tileRow, tile) = shade;
            grid.states(tileRow, tile) = state;
        }
    }
}

CellReader::CellReader(AttentionMap map, MapKind kind, Keep keep, Shade shade)
    : m_map(std::move(map))
    , m_kind(kind)
    , m_shade(shade)
{
    const CellRect all = whole();
    if (keep == Keep::kNothing || all.empty() || all.rows > kWholeCells / all.columns)
        return;
    Band band;
    readBand(all, band);
    m_limits = measured(band.values, band.states);
    m_whole = std::move(band.values);
    m_wholeShades = std::move(band.shades);
    m_wholeStates = std::move(band.states);
}

void CellReader::readBand(const CellRect& rect, Band& band) const
{
    if (holdsWhole()) {
        band.values = m_whole.block(rect.query, rect.key, rect.rows, rect.columns);
        band.states = m_wholeStates.block(rect.query, rect.key, rect.rows, rect.columns);
        if (m_shade == Shade::kRowShare)
            band.shades = m_wholeShades.block(rect.query, rect.key, rect.rows, rect.columns);
        return;
    }
    readCells(rect, band);
    if (m_shade != Shade::kRowShare)
        return;
    if (rect.columns == m_map.keys()) {
        band.shades = rowShares(band.values, band.values, band.states);
        return;
    }
    Band rows;
    readCells({rect.query, 0, rect.rows, m_map.keys()}, rows);
    band.shades = rowShares(band.values, rows.values, rows.states);
}

void CellReader::readCells(const CellRect& rect, Band& band) const
{
    const auto block
        = [&](MapKind kind) { return m_map.block(kind, rect.query, rect.key, rect.rows, rect.columns); };
    band.values = block(m_kind);
    band.states.setZero(rect.rows, rect.columns);
    std::uint8_t* states = band.states.data();
    if (m_map.has(MapKind::kKept)) {
        const Matrix kept = block(MapKind::kKept);
        for (Index i = 0; i < kept.size(); ++i)
            if (kept.data()[i] == 0.0F)
                states[i] = static_cast<std::uint8_t>(CellState::kLeftOut);
    }
    if (m_map.has(MapKind::kMask)) {
        const Matrix mask = m_kind == MapKind::kMask ? band.values : block(MapKind::kMask);
        for (Index i = 0; i < mask.size(); ++i)
            if (mask.data()[i] == 0.0F)
                states[i] = static_cast<std::uint8_t>(CellState::kMasked);
    }
    for (Index i = 0; i < band.values.size(); ++i) {
        const float value = band.values.data()[i];
        if (!std::isfinite(value))
            states[i]
                = static_cast<std::uint8_t>(std::isnan(value) ? CellState::kMissing : CellState::kMasked);
    }
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

    Band band;
    if (!grid.pooled()) {
        readBand(grid.rect, band);
        grid.limits = measured(band.values, band.states);
        grid.values = std::move(band.values);
        grid.shades = std::move(band.shades);
        grid.states = std::move(band.states);
        return grid;
    }
    grid.values = Matrix::Constant(down, across, kNan);
    if (m_shade == Shade::kRowShare)
        grid.shades = grid.values;
    grid.states = ByteMatrix::Constant(down, across, static_cast<std::uint8_t>(CellState::kMissing));
    for (Index row = 0; row < down; ++row) {
        if (stop.stop_requested())
            return {};
        const Index begin = firstRow + row * grid.tileRows;
        readBand({begin, firstColumn, std::min(grid.tileRows, endRow - begin), grid.rect.columns}, band);
        grid.limits.join(measured(band.values, band.states));
        band.pool(grid.tileColumns, row, grid, m_shade == Shade::kDifference);
    }
    return grid;
}

} // namespace headlight
