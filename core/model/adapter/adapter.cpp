#include "core/model/adapter/adapter.h"

#include "core/base/text_list.h"
#include "core/edit/recorded_edits.h"
#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/model/config_reader.h"
#include "core/model/model_library.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kAdapterWeights{"adapter_model.safetensors", "adapter_model.bin"};
constexpr std::size_t kModulesNamed = 20;

/// A parsed tensor name: MODULE.lora_A.weight, optionally with the adapter's name before "weight".
struct AdapterTensorName
{
    std::string module;
    char letter = 0; ///< A or B; 0 = something else
    std::string_view rest; ///< part after MODULE. if it is something else
};

AdapterTensorName takenApart(std::string_view name)
{
    for (const std::string_view wrapper : {"base_model.model.", "base_model."})
        if (name.starts_with(wrapper)) {
            name.remove_prefix(wrapper.size());
            break;
        }
    AdapterTensorName parts;
    const std::size_t mark = name.find(".lora_");
    if (mark == std::string_view::npos) {
        parts.module = name.substr(0, std::min(name.rfind('.'), name.size()));
        parts.rest = name.substr(std::min(parts.module.size() + 1, name.size()));
        return parts;
    }
    parts.module = name.substr(0, mark);
    parts.rest = name.substr(mark + 1);
    for (const char letter : {'A', 'B'}) {
        const std::string which = concat("lora_", letter);
        for (const std::string_view end : {".weight", ".default.weight"})
            if (parts.rest == concat(which, end))
                parts.letter = letter;
    }
    return parts;
}

/// Why a module's tensor is not supported.
std::string refusalOf(std::string_view rest)
{
    if (rest.starts_with("lora_embedding_"))
        return "LoRA of an embedding is not supported";
    if (rest.starts_with("lora_magnitude"))
        return "DoRA is not supported";
    if (rest.starts_with("lora_") && rest.ends_with(".bias"))
        return "a bias beside B is not supported";
    return "is not a lora_A or lora_B, the only tensors that are supported";
}

Result<fs::path> adapterWeightsIn(const fs::path& folder)
{
    for (const std::string_view name : kAdapterWeights)
        if (isListed(folder / name))
            return folder / name;
    return Error{ErrorCode::kFileNotFound, "found no adapter_model.safetensors or adapter_model.bin",
                 folder.string()};
}

std::shared_ptr<const LowRank> additionOf(const TensorView& down, const TensorView& up, float scale)
{
    auto made = std::make_shared<LowRank>();
    made->scale = scale;
    for (const auto& [tensor, matrix] : {std::pair{&down, &made->down}, {&up, &made->up}}) {
        matrix->resize(tensor->shape[0], tensor->shape[1]);
        convertToFloat(*tensor, 0, {matrix->data(), static_cast<std::size_t>(matrix->size())});
    }
    return made;
}

std::string namesOf(const std::vector<std::string>& modules)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(modules.size(), kModulesNamed); ++i)
        text += (i == 0 ? "" : ", ") + excerpt(modules[i]);
    if (modules.size() > kModulesNamed)
        text += concat(" and ", modules.size() - kModulesNamed, " more");
    return text;
}

} // namespace

Result<std::shared_ptr<Adapter>> Adapter::open(const fs::path& folder, const Job& job)
{
    ASSIGN_OR_RETURN(auto config, readAdapterConfig(folder));
    ASSIGN_OR_RETURN(const auto weights, adapterWeightsIn(folder));
    ASSIGN_OR_RETURN(const auto checkpoint, Checkpoint::open(weights, job));
    const auto adapter = std::make_shared<Adapter>();
    adapter->m_folder = folder;
    adapter->m_config = std::move(config);
    adapter->m_checkpoint = checkpoint;
    auto faults = listFrom(checkpoint->unsupportedTensors(), [](const auto& tensor) {
        return excerpt(tensor.first) + " is stored as " + tensor.second + ", expected F32, F16 or BF16";
    });
    for (const auto& [name, tensor] : checkpoint->tensors())
        adapter->sort(tensor, faults);
    for (const auto& [module, pair] : adapter->m_pairs) {
        if (pair.down == nullptr || pair.up == nullptr)
            faults.push_back(excerpt(module) + (pair.down == nullptr ? ".lora_A" : ".lora_B")
                             + " is missing");
        else if (!adapter->m_config.changes(module))
            faults.push_back(excerpt(module)
                             + " has weights, but adapter_config.json does not name this module");
    }
    if (adapter->m_pairs.empty() && faults.empty())
        faults.emplace_back("found no lora_A and no lora_B");
    if (!faults.empty())
        return adapter->faultsOf(std::move(faults));
    for (const std::string& warning : adapter->m_config.warnings)
        job.warning(warning);
    return adapter;
}

