#pragma once

#include "core/edit/interventions.h"
#include "core/trace/site.h"
#include "ui/state/view_id.h"

#include <QString>

#include <functional>
#include <vector>

namespace headlight {

struct ViewContext;

/// One step of an experiment: what to do, what to see, and the state of the document that it stands for.
struct ExperimentStep
{
    QString title;
    QString text; ///< names only what the window shows after the step
    QString output; ///< what the model says then
    Interventions edits; ///< in force after the step, and no others
    /// Points the views at what the text describes; called when the result is there. May be empty.
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

/// The numbers in the texts, as the built-in model gives them, to two decimals.
struct ExperimentFacts
{
    HeadRef aligning{StackKind::kDecoder, 0, AttentionKind::kCross,
                     3}; ///< the head that the output depends on most
    double aligningLoss = -1.89; ///< change of the log-probability without it, nats
    HeadRef second{StackKind::kDecoder, 2, AttentionKind::kCross, 1}; ///< the next one
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
