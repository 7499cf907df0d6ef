#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/edit_plan.h"
#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/sampling/beam_tree.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/distribution.h"
#include "core/sampling/options.h"
#include "core/trace/trace.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

struct Conversation;

/// One sentence of a batch, ready to run.
struct LaneInput
{
    /// Input of the encoder or of the only stack. Labels at its end that are marked as padding count as
    /// padding, so that a single lane can be run as it would be in a batch with a longer sentence.
    std::vector<TokenLabel> source;
    std::vector<std::int32_t> segments; ///< per source token; empty = all 0
    std::vector<TokenLabel> target; ///< the decoder's input, start token first; encoder–decoder only
    bool operator==(const LaneInput&) const = default;
};

/// One sentence as the user typed it.
struct TextInput
{
    std::string text;
    std::optional<std::string> pair; ///< second segment, for families with segments
    std::optional<std::string> target; ///< text for the decoder; unset = only the start token
};

/// Turns text into ids and labels with code point ranges, with the special tokens of the model's template. If
/// there is a target text, the decoder's input is start token + target (no end token).
Result<LaneInput> prepareText(const Model& model, const TextInput& input);
/// The same from ids; labels are the vocabulary's pieces, or the ids if there is no tokenizer.
Result<LaneInput> prepareIds(const Model& model, const std::vector<TokenId>& ids,
                             const std::vector<TokenId>& targetIds);

/// A conversation, ready to run.
struct ChatInput
{
    LaneInput lane;
    std::string text; ///< output of the template; the labels' ranges refer to it
};

/// Turns a conversation into text, ids and labels; tokens that do not come from a message are marked as the
/// template's. Adds no special tokens: those the model needs are spelled out in the text and recognised
/// there. With `answer` the text ends where the model's answer begins.
Result<ChatInput> prepareChat(const Model& model, const ChatFormat& format, const Conversation& conversation,
                              bool answer, const std::stop_token& stop = {});
/// The same with the model's own template. Fails with the template's error, or with kFileNotFound if there is
/// none.
Result<ChatInput> prepareChat(const Model& model, const Conversation& conversation, bool answer,
                              const std::stop_token& stop = {});

class ReferenceCache;

/// Receiver of intermediate traces while a pass runs.
struct LayerSink
{
    /// Gets the traces of the finished layers, one per lane, on the running thread. Empty = none.
    std::function<void(const std::vector<Trace>&)> publish = {};
    std::chrono::milliseconds first{1000}; ///< earliest time of the first call, from the start
    std::chrono::milliseconds interval{250}; ///< minimum time between calls
    /// Takes what each finished layer recorded, one trace per lane; the result then lacks it. Keeps only one
    /// layer's record in memory. If set, nothing is published. An error ends the pass.
    std::function<Result<void>(std::vector<Trace> traces)> take = {};
};

/// One forward pass over one or more sentences, padded to the longest.
struct RunRequest
{
    std::shared_ptr<const Model> model;
    std::vector<LaneInput> lanes;
    Interventions interventions;
    RecordPlan plan;
    /// Keeps the reference passes of edits between runs; null = they are computed for this run only.
    ReferenceCache* references = nullptr;
    LayerSink layers = {};
    /// Runs of the edits' references; null = they are run.
    std::shared_ptr<const ReferenceRuns> given = {};
};

struct RunResult
{
    std::vector<Trace> traces; ///< one per lane
    double seconds = 0;
};

/// The engine's only entry point for window, command line and tests. Runs on the calling thread and the
/// helper threads of the process; checks the stop token at each layer and returns kCancelled when stopped.
Result<RunResult> execute(const RunRequest& request, const Job& job);

struct BeamHypothesis
{
    std::vector<TokenId> ids; ///< new tokens, including the end token if it was produced
    double sumLogProbability = 0;
    double score = 0; ///< includes the length penalty
    std::vector<float> logProbabilities;
};

struct DecodeRequest
{
    std::shared_ptr<const Model> model;
    std::vector<LaneInput> lanes; ///< their `target` starts the decoder's input; empty = the start token
    std::vector<TokenId> forced; ///< new tokens given in advance, before the strategy chooses
    Interventions interventions;
    RecordPlan plan;
    DecodeOptions options;
    bool keepLogits = false; ///< whether steps keep their full rows of logits
    /// Whether DecodedLane::ids and `stop` are enough. Several lanes without edits are then written together.
    bool idsOnly = false;
    ReferenceCache* references = nullptr; ///< as in RunRequest
    LayerSink layers = {}; ///< for the encoder, and for the first pass over the prompt, one lane at a time
};

struct DecodedLane
{
    std::vector<DecodeStep> steps; ///< for beam search, the steps of the best hypothesis only
    StopReason stop = StopReason::kLength;
    std::vector<BeamHypothesis> beams; ///< best first; beam search only
    std::shared_ptr<const BeamTree> tree; ///< null except for beam search
    bool cached = true; ///< false = every step was a full pass
    std::vector<TokenId> ids; ///< new tokens only, including the end token if it was produced
    std::vector<float> logProbabilities; ///< one per id
    std::string text; ///< decoded without special tokens; empty if there is no tokenizer
    double seconds = 0;
};

/// Decodes the lanes one after another; `published` (may be empty) gets each step of a lane as soon as it is
/// known.
Result<std::vector<DecodedLane>> decode(
    const DecodeRequest& request, const Job& job,
    const std::function<void(std::size_t lane, const DecodeStep&)>& published);

/// Appends an output to the decoder's input that it continues, without its end token: a pass over the input
/// then has the rows of the passes that produced the output.
void appendOutput(const Model& model, const DecodedLane& output, std::vector<TokenLabel>& target);

/// Ranks the next token at `row`, from a trace with logits there, or with Site::kFinal (the model's head is
/// then applied to that row). Empty if the trace has neither.
std::vector<Candidate> candidatesAt(const Model& model, const Trace& trace, Index row, int count);

} // namespace headlight