Error Adapter::faultsOf(std::vector<std::string> faults) const
{
    const std::string message
        = concat(faults.size(),
                 faults.size() == 1 ? " tensor of the adapter is not" : " tensors of the adapter are not",
                 " as expected");
    if (faults.size() > kModulesNamed) {
        const std::size_t more = faults.size() - kModulesNamed;
        faults.resize(kModulesNamed);
        faults.push_back(concat("and ", more, " more"));
    }
    return Error{ErrorCode::kMissingTensor, message, m_checkpoint->path().string(), {}, std::move(faults)};
}

void Adapter::sort(const TensorView& tensor, std::vector<std::string>& faults)
{
    AdapterTensorName parts = takenApart(tensor.name);
    if (parts.letter == 0) {
        const std::string_view module = parts.module;
        const bool otherHead = std::ranges::any_of(m_config.otherHeads, [&](const std::string& head) {
            return endsWithPart(module, head) || module.find(head + ".") != std::string_view::npos;
        });
        if (!otherHead)
            faults.push_back(excerpt(tensor.name) + ": " + refusalOf(parts.rest));
        return;
    }
    if (tensor.shape.size() != 2 || tensor.shape[0] < 1 || tensor.shape[1] < 1 || !isFloating(tensor.dtype)) {
        faults.push_back(concat(excerpt(tensor.name), " is ", dtypeName(tensor.dtype), " ",
                                tensor.shapeText(), ", expected a matrix in F32, F16 or BF16"));
        return;
    }
    Pair& pair = m_pairs[std::move(parts.module)];
    const TensorView*& place = parts.letter == 'A' ? pair.down : pair.up;
    if (place != nullptr)
        faults.push_back(excerpt(tensor.name) + " occurs twice, also as " + excerpt(place->name));
    place = &tensor;
}

bool Adapter::fits(const std::string& module, const Pair& pair, const WeightMatrix& plain)
{
    const std::int64_t rank = m_config.rankOf(module);
    const std::size_t before = m_misfits.size();
    const auto check = [&](const TensorView& tensor, std::int64_t rows, std::int64_t columns) {
        const std::vector<std::int64_t> expected{rows, columns};
        if (tensor.shape != expected)
            m_misfits.push_back(concat(
                excerpt(tensor.name), " has shape ", tensor.shapeText(), ", expected ", shapeText(expected),
                " (rank ", rank, " in adapter_config.json, the model's matrix is ",
                shapeText(std::array<std::int64_t, 2>{plain.rows(), plain.columns()}), ")"));
    };
    check(*pair.down, rank, plain.columns());
    check(*pair.up, plain.rows(), rank);
    return m_misfits.size() == before;
}

WeightMatrix Adapter::applied(std::span<const std::string> names, const WeightMatrix& plain)
{
    for (const std::string& module : names) {
        const auto found = m_pairs.find(module);
        if (found == m_pairs.end())
            continue;
        Pair& pair = found->second;
        if (plain.empty() || !fits(module, pair, plain))
            return plain;
        if (!pair.addition)
            pair.addition = additionOf(*pair.down, *pair.up, m_config.scaleOf(module));
        return plain.with(pair.addition);
    }
    if (!m_config.targets.empty() && !names.empty() && m_config.changes(names.front()))
        m_lacking.insert(names.front());
    return plain;
}

