#include "ui/picture/tile_pool.h"

#include "core/math/mask.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace headlight {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The loops over cells below are on plain rows without branches, so that compilers vectorise them.

/// Smallest and largest plain number of each column, and a bit for each state that occurs.
struct ColumnLimits
{
    explicit ColumnLimits(Index columns)
        : low(static_cast<std::size_t>(columns), kInfinity)
        , high(static_cast<std::size_t>(columns), -kInfinity)
        , seen(static_cast<std::size_t>(columns), 0)
    { }
    void add(const float* values, const std::uint8_t* states)
    {
        float* const lows = low.data();
        float* const highs = high.data();
        const auto count = low.size();
        for (std::size_t i = 0; i < count; ++i) {
            lows[i] = ((states[i] == 0) & (values[i] < lows[i])) ? values[i] : lows[i];
            highs[i] = ((states[i] == 0) & (values[i] > highs[i])) ? values[i] : highs[i];
        }
        std::uint8_t* const bits = seen.data();
        for (std::size_t i = 0; i < count; ++i)
            bits[i] = static_cast<std::uint8_t>(bits[i] | (1U << states[i]));
    }
    CellLimits together() const
    {
        CellLimits found;
        found.minimum = *std::min_element(low.begin(), low.end());
        found.maximum = *std::max_element(high.begin(), high.end());
        found.known = found.minimum <= found.maximum;
        if (!found.known)
            found.minimum = found.maximum = 0;
        unsigned all = 0;
        for (const std::uint8_t bits : seen)
            all |= bits;
        const auto has = [all](CellState state) { return (all & (1U << byteOf(state))) != 0; };
        found.leftOut = has(CellState::kLeftOut);
        found.masked = has(CellState::kMasked);
        found.missing = has(CellState::kMissing);
        return found;
    }
    std::vector<float> low, high;
    std::vector<std::uint8_t> seen;
};

/// Whether a cell with this state and number replaces the best one so far: a better state does, and within a
/// state a larger number (or magnitude) does, or any number if there was none.
bool wins(float value, std::uint8_t state, float best, std::uint8_t bestState, bool bySize)
{
    const float weight = bySize ? std::abs(value) : value, least = bySize ? std::abs(best) : best;
    return (state < bestState) | ((state == bestState) & !(weight <= least));
}

/// The cells of a row with truth 1; empty if others are between them.
std::optional<Mask::KeyRange> onlyRange(const std::uint8_t* truth, Index count)
{
    const std::uint8_t* const end = truth + count;
    const auto find = [end](const std::uint8_t* from, int byte) {
        const void* const found = std::memchr(from, byte, static_cast<std::size_t>(end - from));
        return found == nullptr ? end : static_cast<const std::uint8_t*>(found);
    };
    const std::uint8_t* const first = find(truth, 1);
    const std::uint8_t* const last = find(first, 0);
    if (find(last, 1) != end)
        return std::nullopt;
    return Mask::KeyRange{first - truth, last - truth};
}

bool allFinite(const float* values, Index count)
{
    constexpr std::int32_t kInfinite = 0x7F800000; // bits of infinity; those of NaN are more
    std::int32_t most = 0;
    for (Index i = 0; i < count; ++i)
        most = std::max(most, std::bit_cast<std::int32_t>(values[i]) & 0x7FFFFFFF);
    return most < kInfinite;
}

void raise(float* most, const float* values, Index begin, Index end)
{
    for (Index i = begin; i < end; ++i)
        most[i] = values[i] > most[i] ? values[i] : most[i];
}

} // namespace

CellLimits measured(const MatrixView& values, const ByteView& states)
{
    if (values.size() == 0)
        return {};
    ColumnLimits limits(values.cols());
    for (Index r = 0; r < values.rows(); ++r)
        limits.add(values.data() + r * values.outerStride(), states.data() + r * states.outerStride());
    return limits.together();
}

TilePool::TilePool(Index columns, Shade shade)
    : m_best(columns)
    , m_counts(shade == Shade::kMean ? columns : 0)
    , m_states(static_cast<std::size_t>(columns))
    , m_shade(shade)
{ }

void TilePool::clear()
{
    m_best.setConstant(m_shade == Shade::kMean ? 0 : kNan);
    m_counts.setZero();
    std::fill(m_states.begin(), m_states.end(), byteOf(CellState::kMissing));
}

