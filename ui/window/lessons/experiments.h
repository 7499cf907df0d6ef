#pragma once

#include "core/edit/interventions.h"
#include "core/trace/site.h"
#include "ui/state/view_id.h"

#include <QString>

#include <functional>
#include <vector>

namespace headlight {

struct ViewContext;

/// One step of an experiment: what to do, what to see, and the document's state after the step.
struct ExperimentStep
{
    QString title;
    QString text; ///< mentions only what the window shows after the step
    QString output; ///< the model's output after the step
    Interventions edits; ///< exactly the edits active after the step
    /// Points the views at what the text describes; called when the result has arrived. May be empty.
    std::function<void()> look;
};

/// A guided experiment on the built-in translation model.
struct Experiment
{
    QString title;
    QString question;
    QString sentence;
    std::vector<ExperimentStep> steps;
};

/// The numbers in the texts, as computed by the built-in model, to two decimals.
struct ExperimentFacts
{
    HeadRef aligning{StackKind::kDecoder, 0, AttentionKind::kCross,
                     3}; ///< the head with the largest effect on the output
    double aligningLoss = -1.89; ///< change of the log-probability when it is switched off, nats
    HeadRef second{StackKind::kDecoder, 2, AttentionKind::kCross, 1}; ///< second-largest effect
    double secondLoss = -1.67;
    int writtenRow = 2, readKey = 2; ///< “chat” and “cat”
    double alignedWeight = 0.98; ///< of the aligning head, from writtenRow to readKey
    int nextKey = 1; ///< “black”, where the second head looks from “chat”, since “noir” comes next
    double nextWeight = 0.98;
};

/// showView brings a view of the registry to the front.
std::vector<Experiment> experimentsOf(const ViewContext& context,
                                      const std::function<void(ViewId view)>& showView);

} // namespace headlight