Result<void> Adapter::finish(const std::function<bool(const std::string& module)>& isStored,
                             const Job& job) const
{
    if (!m_misfits.empty())
        return faultsOf(m_misfits);
    std::vector<std::string> absent, unused;
    for (const auto& [module, pair] : m_pairs) {
        if (pair.addition)
            continue;
        const bool known = isStored(module) || !whyTensorIsHarmless(module + ".weight").empty();
        (known ? unused : absent).push_back(module);
    }
    const std::string file = m_checkpoint->path().string();
    if (!absent.empty())
        return Error{ErrorCode::kMissingTensor,
                     concat("found ", absent.size(), " of ", m_pairs.size(),
                            " modules that the model does not have, expected an adapter that was trained on "
                            "it: ",
                            namesOf(absent)),
                     file};
    if (!unused.empty())
        job.warning(file + ": modules that are not used: " + namesOf(unused));
    if (!m_lacking.empty())
        job.warning(file + ": has no weights for these modules, which adapter_config.json names: "
                    + namesOf({m_lacking.begin(), m_lacking.end()}));
    return {};
}

AdapterFacts Adapter::facts() const
{
    AdapterFacts facts;
    facts.folder = m_folder;
    facts.name = modelNameOf(m_folder);
    facts.base = m_config.base;
    facts.alpha = m_config.alpha;
    facts.rootOfRank = m_config.rootOfRank;
    std::set<std::string> modules;
    for (const auto& [module, pair] : m_pairs) {
        if (!pair.addition)
            continue;
        modules.insert(module.substr(module.rfind('.') + 1));
        const auto rank = static_cast<int>(pair.addition->down.rows());
        facts.leastRank = facts.matrices == 0 ? rank : std::min(facts.leastRank, rank);
        facts.mostRank = std::max(facts.mostRank, rank);
        ++facts.matrices;
        facts.parameters += pair.addition->down.size() + pair.addition->up.size();
    }
    facts.modules.assign(modules.begin(), modules.end());
    return facts;
}

std::int64_t Adapter::memoryBytes() const
{
    return facts().parameters * static_cast<std::int64_t>(sizeof(float));
}

std::vector<TensorView> Adapter::tensors() const
{
    std::vector<TensorView> used;
    for (const auto& [module, pair] : m_pairs)
        if (pair.addition) {
            used.push_back(*pair.down);
            used.push_back(*pair.up);
        }
    return used;
}

bool isAdapterFolder(const fs::path& folder)
{
    if (!fs::is_regular_file(statusOf(folder / "adapter_config.json")))
        return false;
    return !fs::exists(statusOf(folder / "config.json")) || !locateWeights(folder);
}

Result<fs::path> adapterBase(const fs::path& folder)
{
    ASSIGN_OR_RETURN(const auto config, readAdapterConfig(folder));
    if (config.base.empty())
        return Error{ErrorCode::kFileNotFound,
                     "names no base model. Give the model that the adapter was trained on (--model)",
                     config.file, kAdapterBaseField};
    const fs::path beside = folder / config.base;
    if (fs::path(config.base).is_relative() && fs::exists(statusOf(beside / "config.json")))
        return beside;
    if (auto found = resolveModel(config.base))
        return found;
    return Error{ErrorCode::kFileNotFound,
                 "found " + quotedExcerpt(config.base)
                     + ", which is not a folder, a built-in model or a model in Hugging Face's cache. Give "
                       "the model that the adapter was trained on (--model)",
                 config.file, kAdapterBaseField};
}

std::shared_ptr<const Model> modelUnder(const std::shared_ptr<const Model>& model,
                                        const Interventions& interventions)
{
    return model && model->withoutAdapter() && interventions.adapterOff() ? model->withoutAdapter() : model;
}

const Model& modelOf(const Model& model, const TraceInfo& trace)
{
    return model.withoutAdapter() && recordedEdits(trace).adapterOff() ? *model.withoutAdapter() : model;
}

std::shared_ptr<const Model> modelOf(const std::shared_ptr<const Model>& model, const TraceInfo& trace)
{
    return model && model->withoutAdapter() && recordedEdits(trace).adapterOff() ? model->withoutAdapter()
                                                                                 : model;
}

} // namespace headlight