void TilePool::add(const float* values, const std::uint8_t* states)
{
    if (m_shade == Shade::kMean)
        return addToMeans(values, states);
    const bool bySize = m_shade == Shade::kDifference;
    float* const best = m_best.data();
    std::uint8_t* const bestStates = m_states.data();
    const Index count = m_best.size();
    for (Index i = 0; i < count; ++i)
        best[i] = wins(values[i], states[i], best[i], bestStates[i], bySize) ? values[i] : best[i];
    for (Index i = 0; i < count; ++i)
        bestStates[i] = std::min(bestStates[i], states[i]);
}

void TilePool::tiles(Index tileColumns, float* values, std::uint8_t* states) const
{
    if (m_shade == Shade::kMean)
        return meanTiles(tileColumns, values, states);
    const bool bySize = m_shade == Shade::kDifference;
    const Index count = m_best.size();
    for (Index begin = 0, tile = 0; begin < count; begin += tileColumns, ++tile) {
        float best = kNan;
        std::uint8_t state = byteOf(CellState::kMissing);
        for (Index i = begin; i < std::min(begin + tileColumns, count); ++i) {
            const std::uint8_t here = m_states[static_cast<std::size_t>(i)];
            best = wins(m_best[i], here, best, state, bySize) ? m_best[i] : best;
            state = std::min(state, here);
        }
        values[tile] = best;
        states[tile] = state;
    }
}

void TilePool::addToMeans(const float* values, const std::uint8_t* states)
{
    for (Index i = 0; i < m_best.size(); ++i) {
        std::uint8_t& best = m_states[static_cast<std::size_t>(i)];
        if (states[i] > best)
            continue;
        const bool first = states[i] < best || m_counts[i] == 0;
        m_best[i] = (first ? 0 : m_best[i]) + values[i];
        m_counts[i] = (first ? 0 : m_counts[i]) + 1;
        best = states[i];
    }
}

void TilePool::meanTiles(Index tileColumns, float* values, std::uint8_t* states) const
{
    const Index count = m_best.size();
    for (Index begin = 0, tile = 0; begin < count; begin += tileColumns, ++tile) {
        const Index end = std::min(begin + tileColumns, count);
        const std::uint8_t state = *std::min_element(m_states.begin() + begin, m_states.begin() + end);
        float sum = 0, cells = 0;
        for (Index i = begin; i < end; ++i)
            if (m_states[static_cast<std::size_t>(i)] == state) {
                sum += m_best[i];
                cells += m_counts[i];
            }
        values[tile] = cells > 0 ? sum / cells : kNan;
        states[tile] = state;
    }
}

TileRangePool::TileRangePool(Index columns)
    : m_inside(columns)
    , m_outside(columns)
    , m_least(RowVector::Constant(columns, kInfinity))
    , m_most(-kInfinity)
{ }

void TileRangePool::clear()
{
    m_inside.setConstant(-kInfinity);
    m_outside.setConstant(-kInfinity);
}

bool TileRangePool::add(const float* values, const std::uint8_t* truth)
{
    const Index count = m_outside.size();
    const std::optional<Mask::KeyRange> inside = onlyRange(truth, count);
    if (!inside || !allFinite(values, count))
        return false;
    raise(m_outside.data(), values, 0, inside->begin);
    raise(m_inside.data(), values, inside->begin, inside->end);
    raise(m_outside.data(), values, inside->end, count);
    float* const least = m_least.data();
    for (Index i = inside->begin; i < inside->end; ++i)
        least[i] = values[i] < least[i] ? values[i] : least[i];
    m_limits.masked = m_limits.masked || inside->end - inside->begin < count;
    return true;
}

void TileRangePool::tiles(Index tileColumns, float* values, std::uint8_t* states)
{
    const Index count = m_inside.size();
    for (Index begin = 0, tile = 0; begin < count; begin += tileColumns, ++tile) {
        const Index columns = std::min(tileColumns, count - begin);
        const float most = m_inside.segment(begin, columns).maxCoeff();
        const bool plain = most > -kInfinity;
        values[tile] = plain ? most : m_outside.segment(begin, columns).maxCoeff();
        states[tile] = byteOf(plain ? CellState::kPlain : CellState::kMasked);
        m_most = std::max(m_most, most);
    }
}

CellLimits TileRangePool::limits() const
{
    CellLimits found = m_limits;
    found.known = m_most > -kInfinity;
    if (found.known) {
        found.minimum = m_least.minCoeff();
        found.maximum = m_most;
    }
    return found;
}

} // namespace headlight
