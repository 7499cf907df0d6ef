#pragma once

#include "core/edit/edit_plan.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/nn/non_finite.h"
#include "core/trace/record_plan.h"
#include "core/trace/trace.h"

#include <span>
#include <vector>

namespace headlight {

struct AttentionSpec;

/// Where recording and editing hook into the forward pass. Every call edits first and records second, so what
/// is shown is what was used. Heads may be tapped from several threads at once. Called only in attention,
/// embedding, feed_forward and stack.
class Tap
{
public:
    /// plan may be null: nothing is recorded. lanes: one chunk per lane, to be filled. watch (may be null)
    /// finds where the streams first hold a non-finite number.
    Tap(const EditPlan& edits, const RecordPlan* plan, std::vector<TraceChunk>* lanes,
        NonFiniteWatch* watch = nullptr)
        : m_edits(edits)
        , m_plan(plan)
        , m_lanes(lanes)
        , m_watch(watch)
    { }

    const EditPlan& edits() const { return m_edits; }
    bool records(Site site, const LayerRef& layer) const;
    /// Whether head() has any effect at this site of a sub-layer.
    bool touches(Site site, const LayerRef& layer) const
    {
        return records(site, layer) || m_edits.edits(site, layer);
    }

    /// Opens a stack's record on all lanes.
    void beginStack(StackKind stack, Index firstRow, Index rows, int layers, bool cross) const;

    struct AttentionExtent
    {
        Index firstQuery = 0, queries = 0;
        Index firstKey = 0, keys = 0; ///< firstKey: first key that this call adds
        bool sink = false; ///< whether the heads have learned sinks
    };
    /// Allocates the record of one sub-layer's heads on one lane.
    void beginAttention(const LayerRef& layer, std::size_t lane, const AttentionExtent& extent,
                        const AttentionSpec& spec) const;

    /// For kQuery, kScores, kWeights, kHeadOutput with the head; for kKey and kValue with the key/value head.
    void head(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    /// The two halves of head(): edit() changes the values, record() takes them over.
    void edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    void keep(Site site, const HeadRef& head, std::size_t lane, Matrix values) const;
    /// Where to write the shares of a head's learned sink, one per query of this call. Empty if they are not
    /// recorded; they are recorded with weights, scores or queries.
    std::span<float> sinkShares(const HeadRef& head, std::size_t lane) const;
    /// kRouter [rows × experts] and kExperts [rows × k]: rows of all lanes, stacked.
    void routing(const LayerRef& layer, const Matrix& probabilities, const IndexMatrix& chosen) const;
    void bias(const LayerRef& layer, std::size_t lane, const std::vector<ScoreBias>& perHead) const;
    void masks(const LayerRef& layer, std::size_t lane, std::vector<Mask> masks) const;
    /// For kEmbeddings, kPositions, kSegments, kFinal, or kResidual and kResidualMiddle with the layer: rows
    /// of all lanes, stacked; the first row of a lane is position firstRow.
    struct StreamPlace
    {
        StackKind stack = StackKind::kEncoder;
        int layer = 0;
        std::size_t lanes = 1;
        Index firstRow = 0;
    };
    void stream(Site site, const StreamPlace& place, MatrixSpan rows) const;
    /// For kOutput of an attention sub-layer and kFeedForwardOutput of its layer, before they are added to
    /// the stream, or kFeedForwardHidden: rows of all lanes, stacked.
    void addition(Site site, const LayerRef& layer, const StreamPlace& place, MatrixSpan rows) const;
    /// Statistics by which a norm normalised the rows [rows × 2]: all lanes, stacked.
    void norm(const NormRef& norm, const MatrixView& statistics) const;

private:
    AttentionChunk& chunk(const LayerRef& layer, std::size_t lane) const;
    /// Records the rows of all lanes, stacked.
    void keepRows(Site site, const LayerRef& layer, const MatrixView& rows) const;
    void watch(Site site, const LayerRef& layer, const MatrixView& rows) const;

    const EditPlan& m_edits;
    const RecordPlan* m_plan;
    std::vector<TraceChunk>* m_lanes;
    NonFiniteWatch* m_watch;
};

} // namespace headlight
