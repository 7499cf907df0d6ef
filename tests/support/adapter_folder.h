#pragma once

#include "tests/core/io/pickle_builder.h"
#include "tests/core/io/zip_builder.h"
#include "tests/support/model_folder.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

/// A LoRA adapter as written by peft; a test can change it before it is opened.
class AdapterFolder
{
public:
    explicit AdapterFolder(unsigned seed = 7)
        : m_random(seed)
    {
        config = {{"peft_type", "LORA"},
                  {"base_model_name_or_path", "not-there"},
                  {"r", 4},
                  {"lora_alpha", 6},
                  {"target_modules", nlohmann::json::array()},
                  {"bias", "none"},
                  {"fan_in_fan_out", false},
                  {"inference_mode", true},
                  {"lora_dropout", 0.1},
                  {"modules_to_save", nullptr},
                  {"task_type", "CAUSAL_LM"},
                  {"use_dora", false},
                  {"use_rslora", false},
                  {"rank_pattern", nlohmann::json::object()},
                  {"alpha_pattern", nlohmann::json::object()},
                  {"init_lora_weights", true},
                  {"layers_to_transform", nullptr},
                  {"layers_pattern", nullptr},
                  {"megatron_config", nullptr},
                  {"megatron_core", "megatron.core"},
                  {"loftq_config", nlohmann::json::object()},
                  {"auto_mapping", nullptr},
                  {"revision", nullptr},
                  {"peft_version", "0.14.0"}};
    }

    /// Random A [rank × in] and B [out × rank] for a module.
    void add(const std::string& module, std::int64_t out, std::int64_t in, std::int64_t rank = 4)
    {
        tensors["base_model.model." + module + ".lora_A.weight"] = random({rank, in});
        tensors["base_model.model." + module + ".lora_B.weight"] = random({out, rank});
    }

    /// The same for every matrix of a model for which `wanted` accepts the name without ".weight".
    /// transposed: matrices are stored [in × out].
    void addOver(const ModelFolder& base, const std::function<bool(const std::string&)>& wanted,
                 bool transposed = false)
    {
        for (const auto& [name, tensor] : base.tensors) {
            const std::string module = name.substr(0, name.rfind('.'));
            if (tensor.shape.size() != 2 || !name.ends_with(".weight") || !wanted(module))
                continue;
            add(module, tensor.shape[transposed ? 1 : 0], tensor.shape[transposed ? 0 : 1]);
        }
    }

    /// base + scale · B · A, in double precision.
    void mergeInto(ModelFolder& base, const std::function<double(const std::string& module)>& scale,
                   bool transposed = false) const
    {
        constexpr std::string_view kBegin = "base_model.model.", kEnd = ".lora_A.weight";
        for (const auto& [name, down] : tensors) {
            if (!name.ends_with(kEnd))
                continue;
            const std::string module = name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
            const ModelFolder::Tensor& up = tensors.at(std::string(kBegin) + module + ".lora_B.weight");
            const auto rank = static_cast<std::size_t>(down.shape[0]);
            const auto in = static_cast<std::size_t>(down.shape[1]);
            const auto out = static_cast<std::size_t>(up.shape[0]);
            ModelFolder::Tensor& matrix = base.tensors.at(module + ".weight");
            for (std::size_t row = 0; row < out; ++row)
                for (std::size_t column = 0; column < in; ++column) {
                    double sum = 0;
                    for (std::size_t i = 0; i < rank; ++i)
                        sum += static_cast<double>(up.values[row * rank + i])
                            * static_cast<double>(down.values[i * in + column]);
                    float& value = matrix.values[transposed ? column * out + row : row * in + column];
                    value = static_cast<float>(static_cast<double>(value) + scale(module) * sum);
                }
        }
    }

    void write(DType stored = DType::kF32) const
    {
        std::vector<TensorToWrite> all;
        for (const auto& [name, tensor] : tensors)
            all.push_back(floatTensor(name, tensor.shape, tensor.values, stored));
        std::filesystem::remove(folder / "adapter_model.safetensors");
        writeSafetensors(folder / "adapter_model.safetensors", all).value();
        writeConfig();
    }
    /// The same as adapter_model.bin only, which older versions of peft wrote by torch.save().
    void writeTorch() const
    {
        ZipBuilder zip;
        std::string items;
        for (const auto& [name, tensor] : tensors) {
            const std::string key = std::to_string(zip.entries.size());
            const auto count = static_cast<std::int64_t>(tensor.values.size());
            items
                += pickle::text(name)
                + pickle::tensor(
                       {"FloatStorage", key, count, 0, tensor.shape, {tensor.shape.back(), std::int64_t{1}}});
            zip.entries.push_back({"adapter_model/data/" + key,
                                   {reinterpret_cast<const char*>(tensor.values.data()),
                                    tensor.values.size() * sizeof(float)}});
        }
        zip.entries.push_back({"adapter_model/data.pkl", pickle::dict(items)});
        std::filesystem::remove(folder / "adapter_model.safetensors");
        folder.write("adapter_model.bin", zip.build());
        writeConfig();
    }
    void writeConfig() const { folder.write("adapter_config.json", config.dump(2)); }

    /// Opens a base model with the adapter.
    Result<std::shared_ptr<const Model>> openOver(const std::filesystem::path& base)
    {
        LoadOptions options;
        options.adapter = folder.path();
        return open(base, options);
    }
    /// Opens the adapter's own folder, which names the base.
    Result<std::shared_ptr<const Model>> openAlone() { return open(folder.path(), {}); }

    nlohmann::json config;
    std::map<std::string, ModelFolder::Tensor> tensors;
    std::vector<std::string> warnings; ///< of the latest opening
    TemporaryFolder folder;

private:
    ModelFolder::Tensor random(const std::vector<std::int64_t>& shape)
    {
        std::normal_distribution<float> normal(0.0F, 0.15F);
        ModelFolder::Tensor tensor{shape, {}};
        for (std::int64_t i = 0; i < shape[0] * shape[1]; ++i)
            tensor.values.push_back(normal(m_random));
        return tensor;
    }
    Result<std::shared_ptr<const Model>> open(const std::filesystem::path& path, const LoadOptions& options)
    {
        warnings.clear();
        Job job;
        job.warn = [this](const std::string& text) { warnings.push_back(text); };
        return loadModel(path, options, job);
    }

    std::mt19937 m_random;
};

} // namespace headlight::test
