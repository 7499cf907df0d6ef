#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/workers.h"
#include "core/decode/token_rules.h"
#include "core/model/forward.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/distribution.h"
#include "core/sampling/sampler.h"
#include "core/trace/token_list.h"

#include <functional>
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
    std::vector<TokenId> realSource() const ///< without the padding
    {
        return {source.begin(), source.begin() + sourceLength()};
    }
    /// The rules of the model's settings, with the target language of the options.
    TokenRules rules() const;
    EditPlan edits;
    RecordPlan plan; ///< with its storage decided
    DecodeOptions options;
    int given = 0; ///< tokens at the end of `prompt` that count as new ones
    bool keepLogits = false; ///< each step keeps its full row of logits
    // What the traces of the steps say; what is null is filled in by completed().
    std::shared_ptr<const TraceInfo> info; ///< null: the model's own
    std::shared_ptr<const TokenList> sourceLabels; ///< of `source`; null: the vocabulary's pieces
    std::shared_ptr<const TokenList> promptLabels; ///< of `prompt`; null: the vocabulary's pieces
    NonFiniteWatch* watch = nullptr; ///< null: nobody asks
    /// PassSettings::layerDone of the encoder and of the first pass over the prompt.
    std::function<void(std::vector<TraceChunk>&)> layerDone = {};
};

/// With everything that the traces of the steps need.
DecodeSetup completed(DecodeSetup setup);

/// Greedy or sampled decoding of one sentence, a step at a time. Owns the caches. Where edits let old
/// positions see new ones there is no cache: every step is a full pass and its chunk holds all rows. One
/// thread at a time.
class DecodingSession
{
public:
    /// Runs the encoder, where there is one. kCancelled when stopped.
    static Result<DecodingSession> start(DecodeSetup setup, const Job& job);

    /// Runs one pass and takes `forced`, or what the strategy chooses. Nothing when the end is reached
    /// (finished()); kCancelled when stopped.
    Result<std::optional<DecodeStep>> step(std::optional<TokenId> forced, const Job& job);
    /// Whether a step costs one row; false: an edit lets old positions see new ones, or there is no cache.
    bool cached() const { return m_setup.options.useCache && m_setup.edits.keepsPast(); }
    bool finished() const { return m_stop.has_value(); }
    StopReason stopReason() const { return m_stop.value_or(StopReason::kLength); }
    /// The prompt and the tokens that were taken.
    const std::shared_ptr<const TokenList>& rows() const { return m_rows; }

private:
    explicit DecodingSession(DecodeSetup setup);
    std::optional<StackPass> runPass(const Job& job);
    DecodeStep choose(RowVector raw, std::optional<TokenId> forced);
    bool lengthReached() const;

    DecodeSetup m_setup;
    TokenRules m_rules;
    Workers m_workers;
    std::mt19937_64 m_random; ///< each step takes one number
    Matrix m_memory;
    std::shared_ptr<const TraceChunk> m_root;
    std::vector<LaneCache> m_cache;
    Index m_cachedRows = 0;
    std::vector<TokenId> m_tokens; ///< prompt and what was taken
    std::shared_ptr<const TokenList> m_rows; ///< the same with labels
    std::shared_ptr<const TraceChunk> m_leaf; ///< of the last pass; the root before the first one
    int m_made = 0; ///< steps
    std::optional<StopReason> m_stop;
};

/// Log-probabilities of one row of logits.
RowVector logProbabilities(const RowVector& logits);

/// What is known of taking `token`: its label, candidates, rank, log-probability, entropy; without a trace.
/// logs: logProbabilities(raw).
DecodeStep describeStep(const Model& model, const StepLogits& step, const RowVector& logs, TokenId token);

/// Runs the encoder on one sentence: its output and its record (null without recording or encoder).
struct EncodedSource
{
    Matrix memory;
    std::shared_ptr<const TraceChunk> chunk;
};
Result<EncodedSource> encodeSource(const DecodeSetup& setup, Workers& workers, const Job& job);

} // namespace headlight
