#include "ui/views/flow/flow_source.h"

#include "ui/picture/table_map.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace headlight {

namespace {

/// The logits of positions that have any; the others are missing.
class LogitsSource : public AttentionSource
{
public:
    LogitsSource(Trace trace, Index rows, Index vocabulary)
        : m_trace(std::move(trace))
        , m_rows(rows)
        , m_vocabulary(vocabulary)
    { }
    Index queries() const override { return m_rows; }
    Index keys() const override { return m_vocabulary; }
    bool has(MapKind kind) const override { return kind == MapKind::kScores; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        for (Index row = 0; row < out.rows(); ++row) {
            const RowVector logits = m_trace.logits(query + row);
            if (logits.size() >= key + out.cols())
                out.row(row) = logits.segment(key, out.cols());
            else
                out.row(row).setConstant(std::numeric_limits<float>::quiet_NaN());
        }
    }

private:
    Trace m_trace;
    Index m_rows, m_vocabulary;
};

FlowNumbers tableNumbers(Matrix values)
{
    return {values.size() > 0 ? tableMap(std::move(values)) : AttentionMap(), MapKind::kScores,
            Shade::kDifference};
}

FlowNumbers logitNumbers(const Trace& trace, StackKind stack)
{
    const std::vector<Index> rows = trace.logitRows();
    if (rows.empty())
        return {};
    const auto count = static_cast<Index>(trace.tokens(stack).size());
    const auto source = std::make_shared<const LogitsSource>(trace, std::max(count, rows.back() + 1),
                                                             trace.logits(rows.back()).size());
    return {AttentionMap({}, source, nullptr, nullptr), MapKind::kScores, Shade::kDifference};
}

} // namespace

FlowNumbers flowNumbers(const Trace& trace, const FlowBox& box)
{
    if (trace.isNull() || box.kind != FlowBox::Kind::kMatrix)
        return {};
    switch (box.site) {
    case Site::kWeights:
        return {trace.attention(box.headRef()), MapKind::kWeights, Shade::kValue};
    case Site::kScores:
        return {trace.attention(box.headRef()), MapKind::kScores, Shade::kDifference};
    case Site::kBias:
        return {trace.attention(box.headRef()), MapKind::kBias, Shade::kDifference};
    case Site::kQuery:
    case Site::kKey:
    case Site::kValue:
    case Site::kHeadOutput:
        return tableNumbers(trace.headMatrix(box.site, box.headRef()));
    case Site::kResidual:
        return tableNumbers(trace.residual(box.stack, box.layer));
    case Site::kOutput:
        return tableNumbers(trace.output(box.layerRef()));
    case Site::kFeedForwardOutput:
        return tableNumbers(trace.feedForwardOutput(box.stack, box.layer));
    case Site::kLogits:
        return logitNumbers(trace, box.stack);
    default:
        return tableNumbers(trace.stackMatrix(box.site, box.stack));
    }
}

} // namespace headlight
