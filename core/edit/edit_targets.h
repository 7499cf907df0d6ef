#pragma once

#include "core/base/result.h"
#include "core/edit/edit_plan.h"
#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <string>

namespace headlight {

/// Everything that the edits of a run can address: heads, experts and stacks of the model, positions of the
/// input. An error names the edit and says what there is instead. Must not outlive the model and the lengths.
class EditTargets
{
public:
    EditTargets(const TraceInfo& model, const SequenceLengths& lengths)
        : m_model(model)
        , m_lengths(lengths)
    { }

    /// Sets the edit whose places are checked.
    void setEdit(const Intervention& edit) { m_edit = describe(edit); }
    Error fault(const auto&... message) const { return badArgument(m_edit, message...); }

    Error noHead(const HeadPattern& where) const;
    Result<void> checkExperts(const ExpertPattern& where) const;
    Result<void> checkStack(StackKind stack) const;

    /// Tokens of a stack's input; -1 = grows while decoding.
    Index tokens(StackKind stack) const { return m_lengths.of(stack); }
    /// The stack whose tokens are the keys of a sub-layer.
    static StackKind keysStack(const LayerRef& layer)
    {
        return layer.kind == AttentionKind::kCross ? StackKind::kEncoder : layer.stack;
    }

    /// `what`: "query", "key", "token" or "position". `length` of the sequence that it points into, which has
    /// this name; -1 = any index is valid.
    Result<void> checkIndex(const std::string& what, Index index, Index length,
                            const std::string& sequence) const;

private:
    const TraceInfo& m_model;
    const SequenceLengths& m_lengths;
    std::string m_edit; ///< in words
};

} // namespace headlight
