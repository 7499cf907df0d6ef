#include "core/base/text_list.h"
#include "core/io/checkpoint.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/model/adapter/adapter.h"
#include "core/model/binder.h"
#include "core/model/families/family.h"
#include "core/model/generation_settings.h"
#include "core/model/memory_estimate.h"
#include "core/model/model.h"
#include "core/model/model_files.h"
#include "core/model/model_library.h"
#include "core/model/quantisation.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/text/chat/chat_format.h"
#include "core/text/languages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

/// Calls `act` with every matrix to which an adapter may add.
void eachAdapted(ModelWeights& weights, const auto& act)
{
    const auto linears = [&act](auto&... all) { (act(all.weight), ...); };
    const auto attention = [&](AttentionWeights& own) {
        linears(own.query, own.key, own.value, own.output, own.positionQuery, own.positionKey);
    };
    const auto feedForward = [&](FeedForwardWeights& own) { linears(own.up, own.gate, own.down); };
    const auto experts = [&](ExpertsWeights& own) {
        std::ranges::for_each(own.experts, feedForward);
        feedForward(own.shared);
        linears(own.router, own.sharedGate);
    };
    for (auto* const stack : {&weights.encoder, &weights.decoder}) {
        if (!*stack)
            continue;
        act((*stack)->embedding);
        linears((*stack)->projectIn, (*stack)->projectOut);
        std::ranges::for_each((*stack)->convolution.taps, act);
        for (LayerWeights& layer : (*stack)->layers) {
            attention(layer.self);
            if (layer.cross)
                attention(*layer.cross);
            feedForward(layer.feedForward);
            if (layer.experts)
                experts(*layer.experts);
        }
    }
    linears(weights.head.transform, weights.head.projection);
}

/// The same weights without the low-rank additions; all numbers are shared.
ModelWeights withoutAdditions(ModelWeights weights)
{
    eachAdapted(weights, [](WeightMatrix& weight) {
        if (weight.hasAddition())
            weight = weight.with(nullptr);
    });
    return weights;
}

constexpr std::size_t kFaultsShown = 40;

/// A stored name that has something in front of one of the names that are missing; empty if there is none.
std::string wrappedName(const Checkpoint& checkpoint, const std::vector<std::string>& faults)
{
    for (const std::string& fault : std::span(faults).first(std::min(faults.size(), kFaultsShown))) {
        const std::string name = "." + fault.substr(0, fault.find(" is missing"));
        for (const auto& [stored, tensor] : checkpoint.tensors())
            if (stored.ends_with(name))
                return stored.substr(0, stored.size() - name.size() + 1);
    }
    return {};
}

Error tensorError(const Checkpoint& checkpoint, const ModelFiles& files,
                  const std::vector<std::string>& faults)
{
    Error error;
    error.code = ErrorCode::kMissingTensor;
    error.file = checkpoint.path().string();
    error.message
        = concat(faults.size(), faults.size() == 1 ? " tensor is not " : " tensors are not ", files.says);
    error.details.assign(faults.begin(),
                         faults.begin() + static_cast<std::ptrdiff_t>(std::min(faults.size(), kFaultsShown)));
    if (faults.size() > kFaultsShown)
        error.details.push_back(concat("and ", faults.size() - kFaultsShown, " more"));
    if (const std::string prefix = wrappedName(checkpoint, faults); !prefix.empty())
        error.details.insert(error.details.begin(),
                             "names of the file begin with " + quotedExcerpt(prefix)
                                 + "; if a wrapper put that there, save the model inside it");
    return error;
}

Result<Tokenizers> tokenizersOrNone(const std::filesystem::path& folder)
{
    auto tokenizers = loadTokenizers(folder);
    if (!tokenizers && tokenizers.error().code == ErrorCode::kFileNotFound)
        return Tokenizers{};
    return tokenizers;
}

Result<const Family*> familyOf(const nlohmann::json& config, const std::string& file)
{
    FaultReport report(file);
    const std::string type = JsonFields(config, {}, report).text("model_type");
    RETURN_IF_ERROR(report.check());
    const Family* family = findFamily(type);
    if (!family)
        return unsupported(file, "model_type", "found ", quotedExcerpt(type), ", expected one of ",
                           joined(knownFamilies()));
    return family;
}

/// An error in a folder's description; if its weights are quantised, that is reported instead.
Error faultOf(const ModelFiles& files, Error fault, const Job& job)
{
    std::error_code ignored;
    if (!std::filesystem::is_directory(files.path, ignored))
        return fault;
    const auto checkpoint = files.weights(job);
    if (!checkpoint)
        return refuseQuantisedFolder(files.path).value_or(std::move(fault));
    return refuseQuantised(**checkpoint).value_or(std::move(fault));
}

