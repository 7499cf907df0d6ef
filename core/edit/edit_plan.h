#pragma once

#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/math/mask.h"
#include "core/trace/trace.h"

#include <vector>

namespace headlight {

/// How long the sequences of a pass are; what mask edits are checked against.
struct SequenceLengths
{
    Index source = 0; ///< longest encoder input; 0 where there is no encoder
    Index target = 0; ///< longest decoder input; -1: grows while decoding, any index is right
};

/// Interventions compiled for one model: every address matches something, every index exists. Read by
/// the forward pass; immutable.
class EditPlan
{
public:
    /// The plain model.
    EditPlan() = default;
    static Result<EditPlan> compile(const Interventions& interventions, const TraceInfo& model,
                                    const SequenceLengths& lengths);

    /// Whether the stack's self-attention is causal under the edits.
    bool causal(StackKind stack, bool architecture) const;
    bool padding() const { return m_masks.padding; }
    bool headOff(const HeadRef& head) const;
    /// Some mask edit concerns this head.
    bool editsMask(const HeadRef& head) const;
    /// Some mask edit concerns this sub-layer: its heads may have different masks.
    bool editsMasks(const LayerRef& layer, int heads) const;
    void applyTo(Mask& mask, const HeadRef& head) const;
    /// Whether rows of a causal pass stay what they are when tokens are added. False where the causal
    /// mask is off in the decoder or an edit lets a query see a later key: then there is no cache and
    /// every decoding step is a full pass.
    bool keepsPast() const { return m_keepsPast; }

private:
    MaskSettings m_masks;
    std::vector<HeadPattern> m_headsOff;
    std::vector<MaskEdit> m_maskEdits;
    bool m_keepsPast = true;
};

} // namespace headlight
