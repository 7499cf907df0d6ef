#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/workers.h"
#include "core/decode/distribution.h"
#include "core/decode/sampler.h"
#include "core/model/forward.h"

#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace headlight {

/// What a decoding starts from. The referenced objects outlive the session.
struct DecodeSetup
{
    std::shared_ptr<const Model> model;
    std::vector<TokenId> source; ///< the encoder's input; empty for decoder-only models
    Index sourcePadding = 0; ///< that many tokens at the end of `source` are padding
    std::vector<TokenId> prompt; ///< the decoder's first input: start token, or the prompt
    Index sourceLength() const { return static_cast<Index>(source.size()) - sourcePadding; }
    EditPlan edits;
    RecordPlan plan; ///< with its storage decided
    DecodeOptions options;
    int given = 0; ///< tokens at the end of `prompt` that count as new ones
    bool keepLogits = false; ///< each step keeps its full row of logits
    NonFiniteWatch* watch = nullptr; ///< null: nobody asks
};

/// One token that was taken, and what was known when it was.
struct SessionStep
{
    TokenId token = 0;
    bool forced = false;
    float logProbability = 0; ///< from the raw logits
    int rank = 0;
    double entropy = 0; ///< bits, of the raw distribution over the whole vocabulary
    std::vector<Candidate> candidates; ///< best ten of the raw distribution
    std::shared_ptr<const StepLogits> logits; ///< null where they are not kept
    std::shared_ptr<const TraceChunk> chunk; ///< the pass that produced it
    Index rows = 0; ///< decoder rows known after that pass
};

/// Greedy or sampled decoding of one sentence, a step at a time, forwards and backwards. Owns the
/// caches. Where edits let old positions see new ones there is no cache: every step is a full pass and
/// its chunk holds all rows. One thread at a time.
class DecodingSession
{
public:
    /// Runs the encoder, where there is one. kCancelled when stopped.
    static Result<DecodingSession> start(DecodeSetup setup, const Job& job);

    /// Runs one pass and takes `forced`, or what the strategy chooses. Nothing when the end is reached
    /// (finished()); kCancelled when stopped.
    Result<std::optional<SessionStep>> step(std::optional<TokenId> forced, const Job& job);
    /// Forgets the last step. Each step has a random number of its own, so going on gives the same again.
    void back();

    /// Whether a step costs one row; false: an edit lets old positions see new ones, or there is no cache.
    bool cached() const { return m_setup.options.useCache && m_setup.edits.keepsPast(); }
    bool finished() const { return m_stop.has_value(); }
    StopReason stopReason() const { return m_stop.value_or(StopReason::kLength); }
    const std::vector<SessionStep>& steps() const { return m_steps; }
    /// The encoder's record, the root of every chunk; null for decoder-only models.
    std::shared_ptr<const TraceChunk> root() const { return m_root; }

private:
    explicit DecodingSession(DecodeSetup setup);
    std::optional<StackPass> runPass(const Job& job);
    SessionStep choose(RowVector raw, std::optional<TokenId> forced);
    bool lengthReached() const;

    DecodeSetup m_setup;
    TokenRules m_rules;
    std::unique_ptr<Workers> m_workers;
    std::mt19937_64 m_random; ///< stands at the number of the next step
    Matrix m_memory;
    std::shared_ptr<const TraceChunk> m_root;
    std::vector<LaneCache> m_cache;
    Index m_cachedRows = 0;
    std::vector<TokenId> m_tokens; ///< prompt and what was taken
    std::vector<SessionStep> m_steps;
    std::optional<StopReason> m_stop;
};

/// Log-probabilities of one row of logits.
RowVector logProbabilities(const RowVector& logits);

/// What is known of taking `token`: candidates, rank, log-probability, entropy. logs: logProbabilities(raw).
SessionStep describeStep(const StepLogits& step, const RowVector& logs, TokenId token);

/// Runs the encoder on one sentence: its output and its record (null without recording or encoder).
struct EncodedSource
{
    Matrix memory;
    std::shared_ptr<const TraceChunk> chunk;
};
Result<EncodedSource> encodeSource(const DecodeSetup& setup, Workers& workers, const Job& job);

} // namespace headlight
