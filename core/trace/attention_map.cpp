#include "core/trace/attention_map.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>
#include <utility>

namespace headlight {

namespace {

double sumOfRow(std::span<const float> weights)
{
    return std::accumulate(weights.begin(), weights.end(), 0.0,
                           [](double sum, float weight) { return sum + static_cast<double>(weight); });
}

const std::vector<TokenLabel>& noTokens()
{
    static const std::vector<TokenLabel> none;
    return none;
}

} // namespace

Index realTokens(const std::vector<TokenLabel>& tokens)
{
    return std::ranges::count(tokens, false, &TokenLabel::padding);
}

std::vector<std::int32_t> tokenIds(const std::vector<TokenLabel>& tokens)
{
    return listFrom(tokens, [](const TokenLabel& token) { return static_cast<std::int32_t>(token.id); });
}

RowState rowState(std::span<const float> weights, const RowExpectation& expected)
{
    const double sum = sumOfRow(weights);
    if (!std::isfinite(sum))
        return RowState::kNotANumber;
    const auto tolerance = static_cast<double>(expected.tolerance);
    if (std::ranges::any_of(weights, [&](float w) { return static_cast<double>(w) < -tolerance; }))
        return RowState::kNegative;
    if (std::ranges::all_of(weights, [](float w) { return w == 0.0F; }))
        return RowState::kZero;
    return std::abs(sum - static_cast<double>(expected.sum)) <= tolerance ? RowState::kSound
                                                                          : RowState::kWrongSum;
}

double rowError(std::span<const float> weights, const RowExpectation& expected)
{
    const double off = std::abs(sumOfRow(weights) - static_cast<double>(expected.sum));
    return std::isfinite(off) ? off : 0.0;
}

std::string rowFault(std::span<const float> weights, const RowExpectation& expected)
{
    std::ostringstream text;
    switch (rowState(weights, expected)) {
    case RowState::kSound:
    case RowState::kZero:
        break;
    case RowState::kNotANumber:
        text << "holds weights that are not finite numbers";
        break;
    case RowState::kNegative:
        text << "holds the weight " << *std::ranges::min_element(weights) << ", expected none below 0";
        break;
    case RowState::kWrongSum:
        text << "holds weights that sum to " << sumOfRow(weights) << ", expected " << expected.sum;
        break;
    }
    return text.str();
}

void AttentionSource::readTruth(MapKind kind, Index query, Index key, ByteSpan out) const
{
    Matrix truth(out.rows(), out.cols());
    read(kind, query, key, truth);
    out = (truth.array() != 0.0F).cast<std::uint8_t>();
}

AttentionMap::AttentionMap(HeadRef head, std::shared_ptr<const AttentionSource> source, TokenAxis queryTokens,
                           TokenAxis keyTokens)
    : m_head(head)
    , m_source(std::move(source))
    , m_queryTokens(std::move(queryTokens))
    , m_keyTokens(std::move(keyTokens))
{ }

const std::vector<TokenLabel>& AttentionMap::queryTokens() const
{
    return m_queryTokens ? *m_queryTokens : noTokens();
}

const std::vector<TokenLabel>& AttentionMap::keyTokens() const
{
    return m_keyTokens ? *m_keyTokens : noTokens();
}

float AttentionMap::at(MapKind kind, Index query, Index key) const
{
    Matrix one(1, 1);
    m_source->read(kind, query, key, one);
    return one(0, 0);
}

void AttentionMap::read(MapKind kind, Index query, Index key, MatrixSpan out) const
{
    if (m_source && out.size() > 0)
        m_source->read(kind, query, key, out);
}

void AttentionMap::readTruth(MapKind kind, Index query, Index key, ByteSpan out) const
{
    if (m_source && out.size() > 0)
        m_source->readTruth(kind, query, key, out);
}

void AttentionMap::normalise(MapKind kind, const std::stop_token& stop) const
{
    if (m_source)
        m_source->normalise(kind, stop);
}

WeightLimits AttentionMap::pool(MapKind kind, WeightTiles& tiles, const std::stop_token& stop) const
{
    return m_source && tiles.largest.size() > 0 ? m_source->pool(kind, tiles, stop) : WeightLimits();
}

Matrix AttentionMap::block(MapKind kind, Index query, Index key, Index rows, Index columns) const
{
    Matrix values(rows, columns);
    read(kind, query, key, values);
    return values;
}

Matrix AttentionMap::reduced(MapKind kind, Index maxRows, Index maxColumns) const
{
    const Index rows = std::min(queries(), maxRows);
    const Index columns = std::min(keys(), maxColumns);
    if (rows == queries() && columns == keys())
        return whole(kind);

    // One band of source rows at a time, so that memory stays proportional to the result.
    Matrix tiles = Matrix::Constant(rows, columns, std::numeric_limits<float>::quiet_NaN());
    for (Index row = 0; row < rows; ++row) {
        const Index begin = row * queries() / rows;
        const Index end = (row + 1) * queries() / rows;
        const Matrix band = block(kind, begin, 0, end - begin, keys());
        for (Index column = 0; column < columns; ++column) {
            const Index first = column * keys() / columns;
            const Index last = (column + 1) * keys() / columns;
            float& tile = tiles(row, column);
            for (Index q = 0; q < band.rows(); ++q)
                for (Index k = first; k < last; ++k)
                    tile = std::fmax(tile, band(q, k)); // fmax skips NaN
        }
    }
    return tiles;
}

} // namespace headlight
