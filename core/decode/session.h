#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/workers.h"
#include "core/model/forward.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/distribution.h"
#include "core/sampling/sampler.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace headlight {

struct GenerationSettings;

/// Applies what the model's settings forbid or force in one step in place to a row of logits (or
/// log-probabilities): bad words, repeated n-grams, n-grams of the source, suppressed and forced tokens.
class TokenRules
{
public:
    /// source: the encoder's ids without padding; empty for decoder-only models. first: the token that the
    /// output must begin with, instead of the one from the settings.
    TokenRules(const GenerationSettings& settings, std::vector<TokenId> source,
               std::optional<TokenId> first = std::nullopt);

    /// history: the decoder's ids so far (including start token or prompt); generated: how many of them are
    /// new; last: whether this step produces the last token that the length limit allows.
    void apply(std::span<float> scores, const std::vector<TokenId>& history, int generated, bool last) const;
    /// The same as a list, without ids outside the vocabulary.
    RuleEffect effect(std::size_t vocabulary, const std::vector<TokenId>& history, int generated,
                      bool last) const;
    bool isEnd(TokenId id) const;

private:
    const GenerationSettings* m_settings;
    std::vector<TokenId> m_source;
    TokenId m_first; ///< -1 = none
};

/// The start of a decoding. The referenced objects must outlive the session.
struct DecodeSetup
{
    std::shared_ptr<const Model> model;
    std::vector<TokenId> source; ///< the encoder's input; empty for decoder-only models
    Index sourcePadding = 0; ///< number of padding tokens at the end of `source`
    std::vector<TokenId> prompt; ///< the decoder's first input: start token, or the prompt
    Index sourceLength() const { return static_cast<Index>(source.size()) - sourcePadding; }
    std::vector<TokenId> realSource() const ///< source without the padding
    {
        return {source.begin(), source.begin() + sourceLength()};
    }
    /// The rules of the model's settings, with the target language from the options.
    TokenRules rules() const;
    EditPlan edits;
    RecordPlan plan; ///< complete, with its storage chosen
    DecodeOptions options;
    int given = 0; ///< number of tokens at the end of `prompt` that count as new
    bool keepLogits = false; ///< whether each step keeps its full row of logits
    // Information for the traces of the steps; completed() fills in what is null.
    std::shared_ptr<const TraceInfo> info; ///< null = the model's own
    std::shared_ptr<const TokenList> sourceLabels; ///< labels of `source`; null = the vocabulary's pieces
    std::shared_ptr<const TokenList> promptLabels; ///< labels of `prompt`; null = the vocabulary's pieces
    NonFiniteWatch* watch = nullptr; ///< null = not watched
    /// PassSettings::layerDone for the encoder and for the first pass over the prompt.
    std::function<void(std::vector<TraceChunk>&)> layerDone = {};
};

/// Fills in everything that the traces of the steps need.
DecodeSetup completed(DecodeSetup setup);

/// Greedy or sampled decoding of one sentence, one step at a time. Owns the caches. If edits let old
/// positions see new ones, there is no cache: every step is a full pass, and its chunk holds all rows. Not
/// thread-safe.
class DecodingSession
{
public:
    /// Runs the encoder if there is one. Returns kCancelled when stopped.
    static Result<DecodingSession> start(DecodeSetup setup, const Job& job);

    /// Runs one pass and appends `forced`, or the token that the strategy chooses. Empty once the end is
    /// reached (finished()); kCancelled when stopped.
    Result<std::optional<DecodeStep>> step(std::optional<TokenId> forced, const Job& job);
    /// Whether a step computes only one row; false if an edit lets old positions see new ones, or if the
    /// cache is off.
    bool cached() const { return m_setup.options.useCache && m_setup.edits.keepsPast(); }
    bool finished() const { return m_stop.has_value(); }
    StopReason stopReason() const { return m_stop.value_or(StopReason::kLength); }
    /// The prompt and the tokens appended so far.
    const std::shared_ptr<const TokenList>& rows() const { return m_rows; }

private:
    explicit DecodingSession(DecodeSetup setup);
    std::optional<StackPass> runPass(const Job& job);
    DecodeStep choose(RowVector raw, std::optional<TokenId> forced);
    bool lengthReached() const;

    DecodeSetup m_setup;
    TokenRules m_rules;
    Workers m_workers;
    std::mt19937_64 m_random; ///< each step uses one number
    Matrix m_memory;
    std::shared_ptr<const TraceChunk> m_root;
    std::vector<LaneCache> m_cache;
    Index m_cachedRows = 0;
    std::vector<TokenId> m_tokens; ///< prompt and appended tokens
    std::shared_ptr<const TokenList> m_rows; ///< the same with labels
    std::shared_ptr<const TraceChunk> m_leaf; ///< chunk of the last pass; the root before the first pass
    int m_made = 0; ///< number of steps
    std::optional<StopReason> m_stop;
};

/// Log-probabilities of one row of logits.
RowVector logProbabilities(const RowVector& logits);

/// Describes choosing `token`: label, candidates, rank, log-probability and entropy, but no trace. logs:
/// logProbabilities(raw).
DecodeStep describeStep(const Model& model, const StepLogits& step, const RowVector& logs, TokenId token);

/// The encoder's output for one sentence and its record (null if nothing is recorded or there is no encoder).
struct EncodedSource
{
    Matrix memory;
    std::shared_ptr<const TraceChunk> chunk;
};
Result<EncodedSource> encodeSource(const DecodeSetup& setup, Workers& workers, const Job& job);

} // namespace headlight
