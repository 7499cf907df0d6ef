#pragma once

#include "core/base/result.h"
#include "core/edit/head_change.h"
#include "core/edit/interventions.h"
#include "core/math/mask.h"
#include "core/trace/trace.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

/// How long the sequences of a pass are; what mask edits are checked against.
struct SequenceLengths
{
    Index source = 0; ///< longest encoder input; 0 where there is no encoder
    Index target = 0; ///< longest decoder input; -1: grows while decoding, any index is right
};

/// The passes that edits take numbers from, made beforehand by core/run.
struct ReferenceRuns
{
    /// Per entry of the list: one trace per sentence of its reference. Empty: the entry needs none.
    std::vector<std::vector<Trace>> traces;
    /// The sentence of the batch that the plan is for, where sentences run one by one; -1: all of them,
    /// sentence i in lane i.
    int lane = -1;
};

/// Interventions compiled for one model: every address matches something, every index exists. Read by
/// the forward pass; immutable.
class EditPlan
{
public:
    /// The plain model.
    EditPlan() = default;
    /// Entries that are not enabled count as absent. An entry whose reference was not run is an error.
    static Result<EditPlan> compile(const Interventions& interventions, const TraceInfo& model,
                                    const SequenceLengths& lengths, const ReferenceRuns& references = {});
    /// For a batch that has the same input in all lanes: besides `interventions`, in every lane, lane i
    /// has variants[i]. Variants' references are in variantReferences.
    struct Variants
    {
        std::span<const Intervention> edits;
        const ReferenceRuns& references;
    };
    static Result<EditPlan> compileVariants(const Interventions& interventions, const TraceInfo& model,
                                            const SequenceLengths& lengths, const ReferenceRuns& references,
                                            const Variants& variants);

    /// Whether the stack's self-attention is causal under the edits.
    bool causal(StackKind stack, bool architecture) const;
    bool padding() const { return m_masks.padding; }
    /// Some mask edit concerns this sub-layer: its heads may have different masks.
    bool editsMasks(const LayerRef& layer, int heads) const;
    void applyTo(Mask& mask, const HeadRef& head, std::size_t lane) const;
    /// Whether a head of this sub-layer has its kQuery, kKey, kValue, kWeights or kHeadOutput changed.
    bool edits(Site site, const LayerRef& layer) const;
    /// Changes the rows of one head; of kKey and kValue `head` is the key/value head.
    void edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    /// Changes the stream before `layer` on one lane.
    void editStream(StackKind stack, int layer, std::size_t lane, Index firstRow, MatrixSpan rows) const;
    /// Whether the expert's output is zero on this lane.
    bool expertOff(const ExpertRef& expert, std::size_t lane) const;
    /// Drops numbers of what a sub-layer adds (kOutput, kFeedForwardOutput), of hidden units
    /// (kFeedForwardHidden) or of embeddings + positions (kEmbeddings): rows of all lanes below each other,
    /// the first of each at position firstRow.
    void dropOut(Site site, const LayerRef& layer, std::size_t lanes, Index firstRow, MatrixSpan rows) const;
    /// How a head turns queries and keys into weights; `own` is the model's way.
    ScoreRule scoreRule(const HeadRef& head, std::size_t lane, const ScoreRule& own) const;
    /// Whether the layer is wired this way on this lane; -1: on any.
    bool wired(WiringForm form, const LayerRef& layer, int lane = -1) const;
    PositionTable positionTable(StackKind stack) const { return positionsOf(stack).table; }
    Index positionShift(StackKind stack) const { return positionsOf(stack).shift; }
    /// Whether rows of a causal pass stay what they are when tokens are added. False where the causal
    /// mask is off in the decoder or an edit lets a query see a later key: then there is no cache and
    /// every decoding step is a full pass.
    bool keepsPast() const { return m_keepsPast; }

private:
    friend class EditCompiler;
    struct MaskChange
    {
        HeadPattern where;
        int lane = -1; ///< -1: all lanes
        Mask::Change change;
    };
    struct ExpertChange
    {
        ExpertPattern where;
        int lane = -1; ///< -1: all lanes
    };
    const PositionEdit& positionsOf(StackKind stack) const
    {
        return stack == StackKind::kEncoder ? m_encoderPositions : m_decoderPositions;
    }

    MaskSettings m_masks;
    std::vector<MaskChange> m_maskChanges;
    std::vector<ExpertChange> m_experts; ///< those that are off
    std::map<std::pair<Site, HeadRef>, std::vector<HeadChange>> m_heads; ///< in the list's order
    std::map<std::pair<StackKind, int>, std::vector<HeadChange>> m_streams; ///< by layer
    std::map<HeadRef, std::vector<std::pair<int, ScoreRule>>> m_rules; ///< by lane, -1: all
    PositionEdit m_encoderPositions, m_decoderPositions;
    std::vector<std::pair<int, Dropout>> m_dropouts; ///< by lane, -1: all
    std::vector<std::pair<int, Wiring>> m_wirings; ///< by lane, -1: all
    bool m_keepsPast = true;
};

/// The heads whose way from queries and keys to weights the edits change, with what it becomes.
std::map<HeadRef, ScoreRule> editedRules(const Interventions& interventions, const TraceInfo& model);

} // namespace headlight
