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

/// Where recording and intervening meet the forward pass: every call edits first and records second, so
/// what is shown is what was used. Heads may be tapped from several threads at once. Called in three
/// files only: embedding/stack, block and attention.
class Tap
{
public:
    /// plan may be null: nothing is recorded. lanes: one chunk per lane, to be filled. watch (may be null)
    /// learns where the streams first hold a number that is not finite.
    Tap(const EditPlan& edits, const RecordPlan* plan, std::vector<TraceChunk>* lanes,
        NonFiniteWatch* watch = nullptr)
        : m_edits(edits)
        , m_plan(plan)
        , m_lanes(lanes)
        , m_watch(watch)
    { }

    const EditPlan& edits() const { return m_edits; }
    bool records(Site site, const LayerRef& layer) const;
    /// Whether head() does anything at this site of a sub-layer.
    bool touches(Site site, const LayerRef& layer) const
    {
        return records(site, layer) || m_edits.edits(site, layer);
    }

    /// Opens a stack's record on all lanes.
    void beginStack(StackKind stack, Index firstRow, Index rows, int layers, bool cross) const;

    struct AttentionExtent
    {
        Index firstQuery = 0, queries = 0;
        Index firstKey = 0, keys = 0; ///< firstKey: the first one that this call adds
        bool sink = false; ///< the heads have learned sinks
    };
    /// Makes room for the heads of one sub-layer on one lane.
    void beginAttention(const LayerRef& layer, std::size_t lane, const AttentionExtent& extent,
                        const AttentionSpec& spec) const;

    /// kQuery, kScores, kWeights, kHeadOutput with the head; kKey and kValue with the key/value head.
    void head(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    /// The two halves of head(): what edits make of the values, and their record, which takes them over.
    void edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    void keep(Site site, const HeadRef& head, std::size_t lane, Matrix values) const;
    /// Where the shares of a head's learned sink are written, one per query of this call; empty where they
    /// are not recorded: they are with weights, scores or queries.
    std::span<float> sinkShares(const HeadRef& head, std::size_t lane) const;
    /// kRouter [rows × experts] and kExperts [rows × k]: rows of all lanes below each other.
    void routing(const LayerRef& layer, const Matrix& probabilities, const IndexMatrix& chosen) const;
    void bias(const LayerRef& layer, std::size_t lane, const std::vector<ScoreBias>& perHead) const;
    void masks(const LayerRef& layer, std::size_t lane, std::vector<Mask> masks) const;
    /// kEmbeddings, kPositions, kSegments, kFinal, or kResidual with the layer: rows of all lanes below
    /// each other, the first of a lane at position firstRow.
    struct StreamPlace
    {
        StackKind stack = StackKind::kEncoder;
        int layer = 0;
        std::size_t lanes = 1;
        Index firstRow = 0;
    };
    void stream(Site site, const StreamPlace& place, MatrixSpan rows) const;
    /// kOutput of an attention sub-layer, kFeedForwardOutput of its layer before they are added to the
    /// stream, or kFeedForwardHidden: rows of all lanes below each other.
    void addition(Site site, const LayerRef& layer, const StreamPlace& place, MatrixSpan rows) const;
    /// What a norm normalised the rows by [rows × 2]: all lanes below each other.
    void norm(const NormRef& norm, const MatrixView& statistics) const;

private:
    AttentionChunk& chunk(const LayerRef& layer, std::size_t lane) const;
    void watch(Site site, const LayerRef& layer, const MatrixView& rows) const;

    const EditPlan& m_edits;
    const RecordPlan* m_plan;
    std::vector<TraceChunk>* m_lanes;
    NonFiniteWatch* m_watch;
};

} // namespace headlight
