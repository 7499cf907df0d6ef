#pragma once

#include "core/sampling/beam_tree.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/options.h"
#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace headlight {

struct HeadSummaries;

/// Parts of a line that the model cannot know from its training, which make its output for them unreliable.
struct InputNote
{
    QStringList unknown; ///< texts replaced by unknown tokens, each once
    QStringList unseen; ///< pieces that never occurred in training, each once
    bool fragment = false; ///< a word or two, for a model that was trained on whole sentences
    QStringList examples; ///< typical training sentences; empty if none are known
    bool empty() const { return unknown.isEmpty() && unseen.isEmpty() && !fragment; }
    bool operator==(const InputNote&) const = default;
};

/// A masked token of the text and the model's predictions for it.
struct MaskedToken
{
    int row = 0; ///< row among the tokens
    bool inPair = false; ///< whether it is in the second sentence
    int begin = 0; ///< position in its line, in code points
    int end = 0;
    using Joint = PieceJoint;
    struct Choice
    {
        TokenId id = 0;
        QString text; ///< for display
        QString word; ///< text that replaces the mask
        Joint joint = Joint::kAsIs;
        float probability = 0;
    };
    std::vector<Choice> choices; ///< best ten
};

/// One published state of a run. Immutable.
struct Snapshot
{
    quint64 request = 0;
    Trace trace; ///< complete trace of the shown line
    std::vector<MaskedToken> masked; ///< all mask tokens; encoder-only models with a head
    std::vector<DecodeStep> steps; ///< decoding or teacher-forced steps; empty for encoder-only models
    QString output; ///< decoded text
    StopReason stop = StopReason::kLength; ///< why a finished decoding ended
    int most = 0; ///< most new tokens that it could have had
    InputNote note; ///< parts of the line that the model cannot know
    QString written; ///< for a conversation: the text made by the model's chat template
    bool finished = false; ///< false: more steps are coming
    /// Whether the first pass is complete; before that the trace lacks layers.
    bool hasAllLayers() const { return finished || !steps.empty(); }
    double milliseconds = 0;
    bool cached = true; ///< false = every step was a full pass, since old positions see new ones
    std::shared_ptr<const BeamTree> beams; ///< tree of a beam search; otherwise null
    std::shared_ptr<const Tokenizer> vocabulary; ///< of the steps' tokens; null without a tokenizer
    int branch = -1; ///< id of the branch that was run
    int lane = 0; ///< line of the text
    int lanes = 1;
    /// For edits that ask for several runs with dropout: mean and standard deviation of every number over
    /// passes with different seeds on the same tokens. Otherwise null traces and a count of 1.
    Trace mean, spread;
    int runs = 1;
    std::shared_ptr<const HeadSummaries> headsOverRuns; ///< statistics of each run; null likewise
    /// The same document run without its edits; null without edits, and until it is known.
    std::shared_ptr<const Snapshot> unedited;
};

} // namespace headlight
