#include "core/io/checkpoint.h"
#include "core/io/gguf.h"
#include "core/io/json_file.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "core/io/torch_file.h"
#include "core/model/adapter/adapter_config.h"
#include "core/model/config_reader.h"
#include "core/model/families/family.h"
#include "core/model/generation_settings.h"
#include "core/model/gguf/gguf_config.h"
#include "core/nn/arch_spec.h"
#include "core/parity/probe.h"
#include "core/text/gguf/gguf_tokenizer.h"
#include "tests/fuzz/fuzz_target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace headlight::fuzz {

namespace {

/// Reads a few numbers of every tensor, to check that all bytes can be reached.
template <typename Tensors>
void readAll(const Tensors& tensors)
{
    std::array<float, 16> some{};
    for (const auto& [name, tensor] : tensors) {
        const auto count = static_cast<std::size_t>(std::min<std::int64_t>(tensor.elementCount(), 16));
        convertToFloat(tensor, 0, std::span(some).first(count));
        if (count > 0)
            convertToFloat(tensor, tensor.elementCount() - 1, std::span(some).first(1));
    }
}

void safetensors(std::string_view bytes)
{
    if (const auto file = SafetensorsFile::open(put("model.safetensors", bytes)))
        readAll(file->tensors());
}

/// Only the header; adds its length in front and 64 KiB of data after it, so that the fuzzer need not find
/// either.
void safetensorsHeader(std::string_view header)
{
    std::string bytes(sizeof(std::uint64_t), '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, sizeof length);
    bytes += header;
    bytes.append(std::size_t{1} << 16U, '\1');
    safetensors(bytes);
}

void index(std::string_view bytes)
{
    static const bool kShard = [] {
        const std::array<float, 4> numbers{1, 2, 3, 4};
        const std::array<TensorToWrite, 2> tensors{floatTensor("a", {2, 2}, numbers),
                                                   floatTensor("b", {4}, numbers)};
        return writeSafetensors(folder() / "shard-1.safetensors", tensors).has_value();
    }();
    if (!kShard)
        return;
    std::filesystem::remove(folder() / "model.safetensors");
    put("model.safetensors.index.json", bytes);
    if (const auto checkpoint = Checkpoint::open(folder() / "model.safetensors.index.json", {}))
        readAll((*checkpoint)->tensors());
}

void gguf(std::string_view bytes)
{
    const std::filesystem::path path = put("model.gguf", bytes);
    const auto file = GgufFile::open(path);
    if (!file)
        return;
    readAll(file->tensors());
    static_cast<void>(readGgufConfig(*file));
    if (const auto read = loadGgufTokenizers(path); read && read->source)
        static_cast<void>(read->source->encode("Hello w\xc3\xb6rld 12", std::nullopt, {}));
}

void adapter(std::string_view bytes)
{
    put("adapter_config.json", bytes);
    const auto config = readAdapterConfig(folder());
    if (!config)
        return;
    for (const char* const module :
         {"model.layers.3.self_attn.q_proj", "encoder.layer.0.output.dense", "lm_head"})
        if (config->changes(module))
            static_cast<void>(config->scaleOf(module));
}

void probe(std::string_view bytes)
{
    if (const auto read = readProbe(put(kProbeFile, bytes)))
        for (const TensorView& tensor : read->tensors)
            if (tensor.elementCount() > 0) {
                float one = 0;
                convertToFloat(tensor, tensor.elementCount() - 1, std::span(&one, 1));
            }
}

void torch(std::string_view bytes)
{
    if (const auto tensors = readTorchFile(put("model.bin", bytes)))
        readAll(*tensors);
}

/// config.json of every family: the bytes name the family, or the first one that fits is tried.
void config(std::string_view bytes)
{
    const auto json = parseJson(bytes, "config.json");
    if (!json)
        return;
    const Family* const family = findFamily(textMember(*json, "model_type").value_or(""));
    if (family == nullptr)
        return;
    ConfigReader reader(*json, "config.json");
    const ArchSpec spec = family->describe(reader);
    if (!reader.faults().empty())
        static_cast<void>(reader.error().describe());
    static_cast<void>(reader.unread());
}

/// Valid fields of all kinds combined, for any family, whose name may follow from the architecture. The bytes
/// are the seed.
void families(std::string_view bytes)
{
    std::uint64_t seed = 0;
    std::memcpy(&seed, bytes.data(), std::min(bytes.size(), sizeof seed));
    std::mt19937_64 random(seed);
    const auto any = [&](int below) { return std::uniform_int_distribution(0, below - 1)(random); };
    const std::vector<std::string> names = knownFamilies();
    const std::string name = names[static_cast<std::size_t>(any(static_cast<int>(names.size())))];
    const int heads = 1 << any(4);
    nlohmann::json config = {{"hidden_size", 8 * heads},
                             {"num_attention_heads", heads},
                             {"num_key_value_heads", heads >> any(2)},
                             {"num_hidden_layers", 1 + any(4)},
                             {"intermediate_size", 16},
                             {"vocab_size", 50 + any(50)},
                             {"max_position_embeddings", 64}};
    if (any(2) == 0)
        config["model_type"] = name;
    else
        config["architectures"] = {name + "ForCausalLM"};
    const std::vector<const char*> types{"default", "linear", "dynamic", "llama3", "yarn", "longrope"};
    if (any(2) == 0)
        config["rope_scaling"] = {{"rope_type", types[static_cast<std::size_t>(any(6))]},
                                  {"factor", 1.0 + any(8)},
                                  {"original_max_position_embeddings", 16 << any(3)}};
    for (const char* const field : {"sliding_window", "attn_logit_softcapping", "final_logit_softcapping"})
        if (any(2) == 0)
            config[field] = any(2) == 0 ? nlohmann::json() : nlohmann::json(1 + any(60));
    const Family* const family = findFamily(modelTypeOf(config).value_or(""));
    if (family == nullptr)
        return; // the words of some architectures are not those of the type
    ConfigReader reader(config, "config.json");
    const ArchSpec spec = family->describe(reader);
    if (!reader.faults().empty())
        static_cast<void>(reader.error().describe());
    static_cast<void>(reader.unread());
}

void generationConfig(std::string_view bytes)
{
    static const nlohmann::json kConfig
        = {{"model_type", "gpt2"}, {"vocab_size", 100}, {"n_embd", 8}, {"n_head", 2}, {"n_layer", 1}};
    put("generation_config.json", bytes);
    ConfigReader reader(kConfig, "config.json");
    const ArchSpec spec = findFamily("gpt2")->describe(reader);
    static_cast<void>(readGenerationSettings(folder(), reader, spec, {}, {}));
}

} // namespace

std::span<const Target> weightTargets()
{
    static constexpr std::array<Target, 10> kTargets{{{"safetensors", safetensors},
                                                      {"header", safetensorsHeader},
                                                      {"index", index},
                                                      {"torch", torch},
                                                      {"gguf", gguf},
                                                      {"adapter", adapter},
                                                      {"probe", probe},
                                                      {"config", config},
                                                      {"families", families},
                                                      {"generation", generationConfig}}};
    return kTargets;
}

} // namespace headlight::fuzz
