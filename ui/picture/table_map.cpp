#include "ui/picture/table_map.h"

#include <memory>
#include <utility>

namespace headlight {

namespace {

class TableSource : public AttentionSource
{
public:
    explicit TableSource(Matrix values)
        : m_values(std::move(values))
    { }
    Index queries() const override { return m_values.rows(); }
    Index keys() const override { return m_values.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kScores; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_values.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_values;
};

} // namespace

AttentionMap tableMap(Matrix values, TokenAxis rows)
{
    return {{}, std::make_shared<const TableSource>(std::move(values)), std::move(rows), nullptr};
}

} // namespace headlight
