#include "core/analysis/map_transform.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace headlight {

namespace {

/// Cells outside the part: left out of the picture, or not computed yet.
enum class Outside : unsigned char { kHidden, kEmpty };

class InPlaceSource : public AttentionSource
{
public:
    InPlaceSource(AttentionMap part, const AttentionMap& whole, Outside outside)
        : m_part(std::move(part))
        , m_queries(whole.queries())
        , m_keys(whole.keys())
        , m_outside(outside)
    { }
    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override
    {
        return (kind == MapKind::kKept && m_outside == Outside::kHidden) || m_part.has(kind);
    }
    int effort(MapKind kind) const override { return m_part.effort(kind); }
    bool isNormalised(MapKind kind) const override { return m_part.isNormalised(kind); }
    void normalise(MapKind kind, const std::stop_token& stop) const override { m_part.normalise(kind, stop); }
    RowExpectation expectedRow(Index query) const override
    {
        return m_outside == Outside::kHidden && query < m_part.queries() ? m_part.expectedRow(query)
                                                                         : RowExpectation{};
    }
    bool hasSink() const override { return m_outside == Outside::kHidden && m_part.hasSink(); }

    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        const bool truth = kind == MapKind::kKept || kind == MapKind::kMask;
        out.setConstant(!truth                              ? std::numeric_limits<float>::quiet_NaN()
                            : m_outside == Outside::kHidden ? 0.0F
                                                            : 1.0F);
        const Index rows = std::clamp<Index>(m_part.queries() - query, 0, out.rows());
        const Index columns = std::clamp<Index>(m_part.keys() - key, 0, out.cols());
        if (kind == MapKind::kMask) // no mask applies to a row that is not computed yet
            out.bottomRows(out.rows() - rows).setOnes();
        if (rows == 0 || columns == 0)
            return;
        if (kind == MapKind::kKept && !m_part.has(kind))
            out.topLeftCorner(rows, columns).setOnes();
        else
            out.topLeftCorner(rows, columns) = m_part.block(kind, query, key, rows, columns);
    }

private:
    AttentionMap m_part;
    Index m_queries, m_keys;
    Outside m_outside;
};

} // namespace

AttentionMap mapInPlaceOf(const AttentionMap& part, const AttentionMap& whole)
{
    const bool fits = !part.isNull() && part.queries() <= whole.queries() && part.keys() <= whole.keys();
    if (!fits || (part.queries() == whole.queries() && part.keys() == whole.keys()))
        return part;
    return {part.head(), std::make_shared<const InPlaceSource>(part, whole, Outside::kHidden),
            whole.queryAxis(), whole.keyAxis()};
}

AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last)
{
    return {last.head(), std::make_shared<const InPlaceSource>(now, last, Outside::kEmpty), last.queryAxis(),
            last.keyAxis()};
}

} // namespace headlight
