#pragma once

#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

/// Position of a tapped matrix in its sequence.
struct RowPlace
{
    Index first = 0; ///< position of row 0 in its sequence
    const Mask* mask = nullptr; ///< for weights: what the head may attend to
    Index maskRow = 0; ///< row of the mask for row 0
};

/// Seed of the dropout at one place of the model: a head's weights, or a stream (head 0).
std::uint64_t dropoutSeed(Index seed, Site site, const LayerRef& layer, int head);

/// What the edit does to the masks of the heads that it names.
Mask::Change maskChange(const MaskEdit& edit);
Mask::Change maskChange(const MaskShape& edit); ///< its size must be at least 1

/// One compiled change of one recorded quantity: the rows of a head or of the stream.
struct HeadChange
{
    enum class Kind : unsigned char {
        kScale, ///< × factor
        kConstant, ///< every row becomes row 0 of `rows`
        kRows, ///< row target + i, or i without a target, becomes row i of `rows`
        kPattern, ///< a weight pattern; kFrozen: rows of `rows`
        kDropout, ///< each number is dropped with probability `factor`
    };
    Kind kind = Kind::kScale;
    int lane = -1; ///< -1 = all lanes
    float factor = 0.0F;
    PatternForm form = PatternForm::kUniform;
    Index target = -1;
    std::uint64_t seed = 0; ///< for kDropout
    std::vector<std::shared_ptr<const Matrix>> rows = {}; ///< one per lane, or one for all

    bool concerns(std::size_t ofLane) const { return lane < 0 || static_cast<std::size_t>(lane) == ofLane; }
    void apply(std::size_t ofLane, const RowPlace& place, MatrixSpan values) const;

private:
    void applyPattern(const Matrix* frozen, const RowPlace& place, MatrixSpan values) const;
};

/// Lengths of the sequences in a pass, against which mask edits are checked.
struct SequenceLengths
{
    Index source = 0; ///< longest encoder input; 0 = no encoder
    Index target = 0; ///< longest decoder input; -1 = grows while decoding, so any index is valid
    Index of(StackKind stack) const { return stack == StackKind::kEncoder ? source : target; }
};

/// The passes from which edits take numbers, run beforehand by core/run.
struct ReferenceRuns
{
    /// Per entry of the list: one trace per sentence of its reference; empty if the entry needs none.
    std::vector<std::vector<Trace>> traces;
    /// The sentence of the batch that the plan is for, if sentences run one by one; -1 = all sentences,
    /// sentence i in lane i.
    int lane = -1;

    /// The traces for an entry; null = none.
    const std::vector<Trace>* of(std::size_t entry) const
    {
        return entry < traces.size() && !traces[entry].empty() ? &traces[entry] : nullptr;
    }
};

/// Interventions compiled for one model: every address matches something, and every index exists. Read by the
/// forward pass; immutable.
class EditPlan
{
public:
    /// The unedited model.
    EditPlan() = default;
    /// Ignores entries that are not enabled. An entry whose reference was not run is an error.
    static Result<EditPlan> compile(const Interventions& interventions, const TraceInfo& model,
                                    const SequenceLengths& lengths, const ReferenceRuns& references = {});
    /// For a batch with the same input in all lanes: edit i applies to lane lanes[i] in addition to
    /// `interventions`, which apply to every lane.
    struct Variants
    {
        std::span<const Intervention> edits;
        const ReferenceRuns& references; ///< of the variants
        std::span<const std::size_t> lanes = {}; ///< empty = edit i in lane i
    };
    static Result<EditPlan> compileVariants(const Interventions& interventions, const TraceInfo& model,
                                            const SequenceLengths& lengths, const ReferenceRuns& references,
                                            const Variants& variants);

    /// Whether the stack's self-attention is causal under the edits.
    bool causal(StackKind stack, bool architecture) const;
    bool padding() const { return m_masks.padding; }
    /// Whether a mask edit affects this sub-layer, so that its heads may have different masks.
    bool editsMasks(const LayerRef& layer, int heads) const;
    void applyTo(Mask& mask, const HeadRef& head, std::size_t lane) const;
    /// Whether any head of this sub-layer has its kQuery, kKey, kValue, kWeights or kHeadOutput edited.
    bool edits(Site site, const LayerRef& layer) const;
    /// Edits the rows of one head; for kKey and kValue, `head` is the key/value head.
    void edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
              MatrixSpan values) const;
    /// Edits a stream (kResidual, kResidualMiddle) or what a sub-layer adds to it (kOutput,
    /// kFeedForwardOutput): rows as for dropOut().
    void editRows(Site site, const LayerRef& layer, std::size_t lanes, Index firstRow, MatrixSpan rows) const;
    /// Whether the expert's output is zero on this lane.
    bool expertOff(const ExpertRef& expert, std::size_t lane) const;
    /// Applies dropout to what a sub-layer adds (kOutput, kFeedForwardOutput), to hidden units
    /// (kFeedForwardHidden) or to embeddings + positions (kEmbeddings): rows of all lanes, stacked; the first
    /// row of each is position firstRow.
    void dropOut(Site site, const LayerRef& layer, std::size_t lanes, Index firstRow, MatrixSpan rows) const;
    /// How a head turns queries and keys into weights; `own` is the model's rule.
    ScoreRule scoreRule(const HeadRef& head, std::size_t lane, const ScoreRule& own) const;
    /// Whether the layer is wired this way on this lane; -1 = on any lane.
    bool wired(WiringForm form, const LayerRef& layer, int lane = -1) const;
    PositionTable positionTable(StackKind stack) const { return positionsOf(stack).table; }
    Index positionShift(StackKind stack) const { return positionsOf(stack).shift; }
    /// Whether rows of a causal pass stay the same when tokens are added. False if the causal mask is off in
    /// the decoder or an edit lets a query see a later key: then there is no cache, and every decoding step
    /// is a full pass.
    bool keepsPast() const { return m_keepsPast; }

private:
    friend class EditCompiler;
    struct MaskChange
    {
        HeadPattern where;
        int lane = -1; ///< -1 = all lanes
        Mask::Change change;
    };
    struct ExpertChange
    {
        ExpertPattern where;
        int lane = -1; ///< -1 = all lanes
    };
    const PositionEdit& positionsOf(StackKind stack) const
    {
        return stack == StackKind::kEncoder ? m_encoderPositions : m_decoderPositions;
    }

    MaskSettings m_masks;
    std::vector<MaskChange> m_maskChanges;
    std::vector<ExpertChange> m_experts; ///< switched-off experts
    std::map<std::pair<Site, HeadRef>, std::vector<HeadChange>> m_heads; ///< in the order of the list
    std::map<std::pair<Site, LayerRef>, std::vector<HeadChange>> m_rows; ///< streams and additions
    std::map<HeadRef, std::vector<std::pair<int, ScoreRule>>> m_rules; ///< with their lanes; -1 = all
    PositionEdit m_encoderPositions, m_decoderPositions;
    std::vector<std::pair<int, Dropout>> m_dropouts; ///< with their lanes; -1 = all
    std::vector<std::pair<int, Wiring>> m_wirings; ///< with their lanes; -1 = all
    bool m_keepsPast = true;
};

/// The heads whose rule from queries and keys to weights is edited, and the edited rule.
std::map<HeadRef, ScoreRule> editedRules(const Interventions& interventions, const TraceInfo& model);

} // namespace headlight
