#pragma once

#include "core/analysis/measure.h"
#include "core/base/job.h"
#include "core/edit/edit_plan.h"
#include "core/run/execute.h"
#include "core/run/sweep.h"
#include "core/trace/trace.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// Runs one sentence through the unedited model, and records these quantities as matrices.
Result<Trace> recordRun(const std::shared_ptr<const Model>& model, const LaneInput& lane,
                        const SiteSet& sites, const Job& job);

/// What the heads of the unedited model put out on average.
struct HeadMeans
{
    Trace overall; ///< one row per head: its mean over all rows of all sentences
    Trace byPosition; ///< row i: the mean over the sentences that have a position i
};

/// Sentences from which head outputs are taken.
struct DonorSentences
{
    std::size_t count = 0;
    /// Gives a sentence with its decoder's input. Called by several threads at once.
    std::function<Result<LaneInput>(std::size_t sentence, const Job& job)> lane;
};

/// Averages over all rows but padding, start and special tokens included, in double precision. Sentences run
/// beside each other, but are added in order; memory does not grow with their number.
Result<HeadMeans> headMeans(const std::shared_ptr<const Model>& model, const DonorSentences& sentences,
                            const Job& job);

/// The head outputs of `from` for an input of these lengths. Rows beyond its end are those of `beyond` (one
/// row per head), or its own last row if that is null.
Trace stretched(const Trace& from, const SequenceLengths& lengths, const Trace* beyond);

/// What takes the place of what an experiment's edits remove.
enum class Donor : unsigned char {
    kZero, ///< nothing
    kMean, ///< a head's mean over all rows of the reference
    kMeanPosition, ///< its mean at each position; beyond the longest sentence as kMean
    kResample, ///< one sentence of the reference, the same for all heads: its row i, or else its last row
    kPair, ///< the other input of the pair, in the rows that both have
};
template <>
inline constexpr std::array kWordsOf<Donor>{EnumWord{"zero"}, EnumWord{"mean"}, EnumWord{"mean-position"},
                                            EnumWord{"resample"}, EnumWord{"pair"}};

/// How edits are tried.
enum class Trial : unsigned char {
    kRuns,
    kEstimates, ///< by the gradient of the run that is edited (estimatedChange())
    kBoth, ///< estimates, and runs beside them
};

/// One input, or two that differ in what is studied.
struct ExperimentInput
{
    LaneInput lane; ///< the clean one of a pair
    std::optional<LaneInput> other; ///< the corrupted one
    Index written = 0; ///< tokens at the end of a decoder-only model's input that it wrote itself
    RowChoice rows;
    bool likely = false; ///< measures the most likely tokens instead of ownTokens(), but not for a loss
    std::optional<TokenId> token, minus; ///< measured at every row
};

/// The chosen rows of one of the lanes of an input, as rowsOf() has them.
Result<std::vector<Index>> rowsIn(const Model& model, const ExperimentInput& input, const LaneInput& lane);

/// One variant of an experiment.
struct ExperimentEdit
{
    /// Made together. HeadMean and ActivationPatch take their numbers from the donor.
    std::vector<Intervention> edits;
    /// Path patching: the heads whose outputs come from the donor (kPair, kMean). What `edits` patch is
    /// recorded in a run in which all other heads put out what they put out without the edit.
    std::optional<HeadPattern> sender = {};
};

/// Many edits, each tried on many inputs.
struct Experiment
{
    std::shared_ptr<const Model> model;
    Interventions interventions; ///< active in every run
    std::vector<ExperimentEdit> edits;
    Metric metric = Metric::kLogProbability;
    Trial trial = Trial::kRuns; ///< estimates: for all metrics but kRank and kDivergence
    Donor donor = Donor::kZero;
    DonorSentences reference; ///< for all donors but kZero and kPair
    bool ownReference = false; ///< the sentences of the reference are those of the inputs
    Trace donorRun = {}; ///< what all edits take their numbers from, whatever the donor; null = the donor's
    std::size_t seed = 0; ///< kResample: input s takes sentence s + 1 + seed, counted round
    bool alignTokens = false; ///< rows of a pair belong together as in alignedPositions(), not by position
    bool intoOther = false; ///< edits are made in the second input of a pair, the first is the donor
    bool frozenBetween = false; ///< with a sender, feed-forward layers also keep their outputs
    std::size_t inputs = 0;
    /// Called by several threads at once.
    std::function<Result<ExperimentInput>(std::size_t input, const Job& job)> input;
    /// Where an input stands, for messages. May be unset.
    std::function<std::string(std::size_t input)> placeOf = {};
};

/// An experiment that is ready to run on its inputs, one at a time. Thread-safe.
class ExperimentRun
{
public:
    /// Averages the reference if the donor needs it.
    static Result<ExperimentRun> start(Experiment experiment, const Job& job);

    struct Tried
    {
        SweepResult result; ///< one point per edit; not known = the input has no such position
        std::optional<Measures> other; ///< of the donor's run; for pairs
        std::vector<double> estimates; ///< one per edit; NaN = the input has no such position
    };
    /// partial: gets what is known so far after each batch of edits, which the job then counts.
    /// Errors say where the input stands.
    Result<Tried> on(std::size_t input, const Job& job,
                     const std::function<void(const Tried&)>& partial = {}) const;
    /// The same as a record: all measures of the run without edits, and of the donor's run; the change by
    /// each edit as estimated, unless under kRuns; all changes of the runs, unless under kEstimates. NaN =
    /// none.
    std::vector<double> record(const Tried& tried) const;
    std::size_t width() const
    {
        constexpr std::size_t kAll = std::tuple_size_v<Measures>;
        const std::size_t estimate = m_experiment.trial == Trial::kRuns ? 0 : 1;
        const std::size_t run = m_experiment.trial == Trial::kEstimates ? 0 : kAll;
        return 2 * kAll + m_experiment.edits.size() * (estimate + run);
    }

private:
    struct Runs;
    struct Variant;
    ExperimentRun(Experiment experiment, HeadMeans means)
        : m_experiment(std::move(experiment))
        , m_means(std::move(means))
    { }
    std::size_t donorOf(std::size_t input) const;
    Result<std::vector<Index>> rowsOfOther(const ExperimentInput& input, const std::vector<Index>& rows,
                                           bool needed) const;
    Result<bool> addRows(const ActivationPatch& patch, const Runs& runs,
                         std::vector<Intervention>& all) const;
    Result<std::vector<Intervention>> editsOn(const ExperimentEdit& edit, const Runs& runs) const;
    Result<Trace> donorTrace(std::size_t input, const Runs& runs, const Job& job) const;
    Result<Trace> pathTrace(const HeadPattern& sender, Runs& runs, const Trace& donor, const Job& job) const;
    Result<std::vector<double>> estimates(const SweepRequest& request, const SweepResult& base,
                                          const std::vector<Variant>& variants, const Job& job) const;
    Result<Tried> tryOn(std::size_t input, const Job& job,
                        const std::function<void(const Tried&)>& partial) const;
    Result<Tried> tryAll(std::size_t input, SweepRequest request, Runs& runs, const Job& job,
                         const std::function<void(const Tried&)>& partial) const;

    Experiment m_experiment;
    HeadMeans m_means; ///< null traces if the donor needs none
};

} // namespace headlight
