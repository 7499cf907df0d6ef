#include "ui/figure/growing_map.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headlight {

namespace {

class GrowingSource : public AttentionSource
{
public:
    GrowingSource(AttentionMap now, Index queries, Index keys)
        : m_now(std::move(now))
        , m_queries(queries)
        , m_keys(keys)
    { }
    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override { return m_now.has(kind); }
    int effort(MapKind kind) const override { return m_now.effort(kind); }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        const bool truth = kind == MapKind::kMask || kind == MapKind::kKept;
        out.setConstant(truth ? 1.0F : std::numeric_limits<float>::quiet_NaN());
        const Index rows = std::min(out.rows(), m_now.queries() - query);
        const Index columns = std::min(out.cols(), m_now.keys() - key);
        if (rows > 0 && columns > 0)
            out.topLeftCorner(rows, columns) = m_now.block(kind, query, key, rows, columns);
    }

private:
    AttentionMap m_now;
    Index m_queries, m_keys;
};

} // namespace

AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last)
{
    return {last.head(), std::make_shared<const GrowingSource>(now, last.queries(), last.keys()),
            last.queryAxis(), last.keyAxis()};
}

} // namespace headlight
