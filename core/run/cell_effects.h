#pragma once

#include "core/analysis/effect.h"
#include "core/run/experiment.h"
#include "core/run/gradient.h"

namespace headlight {

/// A number m of the output of a line that was run.
struct MeasuredLine
{
    std::shared_ptr<const Model> model;
    Trace line; ///< has tokens; nothing else is read
    Interventions interventions;
    Measure measure;
};

/// The input with which a trace's line can be run again.
LaneInput inputOfLine(const Trace& line);

/// How the cells of all heads act on m, by a pass over the line and one backwards: what they add directly, if
/// m is read off one row as log p (then to the first order) or a difference of logits; and ∂m/∂weights.
/// Errors: those of gradient() and effectOf(); kBadArgument for a trace of another model.
Result<std::shared_ptr<const CellEffects>> cellEffects(const MeasuredLine& line, const Job& job);

/// What m loses without each head and each feed-forward layer of the last stack, as estimated by the gradient
/// and by runs in which zero (kZero) or its mean over the line (kMean) takes the place of its output. m: log
/// p or a difference of logits at one row. Errors: those of an experiment; kBadArgument for a trace of
/// another model.
Result<PartEffects> partEffects(const MeasuredLine& line, Donor donor, const Job& job);

} // namespace headlight
