#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/lesson/formula.h"
#include "core/lesson/lesson.h"
#include "core/model/model.h"
#include "core/run/lanes.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// The tokens of a text in the model's output language; none without a tokenizer.
std::vector<TokenId> writtenIds(const Model& model, const std::string& text);

/// A state that was run once: what the model wrote, and everything about the pass over it.
class StateRun
{
public:
    /// `edited`: with the state's edits.
    static Result<StateRun> of(std::shared_ptr<const Model> model, const Lesson& lesson,
                               const LessonState& state, bool edited, const Job& job);

    const std::string& output() const { return m_decoded.text; }
    AttentionMap attention(const HeadRef& head) const { return m_trace.attention(head); }

    /// Change of the output's log-probability without the head, in nats.
    Result<double> effectWithout(const HeadRef& head) const;

    /// What a function of a formula gives here. kBadArgument if there is none of this name.
    Result<FormulaValue> answer(const FormulaCall& call) const;

private:
    Result<DecodedLane> decoded(const LessonState& state) const;

    RowVector logits(Index row) const; ///< empty if the row has none
    Result<FormulaValue> probability(const std::string& token, Index row) const;
    Result<FormulaValue> ofRun(const FormulaCall& call) const;
    bool writes(const std::string& word, std::size_t step) const;
    Result<FormulaValue> statistic(const std::string& name, const HeadRef& head) const;
    Result<FormulaValue> ofHead(const std::string& name, const HeadRef& head) const;
    Result<FormulaValue> ofStack(const std::string& name, StackKind stack, int layer) const;

    std::shared_ptr<const Model> m_model;
    Job m_job;
    Interventions m_edits;
    DecodedLane m_decoded;
    LaneInput m_lane;
    Trace m_trace;
};

} // namespace headlight