/// Says what HeldPrecision::kFast does to this model.
void reportRounding(const std::filesystem::path& file, const Binder& binder, const Job& job)
{
    job.warning(
        file.string() + ": --precision fast: "
        + (binder.roundedInputs()
               ? "what its quantised weights multiply is rounded to 8 bits, and results are less exact"
               : "it has no quantised weights, so nothing is rounded and nothing is faster"));
}

/// Reports what the checkpoint lacks and which of its tensors are unused. Families leave the projection empty
/// if there is no language-model head; this updates the description accordingly.
void reportLeftovers(ArchSpec& spec, const ModelWeights& weights, const Checkpoint& checkpoint,
                     const Binder& binder, const Job& job)
{
    if (!weights.head.projection.present() && spec.head.present) {
        spec.head.present = false;
        job.warning(checkpoint.path().string() + ": has no language-model head; there are no logits");
    }
    if (const auto unknown = binder.unknown(); !unknown.empty())
        job.warning(checkpoint.path().string() + ": tensors that are not used: " + joined(unknown));
}

/// Warns about fields of config.json that were not read, and those that contradict how the model runs.
void reportFields(const ConfigReader& reader, const Job& job)
{
    for (const std::string& warning : reader.warnings())
        job.warning(reader.file() + ": " + warning);
    if (const auto unread = reader.unread(); !unread.empty())
        job.warning(reader.file()
                    + ": fields that are not understood and may change the model: " + joined(unread));
}

/// A model folder or file, and the adapter for it.
struct ModelSource
{
    std::filesystem::path folder;
    std::shared_ptr<Adapter> adapter; ///< null = none
};

Result<ModelSource> sourceOf(const std::filesystem::path& given, const std::filesystem::path& adapter,
                             const Job& job)
{
    ModelSource source{given, nullptr};
    const bool alone = adapter.empty();
    if (alone && !isAdapterFolder(given))
        return source;
    if (alone) { // a missing base is reported first
        ASSIGN_OR_RETURN(source.folder, adapterBase(given));
    }
    ASSIGN_OR_RETURN(source.adapter, Adapter::open(alone ? given : adapter, job));
    return source;
}

/// The family that reads the files; an error if they are quantised or of no known family.
Result<const Family*> readableFamily(const ModelFiles& files, const Job& job)
{
    const Family* const named = findFamily(modelTypeOf(files.config).value_or(""));
    if (auto refused
        = refuseQuantised(files.config, files.configFile, named ? named->quantised : std::string_view()))
        return *std::move(refused);
    auto family = familyOf(files.config, files.configFile);
    return family ? family : faultOf(files, family.error(), job);
}

Result<std::shared_ptr<const Checkpoint>> readableWeights(const ModelFiles& files, const Job& job)
{
    auto checkpoint = files.weights(job);
    if (!checkpoint)
        return faultOf(files, checkpoint.error(), job);
    if (auto refused = refuseQuantised(**checkpoint))
        return *std::move(refused);
    return checkpoint;
}

/// The weights in their places, with the adapter's additions.
Result<std::shared_ptr<const ModelWeights>> bindWeights(const Family& family, Binder& binder,
                                                        ConfigReader& reader, ArchSpec& spec,
                                                        const std::function<Error()>& tensorFaults,
                                                        const Job& job)
{
    auto weights = std::make_shared<const ModelWeights>(family.bind(binder, reader, spec));
    if (job.stopped())
        return Error{ErrorCode::kCancelled, "opening was cancelled", reader.file()};
    if (!reader.faults().empty())
        return reader.error();
    if (!binder.faults().empty())
        return tensorFaults();
    return weights;
}

/// Adds the adapter to the parts of a model that was bound with it.
Result<void> addAdapter(const Adapter& adapter, const Binder& binder, Model::Parts& parts, const Job& job)
{
    const auto isStored = [&](const std::string& module) { return binder.isStored(module + ".weight"); };
    RETURN_IF_ERROR(adapter.finish(isStored, job));
    parts.adapter = adapter.facts();
    parts.memoryBytes += adapter.memoryBytes();
    auto tensors = *parts.tensors;
    for (const TensorView& tensor : adapter.tensors())
        tensors.push_back(tensor);
    parts.tensors = std::make_shared<const std::vector<TensorView>>(std::move(tensors));
    return {};
}

/// Whether every bias is 0 and every gain of a norm is 1, as before the first step of training.
bool isInitial(const std::vector<TensorView>& tensors)
{
    bool zeros = false;
    bool ones = false;
    for (const TensorView& tensor : tensors) {
        if (tensor.shape.size() != 1 || tensor.elementCount() == 0)
            continue;
        std::vector<float> numbers(static_cast<std::size_t>(tensor.elementCount()));
        convertToFloat(tensor, 0, numbers);
        const float first = numbers.front();
        if ((first != 0 && first != 1) || std::ranges::any_of(numbers, [&](float n) { return n != first; }))
            return false;
        (first == 0 ? zeros : ones) = true;
    }
    return zeros && ones;
}

