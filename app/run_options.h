#pragma once

#include "app/command_line.h"
#include "app/input_files.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/run/execute.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct ExperimentSource;

/// Edits of masks and heads from the command line.
struct EditOptions
{
    std::vector<std::string> ablations, masks, causal;
    std::string padding = "on";
    std::optional<std::string> file;

    void addTo(CommandLine& line);
    bool operator==(const EditOptions&) const = default;
    /// Whether the model runs as it is.
    bool none() const { return *this == EditOptions(); }
    /// The file's edits first, then --ablate, then --mask. Addresses that match no head of the model are
    /// usage errors, reported before anything runs. `lanes` gives the inputs, in which --edit may name
    /// tokens.
    using Lanes = std::function<Result<std::vector<LaneInput>>()>;
    Result<Interventions> interventions(const std::shared_ptr<const Model>& loaded, const Lanes& lanes) const;
};

/// Help of --model: a folder, a GGUF file, the name of a built-in model, or of one in Hugging Face's cache.
inline constexpr const char* kModelHelp
    = "model folder or .gguf file, or the name of a built-in model (en-fr, ...) or of one in Hugging Face's "
      "cache (default: en-fr)";

inline constexpr const char* kAdapterHelp
    = "folder of a LoRA adapter to apply to the model (without --model: to the base that its "
      "adapter_config.json names)";
struct ModelPaths
{
    std::filesystem::path model;
    std::filesystem::path adapter; ///< empty = none
};
/// Resolves --model and --adapter.
Result<ModelPaths> modelPaths(const std::optional<std::string>& model,
                              const std::optional<std::string>& adapter);

/// Options shared by all commands that use a model.
struct ModelOptions
{
    std::optional<std::string> folder; ///< as given; unset = the first built-in model
    std::optional<std::string> adapter; ///< as given
    std::string precision = "auto";
    std::optional<std::string> tokenizer; ///< replaces the model's own
    bool quiet = false;

    void addTo(CommandLine& line);
    /// Warnings go to standard error, unless --quiet.
    Job job() const;
    Result<ModelPaths> paths() const { return modelPaths(folder, adapter); }
    Result<std::shared_ptr<const Model>> load() const;
};

/// The model's input: one sentence, or a batch.
struct InputOptions
{
    std::vector<std::string> texts, ids, targetTexts, targetIds, pairs, segmentIds;
    std::string targetLanguage; ///< empty = as in the model's settings
    InputFiles files; ///< read into texts or ids at the end of parsing

    void addSourceTo(CommandLine& line);
    void addTargetTo(CommandLine& line);
    void addLanguageTo(CommandLine& line);
    bool empty() const { return texts.empty() && ids.empty() && !files.conversation; }
    /// Checks that the options are compatible with each other and with this model; otherwise a usage error.
    Result<void> settle(const Model& model) const;
    /// One lane per --text or --ids, or the one of --messages. Wrong counts and invalid combinations are
    /// usage errors.
    Result<std::vector<LaneInput>> lanes(const Model& model) const;
    /// The same with targets only where they are given, without a start token that the model goes on from.
    Result<std::vector<LaneInput>> given(const Model& model) const;
    /// The same in two parts, for inputs that are prepared one at a time: checks the options and gives the
    /// number of lanes; makes one.
    Result<std::size_t> count(const Model& model) const;
    Result<LaneInput> lane(const Model& model, std::size_t place) const;
    /// "# input 1: The dog eats.": the heading above what is printed of one of several inputs, after a blank
    /// line from the second one on. Without the text or the ids if these are not given here.
    std::string title(std::size_t place) const;
    /// SHA-256 of everything that is given.
    std::string digest() const;
    bool hasTargets() const { return !targetTexts.empty() || !targetIds.empty(); }
};

/// Everything up to a forward pass; shared by trace, render and metrics.
struct PassOptions
{
    ModelOptions model;
    InputOptions input;
    EditOptions edits;
    int maxNewTokens = 64; ///< limit of the greedy output that replaces a missing target
    int repeats = 1; ///< runs with different dropout seeds; more than one gives their mean
    bool freezeTarget = false; ///< a missing target is the unedited model's output
    bool spread = false; ///< returns the standard deviation instead of the mean

    void addTo(CommandLine& line);
    /// --spread without --repeats is a usage error.
    Result<void> settleRepeats() const;
    /// --freeze-target with a given target is a usage error.
    Result<void> settleTarget() const;
    /// A pass over the input under the edits. For an encoder–decoder model without targets, the decoder's
    /// input is the model's own greedy output under the edits, or without them (freezeTarget).
    Result<RunRequest> prepare(const std::shared_ptr<const Model>& loaded) const;
    /// The inputs with what is known of their targets before a run.
    Result<std::vector<LaneInput>> knownLanes(const std::shared_ptr<const Model>& loaded) const;
    /// The inputs of a command that goes over many, with its edits: sentences, or the pairs of a file.
    Result<ExperimentSource> source(const std::shared_ptr<const Model>& loaded,
                                    const std::optional<std::string>& pairs) const;
    /// Puts the greedy output in the place of missing targets.
    Result<void> addTargets(RunRequest& request, const Job& job) const;
    /// How the greedy output is made.
    DecodeOptions output() const;
    /// Loads the model; a missing input is reported before.
    Result<std::shared_ptr<const Model>> load() const;
    /// Loads the model and runs what prepare() makes. layers: takes what each layer records; only for a
    /// single run.
    Result<std::vector<Trace>> run(const RecordPlan& plan, const LayerSink& layers = {}) const;
};

/// Source of traces for render and metrics: a trace file, or a pass.
struct TraceInput
{
    std::optional<std::string> file, tokens, targetTokens;
    bool verify = false;
    PassOptions pass;

    void addTo(CommandLine& line);
    /// Checks that the options are compatible with each other; otherwise a usage error.
    Result<void> settle() const;
    /// `plan` applies to a pass; a file has what it has.
    Result<std::vector<Trace>> traces(const RecordPlan& plan) const;
};

} // namespace headlight
