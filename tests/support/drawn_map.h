#pragma once
// Synthetic attention maps of any size, for tests of drawing: a rule gives the numbers, so that a map of
// 32,000 tokens needs no memory.

#include "tests/support/synthetic_trace.h"

#include "core/trace/attention_map.h"

#include <atomic>
#include <functional>
#include <limits>
#include <memory>

namespace headlight::testing {

/// weight(q, k) and score(q, k) by rule; causal or unmasked.
class RuleSource : public AttentionSource
{
public:
    using Rule = std::function<float(Index, Index)>;
    RuleSource(Index queries, Index keys, bool causal, Rule rule)
        : m_queries(queries)
        , m_keys(keys)
        , m_causal(causal)
        , m_rule(std::move(rule))
    { }
    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override { return kind != MapKind::kKept; }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        largestRead = std::max<Index>(largestRead, out.size());
        for (Index r = 0; r < out.rows(); ++r) {
            for (Index c = 0; c < out.cols(); ++c) {
                const bool allowed = !m_causal || key + c <= query + r;
                const float value = m_rule(query + r, key + c);
                out(r, c) = kind == MapKind::kMask ? (allowed ? 1.0F : 0.0F)
                    : kind == MapKind::kScores     ? value
                    : allowed                      ? value
                                                   : 0.0F;
            }
        }
    }
    mutable std::atomic<Index> largestRead{0}; ///< cells in the largest rectangle requested

private:
    Index m_queries, m_keys;
    bool m_causal;
    Rule m_rule;
};

TokenAxis tokenAxis(const std::vector<std::string>& texts);

TokenAxis wordAxis(int count);

float drawnNumber(Index q, Index k);

AttentionMap drawnMap(int queries, int keys, bool causal = false);

} // namespace headlight::testing