/// Adds the tokenizers and the folder's settings for decoding.
Result<void> addText(const LoadOptions& options, const ModelFiles& files, const Family& family,
                     ConfigReader& reader, Model::Parts& parts, const Job& job)
{
    ASSIGN_OR_RETURN(auto tokenizers,
                     options.tokenizer.empty() ? tokenizersOrNone(files.text)
                                               : loadTokenizers(options.tokenizer));
    ASSIGN_OR_RETURN(const auto generation,
                     readGenerationSettings(files.text, reader, *parts.spec, family.tokens, job));
    if (parts.spec->encoder && parts.spec->decoder && tokenizers.target)
        parts.languages = languagesOf(*tokenizers.target);
    parts.tokenizers = std::move(tokenizers);
    parts.generation = generation;
    // An error in the template is reported when a conversation is written: the model itself can be opened.
    if (auto chat = ChatFormat::read(files.text, false);
        parts.tokenizers.source && (chat || chat.error().code != ErrorCode::kFileNotFound))
        parts.chat = std::make_shared<const Result<ChatFormat>>(std::move(chat));
    return {};
}

/// Builds the model; with an adapter, also the same model without it.
Result<std::shared_ptr<const Model>> finished(Model::Parts parts)
{
    if (parts.adapter) {
        Model::Parts plain = parts;
        plain.weights = std::make_shared<const ModelWeights>(withoutAdditions(*parts.weights));
        parts.withoutAdapter = std::make_shared<const Model>(std::move(plain));
    }
    auto model = std::make_shared<const Model>(std::move(parts));
    RETURN_IF_ERROR(model->checkFiles());
    return model;
}

Result<std::shared_ptr<const Model>> openSource(const ModelSource& source, const LoadOptions& options,
                                                const std::vector<std::string>& warnings, const Job& job)
{
    const std::filesystem::path& folder = source.folder;
    ASSIGN_OR_RETURN(const auto files, openModelFiles(folder));
    ASSIGN_OR_RETURN(const auto family, readableFamily(files, job));
    ConfigReader reader(files.config, files.configFile);
    auto spec = std::make_shared<ArchSpec>(family->describe(reader));
    spec->family = family->modelType;
    spec->trained = reader.flag({"trained"}, true);
    if (!reader.faults().empty())
        return faultOf(files, reader.error(), job);
    RETURN_IF_ERROR(files.refine(*spec));

    ASSIGN_OR_RETURN(const auto checkpoint, readableWeights(files, job));
    const MemoryEstimate estimate = estimateMemory(*checkpoint, options.precision);
    Binder::Options binding;
    binding.keepHalf = estimate.keepsHalf;
    binding.expandPacked = options.precision == HeldPrecision::kFull;
    binding.roundInputs = options.precision == HeldPrecision::kFast;
    binding.adapter = source.adapter.get();
    Binder binder(*checkpoint, binding, job);
    const auto weights = bindWeights(
        *family, binder, reader, *spec, [&] { return tensorError(*checkpoint, files, binder.faults()); },
        job);
    RETURN_IF_ERROR(weights);
    if (binding.roundInputs)
        reportRounding(checkpoint->path(), binder, job);
    spec->trained = spec->trained && !isInitial(binder.bound());
    reportLeftovers(*spec, **weights, *checkpoint, binder, job);

    Model::Parts parts;
    parts.weights = *weights;
    parts.weightTypes = estimate.weightTypes;
    parts.parameters = binder.parameters();
    parts.memoryBytes = binder.memoryBytes();
    parts.halfPrecision = binder.heldHalf();
    parts.roundsInputs = binder.roundedInputs();
    parts.tensors = std::make_shared<const std::vector<TensorView>>(binder.bound());
    if (source.adapter)
        RETURN_IF_ERROR(addAdapter(*source.adapter, binder, parts, job));
    parts.name = modelNameOf(folder) + (parts.roundsInputs ? " (--precision fast)" : "");
    parts.folder = folder;
    parts.configJson = files.description;
    parts.spec = std::move(spec);
    RETURN_IF_ERROR(addText(options, files, *family, reader, parts, job));
    reportFields(reader, job);
    for (const std::string& warning : files.warnings)
        job.warning(warning);
    parts.warnings = warnings;
    return finished(std::move(parts));
}

} // namespace

Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& folder,
                                               const LoadOptions& options, const Job& caller)
{
    std::vector<std::string> warnings;
    Job job = caller;
    job.warn = [&](const std::string& text) {
        warnings.push_back(text);
        caller.warning(text);
    };
    ASSIGN_OR_RETURN(const auto source, sourceOf(folder, options.adapter, job));
    return openSource(source, options, warnings, job);
}

} // namespace headlight
