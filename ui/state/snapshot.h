#pragma once

#include "core/sampling/beam_tree.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/options.h"
#include "core/text/tokenizer.h"
#include "core/trace/trace.h"
#include "ui/state/input_note.h"
#include "ui/state/masked_token.h"

#include <QString>

#include <memory>
#include <vector>

namespace headlight {

/// One published state of a run. Immutable.
struct Snapshot
{
    quint64 request = 0;
    Trace trace; ///< of the line that is shown, whole
    std::vector<MaskedToken> masked; ///< encoder-only models with a head: every mask token of the text
    std::vector<DecodeStep> steps; ///< decoding or teacher-forced steps; empty for encoder-only models
    QString output; ///< decoded text
    StopReason stop = StopReason::kLength; ///< why a finished decoding ended
    int most = 0; ///< new tokens that it could have had
    InputNote note; ///< what of the line the model cannot know
    QString written; ///< of a conversation: the text that the model's chat template made of it
    bool finished = false; ///< false: more steps are coming
    /// Whether the first pass is through; before that the trace lacks layers.
    bool hasAllLayers() const { return finished || !steps.empty(); }
    double milliseconds = 0;
    bool cached = true; ///< false: every step was a full pass, since old positions see new ones
    std::shared_ptr<const BeamTree> beams; ///< of a beam search; else null
    std::shared_ptr<const Tokenizer> vocabulary; ///< of the steps' tokens; null without a tokenizer
    int branch = -1; ///< of the document's branches: the one that was run
    int lane = 0; ///< line of the text
    int lanes = 1;
    /// Where edits ask for several runs of dropout: mean and standard deviation of every number over passes
    /// with other seeds on the same tokens; null traces and 1 otherwise.
    Trace mean, spread;
    int runs = 1;
    /// The same document run without its edits; null where there are none, and until it is known.
    std::shared_ptr<const Snapshot> unedited;
};

} // namespace headlight
