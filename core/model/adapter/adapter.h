#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/io/checkpoint.h"
#include "core/model/adapter/adapter_config.h"
#include "core/model/model.h"
#include "core/nn/weight_matrix.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// A LoRA adapter while it is added to a model: adapter_config.json and the tensors of
/// adapter_model.safetensors or adapter_model.bin, by module.
class Adapter
{
public:
    /// All errors in the tensors are reported as one error with details.
    static Result<std::shared_ptr<Adapter>> open(const std::filesystem::path& folder, const Job& job);

    /// The matrix of a module with the adapter's addition. `names`: possible names of the module in the
    /// adapter; the first one found counts. finish() reports wrong shapes.
    WeightMatrix applied(std::span<const std::string> names, const WeightMatrix& plain);

    /// Call it after all modules: returns an error that names wrong shapes, or modules that the model lacks.
    /// `isStored` says whether the base has a tensor for an unused module; such modules, and those that the
    /// adapter should change but has no numbers for, cause warnings.
    Result<void> finish(const std::function<bool(const std::string& module)>& isStored, const Job& job) const;
    AdapterFacts facts() const;
    /// Memory of all A and B.
    std::int64_t memoryBytes() const;
    /// The adapter's tensors in use, as in the file.
    std::vector<TensorView> tensors() const;
    const AdapterConfig& config() const { return m_config; }

private:
    struct Pair
    {
        const TensorView* down = nullptr; ///< lora_A
        const TensorView* up = nullptr; ///< lora_B
        std::shared_ptr<const LowRank> addition; ///< set after the first request
    };
    using Pairs = std::map<std::string, Pair, std::less<>>;

    void sort(const TensorView& tensor, std::vector<std::string>& faults);
    bool fits(const std::string& module, const Pair& pair, const WeightMatrix& plain);
    Error faultsOf(std::vector<std::string> faults) const;

    std::filesystem::path m_folder;
    AdapterConfig m_config;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    Pairs m_pairs; ///< by module
    std::set<std::string> m_lacking; ///< modules that it should change but has no numbers for
    std::vector<std::string> m_misfits; ///< tensors whose shapes do not fit the model
};

/// The field named in errors of adapterBase().
inline constexpr const char* kAdapterBaseField = "base_model_name_or_path";

/// Whether the folder is an adapter: it has an adapter_config.json, but no model of its own.
bool isAdapterFolder(const std::filesystem::path& folder);

/// The base that adapter_config.json names, looked up like any model (core/model/model_library.h) and next to
/// the adapter. The error names the field and says what to specify instead.
Result<std::filesystem::path> adapterBase(const std::filesystem::path& folder);

/// The model to run under edits: the model itself, or, if they switch its adapter off, the one without it.
std::shared_ptr<const Model> modelUnder(const std::shared_ptr<const Model>& model,
                                        const Interventions& interventions);

/// The model with which a trace was recorded, according to its own edits.
const Model& modelOf(const Model& model, const TraceInfo& trace);
std::shared_ptr<const Model> modelOf(const std::shared_ptr<const Model>& model, const TraceInfo& trace);

} // namespace headlight
