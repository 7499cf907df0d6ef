#pragma once

#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/run/execute.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

/// A model folder that a test can change before opening it: config.json as JSON, tensors as floats. Starts
/// empty, or as a copy of a folder in tests/data/models.
class ModelFolder
{
public:
    struct Tensor
    {
        std::vector<std::int64_t> shape;
        std::vector<float> values;
    };

    ModelFolder() = default;
    explicit ModelFolder(const std::string& model)
    {
        const std::filesystem::path from = std::filesystem::path(kTestData) / "models" / model;
        std::ifstream file(from / "config.json");
        config = nlohmann::json::parse(file);
        const SafetensorsFile stored = SafetensorsFile::open(from / "model.safetensors").value();
        for (const auto& [name, view] : stored.tensors()) {
            Tensor& tensor = tensors[name];
            tensor.shape = view.shape;
            tensor.values.resize(static_cast<std::size_t>(view.elementCount()));
            convertToFloat(view, 0, tensor.values);
        }
    }

    nlohmann::json config;
    std::map<std::string, Tensor> tensors;
    std::vector<std::string> warnings; ///< of the latest open()

    /// Renames every tensor according to `rule`; an empty name drops it.
    void rename(const std::function<std::string(const std::string&)>& rule)
    {
        std::map<std::string, Tensor> renamed;
        for (auto& [name, tensor] : tensors)
            if (const std::string other = rule(name); !other.empty())
                renamed[other] = std::move(tensor);
        tensors = std::move(renamed);
    }

    void writeTensors(DType stored = DType::kF32) const
    {
        std::vector<TensorToWrite> all;
        for (const auto& [name, tensor] : tensors)
            all.push_back(floatTensor(name, tensor.shape, tensor.values, stored));
        std::filesystem::remove(folder / "model.safetensors");
        writeSafetensors(folder / "model.safetensors", all).value();
    }

    /// Opens with the tensors written last.
    Result<std::shared_ptr<const Model>> openWith(const std::string& configText)
    {
        folder.write("config.json", configText);
        warnings.clear();
        Job job;
        job.warn = [this](const std::string& text) { warnings.push_back(text); };
        return loadModel(folder.path(), {}, job);
    }

    Result<std::shared_ptr<const Model>> open()
    {
        writeTensors();
        return openWith(config.dump());
    }

    TemporaryFolder folder;
};

/// Logits of every row for ids (and target ids if there are two stacks) [rows × vocabulary].
inline Matrix logitsFor(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids,
                        const std::vector<TokenId>& targetIds = {})
{
    RunRequest request;
    request.model = model;
    request.plan.logits = LogitRows::kAll;
    request.plan.sites = {Site::kLogits};
    request.lanes.push_back(prepareIds(*model, ids, targetIds).value());
    const RunResult result = execute(request, {}).value();
    const auto rows = static_cast<Index>(model->isEncoderDecoder() ? targetIds.size() : ids.size());
    Matrix logits(rows, model->spec().vocabulary);
    for (Index row = 0; row < rows; ++row)
        logits.row(row) = result.traces.front().logits(row);
    return logits;
}

} // namespace headlight::test
