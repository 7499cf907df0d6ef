#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/model/token_labels.h"
#include "core/sampling/beam_tree.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/distribution.h"
#include "core/sampling/options.h"
#include "core/trace/trace.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// One sentence of a batch, ready to be fed.
struct LaneInput
{
    /// The encoder's input, or the only stack's. Labels at its end that are marked as padding count as
    /// such, so that one lane alone can be run as it would be in a batch with a longer sentence.
    std::vector<TokenLabel> source;
    std::vector<std::int32_t> segments; ///< per source token; empty: all 0
    std::vector<TokenLabel> target; ///< the decoder's input, start token first; encoder–decoder only
};

/// What a person typed for one sentence.
struct TextInput
{
    std::string text;
    std::optional<std::string> pair; ///< second segment, for families with segments
    std::optional<std::string> target; ///< the decoder's text; unset: only the start token
};

/// Text → ids, labels with code point ranges, special tokens as the model's template says.
/// With a target text the decoder's input is start token + target (no end token).
Result<LaneInput> prepareText(const Model& model, const TextInput& input);
/// The same from ids; labels are the vocabulary's pieces, or the ids where there is no tokenizer.
Result<LaneInput> prepareIds(const Model& model, const std::vector<TokenId>& ids,
                             const std::vector<TokenId>& targetIds);

class ReferenceCache;

/// Who wants to see a pass while it goes on.
struct LayerSink
{
    /// Gets the traces of the layers that are through, one per lane, on the thread that runs. Empty: nobody.
    std::function<void(const std::vector<Trace>&)> publish = {};
    std::chrono::milliseconds first{1000}; ///< not before that, from the beginning
    std::chrono::milliseconds interval{250}; ///< at least so long after one another
    /// Gets what each layer recorded when it is through, one trace per lane, and has it alone: the result
    /// holds what is recorded besides. For records of which only a layer's part is to be in memory; with it,
    /// nothing is published. A fault ends the pass.
    std::function<Result<void>(std::vector<Trace> traces)> take = {};
};

/// One forward pass over one or more sentences, padded to the longest.
struct RunRequest
{
    std::shared_ptr<const Model> model;
    std::vector<LaneInput> lanes;
    Interventions interventions;
    RecordPlan plan;
    /// Keeps the passes that edits take numbers from among runs; null: they are made for this run.
    ReferenceCache* references = nullptr;
    LayerSink layers = {};
};

struct RunResult
{
    std::vector<Trace> traces; ///< one per lane
    double seconds = 0;
};

/// The one door to the engine for window, command line and tests. Runs on the calling thread and
/// the helper threads of the process; reads the stop token per layer and gives kCancelled when stopped.
Result<RunResult> execute(const RunRequest& request, const Job& job);

struct BeamHypothesis
{
    std::vector<TokenId> ids; ///< new tokens, the end token included when it was produced
    double sumLogProbability = 0;
    double score = 0; ///< with length penalty
    std::vector<float> logProbabilities;
};

struct DecodeRequest
{
    std::shared_ptr<const Model> model;
    std::vector<LaneInput> lanes; ///< their `target` starts the decoder's input; empty: the start token
    std::vector<TokenId> forced; ///< new tokens that are taken as given before the strategy chooses
    Interventions interventions;
    RecordPlan plan;
    DecodeOptions options;
    bool keepLogits = false; ///< steps keep their full rows of logits
    ReferenceCache* references = nullptr; ///< as in RunRequest
    LayerSink layers = {}; ///< of the encoder, and of the first pass over the prompt: a lane at a time
};

struct DecodedLane
{
    std::vector<DecodeStep> steps; ///< empty for beam search except of the best hypothesis
    StopReason stop = StopReason::kLength;
    std::vector<BeamHypothesis> beams; ///< best first; beam search only
    std::shared_ptr<const BeamTree> tree; ///< beam search only; null for the others
    bool cached = true; ///< false: every step was a full pass
    std::vector<TokenId> ids; ///< new tokens only, the end token included when it was produced
    std::vector<float> logProbabilities; ///< one per id
    std::string text; ///< decoded without special tokens; empty where there is no tokenizer
    double seconds = 0;
};

/// Decodes the lanes one after another; `published` (may be empty) gets each step of a lane as soon as
/// it is known.
Result<std::vector<DecodedLane>> decode(
    const DecodeRequest& request, const Job& job,
    const std::function<void(std::size_t lane, const DecodeStep&)>& published);

/// Ranking of the next token at `row` from a trace that has logits there, or Site::kFinal (then the
/// model's head is applied to that one row). Empty where neither is there.
std::vector<Candidate> candidatesAt(const Model& model, const Trace& trace, Index row, int count);

} // namespace headlight
