#pragma once

#include "core/base/result.h"
#include "core/edit/edit_plan.h"
#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <string>

namespace headlight {

/// Everything that the edits of a run can address: heads, experts and stacks of the model, positions of the
/// input. An error says what there is instead. Must not outlive the model and the lengths.
class EditTargets
{
public:
    EditTargets(const TraceInfo& model, const SequenceLengths& lengths)
        : m_model(model)
        , m_lengths(lengths)
    { }

    Error noHead(const HeadPattern& where) const;
    Result<void> checkExperts(const ExpertPattern& where) const;
    /// `edit`: the edit in words, here and below.
    Result<void> checkStack(const std::string& edit, StackKind stack) const;

    /// Tokens of a stack's input; -1 = grows while decoding.
    Index tokens(StackKind stack) const
    {
        return stack == StackKind::kEncoder ? m_lengths.source : m_lengths.target;
    }
    /// The stack whose tokens are the keys of a sub-layer.
    static StackKind keysStack(const LayerRef& layer)
    {
        return layer.kind == AttentionKind::kCross ? StackKind::kEncoder : layer.stack;
    }

    /// Where an index points into.
    struct Sequence
    {
        Index length = 0; ///< -1 = any index is valid
        std::string name;
    };
    /// `what`: "query", "key", "token" or "position".
    static Result<void> checkIndex(const std::string& edit, const std::string& what, Index index,
                                   const Sequence& sequence);

private:
    const TraceInfo& m_model;
    const SequenceLengths& m_lengths;
};

} // namespace headlight
