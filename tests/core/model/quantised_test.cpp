// Checkpoints of other quantisers are rejected by name, whatever else is wrong with them.
#include "core/model/memory_estimate.h"
#include "core/model/model_library.h"
#include "core/model/quantisation.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::test {

namespace {

using Json = nlohmann::json;

/// The error must contain all of these, and say what to open instead.
void checkRefused(const Result<std::shared_ptr<const Model>>& opened, const std::vector<std::string>& parts)
{
    REQUIRE_FALSE(opened.has_value());
    const std::string text = opened.error().describe();
    INFO(text);
    CHECK(opened.error().code == ErrorCode::kUnsupported);
    for (const std::string& part : parts)
        CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("the unquantised model, or a GGUF file") != std::string::npos);
}

/// A safetensors file with one tensor of a dtype that none of our writers uses.
std::string fileOf(const std::string& name, const std::string& dtype, std::int64_t bytes)
{
    const std::string header
        = Json{{name, {{"dtype", dtype}, {"shape", {bytes}}, {"data_offsets", {0, bytes}}}}}.dump();
    std::string file(8, '\0');
    for (std::size_t i = 0; i < 8; ++i)
        file[i] = static_cast<char>(header.size() >> (8 * i) & 0xFFU);
    return file + header + std::string(static_cast<std::size_t>(bytes), '\0');
}

/// A llama folder as a model of this type; both store their layers under the same names.
ModelFolder& typed(ModelFolder& folder, const char* type)
{
    folder.config["model_type"] = type;
    if (std::string_view(type) == "qwen2")
        folder.config["architectures"] = {"Qwen2ForCausalLM"};
    return folder;
}

constexpr std::array kTypes{"llama", "qwen2"};

} // namespace

TEST_CASE("quantised checkpoints: config.json names the quantiser", "[model][quantised]")
{
    ModelFolder folder("llama");
    folder.writeTensors();
    const auto refused = [&](const Json& settings, const std::vector<std::string>& parts) {
        Json config;
        for (const char* const type : kTypes) {
            INFO(type);
            config = typed(folder, type).config;
            config["quantization_config"] = settings;
            checkRefused(folder.openWith(config.dump()), parts);
        }
        // Reported before any other error: of the family, of other fields, of the weights.
        config["model_type"] = "perceptron";
        config["num_attention_heads"] = "many";
        checkRefused(folder.openWith(config.dump()), parts);
        Json nested{{"model_type", "perceptron"}, {"text_config", {{"quantization_config", settings}}}};
        checkRefused(folder.openWith(nested.dump()), parts);
    };
    refused({{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 128}}, {"gptq (4 bits)"});
    refused({{"quant_method", "awq"}, {"bits", 4}, {"version", "gemm"}}, {"awq (4 bits)"});
    refused({{"w_bit", 4}, {"zero_point", true}}, {"awq (4 bits)"});
    refused({{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}}, {"bitsandbytes (8 bits)"});
    refused({{"_load_in_4bit", true}, {"bnb_4bit_quant_type", "nf4"}}, {"bitsandbytes (4 bits)"});
    for (const char* const method : {"fp8", "fbgemm_fp8", "compressed-tensors", "hqq", "eetq", "aqlm",
                                     "quanto", "torchao", "mxfp4", "vptq", "bitnet"})
        refused({{"quant_method", method}}, {"quantization_config", method});
    refused({{"config_groups", Json::object()}}, {"compressed-tensors"});
    refused(Json::object(), {"method not named"});
}

