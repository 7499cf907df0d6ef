#pragma once

#include "core/run/experiment_inputs.h"
#include "core/run/experiment_numbers.h"
#include "core/run/over_inputs.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace headlight {

/// An experiment, and what its result names.
struct MadeExperiment
{
    Experiment experiment;
    std::string referenceName; ///< a file, "inputs", an option; empty = the donor needs none
    std::string referenceDigest;
    std::size_t unequal = 0; ///< pairs of unequal lengths, which edits of all rows change only in part
};

/// Makes the experiment that the words describe, each edit once. Errors in them are reported before anything
/// is tried. Warns of pairs that edits change only in part.
Result<MadeExperiment> makeExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                      const std::shared_ptr<ExperimentInputs>& inputs, const Job& job);

/// An edit's name in results: the head, what is patched where, sender and receiver.
std::string nameOf(const ExperimentEdit& edit);

/// The model with its digest, the adapter (empty = none) and the edits that are active in every run.
Result<OrderedJson> originOf(const Model& model, const std::filesystem::path& folder,
                             const std::filesystem::path& adapter, const Interventions& interventions);
/// The numbers of an experiment before any input is run: its edits, and what the result names. `origin`: the
/// model and the edits that are active in every run.
ExperimentNumbers emptyNumbers(const ExperimentWords& words, const MadeExperiment& made,
                               const ExperimentInputs& inputs, OrderedJson origin, const Shard& shard);
/// Adds the record of one input, by the metric that the numbers name.
void add(ExperimentNumbers& numbers, std::span<const double> record);
Result<void> add(ExperimentNumbers& numbers, const InputRecords& records);
/// Adds what an only input tells of each edit besides its change.
Result<void> describe(ExperimentNumbers& numbers, const MadeExperiment& made, ExperimentInputs& inputs,
                      const SweepResult& result);
/// Warns of edits without a number, which no input had.
void warnOfUntried(const ExperimentNumbers& numbers, const Job& job);
/// What is run, for OverInputs::about: whatever the metric is, unless a gradient estimates by it. longest:
/// output of the model.
std::string aboutRuns(const ExperimentNumbers& numbers, const ExperimentInputs& inputs, int longest);
/// Runs inputs. `over`: which, where records are kept, and how they run.
Result<InputRecords> runInputs(const ExperimentRun& run, OverInputs over, const Job& job);

/// The runs of an experiment, from which all measures follow.
struct ExperimentRecords
{
    std::string about; ///< aboutRuns()
    ExperimentNumbers empty; ///< before any input is added
    InputRecords inputs;
    std::string recovered; ///< ExperimentInputs::recovered()

    Result<ExperimentTable> by(const OrderedJson& metric) const;
};

struct ExperimentDone
{
    ExperimentTable table;
    std::shared_ptr<const ExperimentRecords> records;
};

/// Where a model's files lie; no adapter = empty.
struct ModelFolders
{
    std::filesystem::path model, adapter;
};

/// What need not be run again.
struct EarlierRuns
{
    std::span<const std::shared_ptr<const ExperimentRecords>> known = {}; ///< whatever their metric
    /// A folder in which the runs of many inputs wait after a stop until the same experiment goes on; empty =
    /// they are lost.
    std::filesystem::path kept = {};
};

/// Makes an experiment and runs it on all inputs. partial: gets the result so far of an only input, whose
/// edits the job then counts, from several threads but one at a time.
Result<ExperimentDone> runExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                     const ModelFolders& folders, ExperimentSource source, const Job& job,
                                     const std::function<void(const ExperimentTable&)>& partial = {},
                                     const EarlierRuns& earlier = {});

} // namespace headlight
