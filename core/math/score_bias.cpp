#include "core/math/score_bias.h"

#include "core/math/positions.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace headlight {

namespace {

/// Rounds to the nearest number whose lower 16 bits are zero; ties to even.
float bfloatRounded(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t up = 0x7FFFU + ((bits >> 16U) & 1U);
    return std::bit_cast<float>((bits + up) & 0xFFFF0000U);
}

} // namespace

ScoreBias::ScoreBias(Matrix cells)
    : m_extent{0, cells.rows(), cells.cols()}
    , m_cells(std::make_shared<const Matrix>(std::move(cells)))
{ }

ScoreBias::ScoreBias(std::shared_ptr<const Matrix> table, int head, const RelativeSpec& spec,
                     const Extent& extent)
    : m_extent(extent)
    , m_table(std::move(table))
    , m_head(head)
    , m_spec(spec)
{ }

ScoreBias::ScoreBias(std::shared_ptr<const DisentangledTerms> terms, const Extent& extent)
    : m_extent(extent)
    , m_terms(std::move(terms))
{ }

ScoreBias::ScoreBias(float slope, const Extent& extent)
    : m_extent(extent)
    , m_slope(slope)
{ }

ScoreBias ScoreBias::byRoundedKey(float slope, float scale, const Extent& extent)
{
    ScoreBias bias(bfloatRounded(slope), extent);
    bias.m_keyScale = scale;
    return bias;
}

RowVector ScoreBias::byKey(Index key, Index count) const
{
    RowVector values(count);
    for (Index i = 0; i < count; ++i)
        values[i] = *m_keyScale * bfloatRounded(m_slope * bfloatRounded(static_cast<float>(key + i)));
    return values;
}

RowVector ScoreBias::byDistance(Index nearest, Index count) const
{
    if (!m_table)
        return RowVector::LinSpaced(count, static_cast<float>(nearest),
                                    static_cast<float>(nearest + count - 1))
            * m_slope;
    RowVector values(count);
    const Index farthest = m_spec.maxDistance; // the last bucket holds for all larger distances
    Index known = farthest + 1;
    float value = 0.0F;
    for (Index i = 0; i < count; ++i) {
        const Index distance = std::clamp<Index>(nearest + i, -farthest, farthest);
        if (distance != known)
            value = (*m_table)(
                relativeBucket(distance, m_spec.bidirectional, m_spec.buckets, m_spec.maxDistance), m_head);
        known = distance;
        values[i] = value;
    }
    return values;
}

void ScoreBias::addTo(MatrixSpan scores, Index row, Index key) const
{
    if (scores.size() == 0)
        return;
    if (m_cells) {
        scores += m_cells->block(row, key, scores.rows(), scores.cols());
        return;
    }
    if (m_terms) {
        for (const auto term : {DisentangledTerm::kContentToPosition, DisentangledTerm::kPositionToContent})
            m_terms->addTo(term, scores, m_extent.firstQuery, row, key);
        return;
    }
    if (m_keyScale) {
        scores.rowwise() += byKey(key, scores.cols());
        return;
    }
    const Index last = scores.rows() - 1;
    const RowVector values = byDistance(key - (m_extent.firstQuery + row + last), last + scores.cols());
    for (Index r = 0; r <= last; ++r)
        scores.row(r) += values.segment(last - r, scores.cols());
}

void ScoreBias::addTermTo(DisentangledTerm term, MatrixSpan scores, Index row, Index key) const
{
    if (m_terms)
        m_terms->addTo(term, scores, m_extent.firstQuery, row, key);
}

Matrix ScoreBias::block(Index row, Index key, Index rows, Index columns) const
{
    Matrix cells = Matrix::Zero(rows, columns);
    addTo(cells, row, key);
    return cells;
}

} // namespace headlight