TEST_CASE("quantised checkpoints: tensors alone name the quantiser", "[model][quantised]")
{
    const auto refused = [](const std::map<std::string, std::vector<std::int64_t>>& stored,
                            const std::vector<std::string>& parts) {
        for (const char* const type : kTypes) {
            INFO(type);
            ModelFolder folder("llama");
            typed(folder, type);
            for (const auto& [name, shape] : stored) {
                std::int64_t count = 1;
                for (const std::int64_t extent : shape)
                    count *= extent;
                folder.tensors[name] = {shape, std::vector<float>(static_cast<std::size_t>(count))};
            }
            folder.tensors.erase("model.layers.0.self_attn.q_proj.weight");
            checkRefused(folder.open(), parts);
            Json faulty = folder.config;
            faulty["num_attention_heads"] = "many";
            checkRefused(folder.openWith(faulty.dump()), parts);
            faulty["model_type"] = "perceptron";
            checkRefused(folder.openWith(faulty.dump()), parts);
            CHECK_FALSE(estimateMemory(folder.folder.path(), HeldPrecision::kWhatFits, {}));
        }
    };
    const std::string q = "model.layers.0.self_attn.q_proj";
    refused(
        {{q + ".qweight", {8, 64}}, {q + ".qzeros", {1, 8}}, {q + ".scales", {1, 64}}, {q + ".g_idx", {64}}},
        {"gptq", q});
    refused({{q + ".qweight", {8, 64}}, {q + ".qzeros", {1, 8}}, {q + ".scales", {1, 64}}}, {"gptq"});
    refused({{q + ".qweight", {64, 8}}, {q + ".qzeros", {1, 8}}, {q + ".scales", {1, 64}}}, {"awq"});
    refused({{q + ".qweight", {64, 8}}}, {"gptq or awq"});
    refused({{q + ".weight", {64, 64}}, {q + ".SCB", {64}}, {q + ".weight_format", {}}},
            {"bitsandbytes (8 bits)"});
    refused({{q + ".weight", {2048, 1}},
             {q + ".weight.absmax", {64}},
             {q + ".weight.quant_map", {16}},
             {q + ".weight.quant_state.bitsandbytes__nf4", {80}}},
            {"bitsandbytes (4 bits)"});
    refused({{q + ".weight_packed", {64, 8}}, {q + ".weight_scale", {64, 1}}}, {"compressed-tensors"});
    refused({{q + ".weight_scale_inv", {1, 1}}}, {"fp8"});
    refused({{q + ".W_q", {64, 8}}}, {"hqq"});
}

TEST_CASE("quantised checkpoints: dtypes and files beside the weights tell, too", "[model][quantised]")
{
    ModelFolder folder("llama");
    const auto open = [&] { return folder.openWith(folder.config.dump()); };
    folder.folder.write("model.safetensors", fileOf("model.layers.0.self_attn.q_proj.weight", "F8_E4M3", 64));
    checkRefused(open(), {"fp8", "q_proj.weight"});
    std::filesystem::remove(folder.folder / "model.safetensors");
    folder.folder.write("gptq_model-4bit-128g.safetensors", "");
    folder.folder.write("quantize_config.json", R"({"bits": 4, "group_size": 128, "desc_act": false})");
    checkRefused(open(), {"gptq (4 bits)", "quantize_config.json"});
    std::filesystem::remove(folder.folder / "quantize_config.json");
    folder.folder.write("quant_config.json", R"({"zero_point": true, "w_bit": 4})");
    checkRefused(open(), {"awq (4 bits)"});
}

TEST_CASE("quantised checkpoints: the list of models says why they cannot be opened", "[model][quantised]")
{
    const TemporaryFolder place;
    place.write("packed/config.json",
                R"({"model_type": "qwen2", "quantization_config": {"quant_method": "gptq", "bits": 4}})");
    place.write("own/config.json",
                R"({"model_type": "gpt_oss", "quantization_config": {"quant_method": "mxfp4"}})");
    for (const FoundModel& found : findModels({{place.path()}, {}}, {})) {
        if (found.name == "packed")
            CHECK(found.obstacle == "its weights are quantised by gptq (4 bits)");
        if (found.name == "own")
            CHECK(found.obstacle == "it has no weights");
    }
    CHECK(quantiserInWords(Json{{"quantization_config", {{"quant_method", "mxfp4"}}}}, "mxfp4")
          == std::nullopt);
    CHECK(quantiserInWords(Json{{"quantization_config", nullptr}}, "") == std::nullopt);
}

} // namespace headlight::test
