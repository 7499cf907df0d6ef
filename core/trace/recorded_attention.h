#pragma once

#include "core/trace/recorded_call.h"
#include "core/trace/trace.h"
#include "core/trace/weights/computed_weights.h"

#include <memory>
#include <vector>

namespace headlight {

/// One head of a chain of chunks, each of which holds the rows of one call.
class RecordedAttention : public AttentionSource
{
public:
    RecordedAttention(const Trace& trace, const HeadRef& head);

    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override;
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override;
    void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const override;
    int effort(MapKind kind) const override;
    bool isNormalised(MapKind kind) const override;
    void normalise(MapKind kind, const std::stop_token& stop) const override;
    bool canPool(MapKind kind) const override;
    WeightLimits pool(MapKind kind, WeightTiles& tiles, const std::stop_token& stop) const override;
    RowExpectation expectedRow(Index query) const override;
    Mask::KeyRange reach(Index query, Index rows) const override;
    bool hasSink() const override;
    bool isTrained() const override { return m_info->trained; }
    Record record() const override;

private:
    /// Calls `use` with every call that has some of these queries, the first of them, and how many it has.
    void eachCall(Index query, Index rows, const auto& use) const;
    /// Whether ComputedWeights can compute all rows: the operands are recorded, the weights are not.
    bool isComputed() const;
    ComputedWeights computed() const;

    std::shared_ptr<const TraceInfo> m_info;
    std::shared_ptr<const RecordedHead> m_head;
    std::vector<RecordedCall> m_calls;
    Index m_queries = 0, m_keys = 0;
};

} // namespace headlight
