#pragma once

#include "app/command_line.h"
#include "app/input_files.h"

#include "core/base/job.h"
#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/run/execute.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What --model means: a folder, a GGUF file, the name of a built-in model, or of one in Hugging Face's
/// cache.
inline constexpr const char* kModelHelp
    = "model folder or .gguf file, or the name of a built-in model (en-fr, ...) or of one in Hugging Face's "
      "cache (default: en-fr)";
/// Unset: the first built-in model.
Result<std::filesystem::path> modelFolder(const std::optional<std::string>& given);

inline constexpr const char* kAdapterHelp
    = "folder of a LoRA adapter that is put over the model (without --model: over the base that its "
      "adapter_config.json names)";
struct ModelPaths
{
    std::filesystem::path model;
    std::filesystem::path adapter; ///< empty: none
};
/// What --model and --adapter mean.
Result<ModelPaths> modelPaths(const std::optional<std::string>& model,
                              const std::optional<std::string>& adapter);

/// Options that all commands on a model share.
struct ModelOptions
{
    std::optional<std::string> folder; ///< as given: see modelFolder()
    std::optional<std::string> adapter; ///< likewise
    std::string precision = "auto";
    std::optional<std::string> tokenizer; ///< used instead of the model's own
    bool quiet = false;

    void addTo(CommandLine& line);
    /// Warnings go to standard error, unless --quiet.
    Job job() const;
    Result<ModelPaths> paths() const { return modelPaths(folder, adapter); }
    Result<std::shared_ptr<const Model>> load() const;
};

/// What is fed to the model: one sentence, or a batch of them.
struct InputOptions
{
    std::vector<std::string> texts, ids, targetTexts, targetIds, pairs, segmentIds;
    std::string targetLanguage; ///< empty: what the model's settings say
    InputFiles files; ///< read into texts or ids at the end of parsing

    void addSourceTo(CommandLine& line);
    void addTargetTo(CommandLine& line);
    void addLanguageTo(CommandLine& line);
    bool empty() const { return texts.empty() && ids.empty() && !files.conversation; }
    /// Whether the options go together, for this model: a usage error where they do not.
    Result<void> settle(const Model& model) const;
    /// One lane per --text or --ids, or that of --messages. Counts and combinations that make no sense are
    /// usage errors.
    Result<std::vector<LaneInput>> lanes(const Model& model) const;
    bool hasTargets() const { return !targetTexts.empty() || !targetIds.empty(); }
};

/// Masks and heads changed from the command line.
struct EditOptions
{
    std::vector<std::string> ablations, masks, causal;
    std::string padding = "on";
    std::optional<std::string> file;

    void addTo(CommandLine& line);
    /// Whether the model runs as it is.
    bool none() const
    {
        return ablations.empty() && masks.empty() && causal.empty() && padding == "on" && !file;
    }
    /// The file's edits first, then --ablate, then --mask. Addresses that match no head of the model are
    /// usage errors, before anything runs.
    Result<Interventions> interventions(const Model& model) const;
};

/// Everything up to a forward pass; what trace, render and metrics share.
struct PassOptions
{
    ModelOptions model;
    InputOptions input;
    EditOptions edits;
    int maxNewTokens = 64; ///< of the greedy output that stands in for an absent target
    int repeats = 1; ///< runs, each with other seeds of dropout; more than one: their mean
    bool spread = false; ///< their standard deviation instead

    void addTo(CommandLine& line);
    /// --spread without --repeats is a usage error.
    Result<void> settleRepeats() const;
    /// What is fed and what is changed. For an encoder–decoder model without targets the decoder's input
    /// is the model's own greedy output, under the edits.
    struct Prepared
    {
        std::vector<LaneInput> lanes;
        Interventions interventions;
    };
    Result<Prepared> prepare(const std::shared_ptr<const Model>& loaded) const;
    /// Runs one forward pass. For an encoder–decoder model without targets the decoder's input is the
    /// model's own greedy output. layers: who is given what each layer records; with one run alone.
    Result<std::vector<Trace>> run(const RecordPlan& plan, const LayerSink& layers = {}) const;
    Result<std::vector<Trace>> run(const std::shared_ptr<const Model>& loaded, const RecordPlan& plan,
                                   const LayerSink& layers = {}) const;
};

} // namespace headlight
