// LoRA adapters over their bases: equal to merged matrices, never merged, and rejected if they are something
// else.
#include "core/edit/recorded_edits.h"
#include "core/io/safetensors.h"
#include "core/model/adapter/adapter.h"
#include "core/nn/weights.h"
#include "tests/core/model/adapter_checks.h"
#include "tests/support/adapter_folder.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// An adapter for q_proj and v_proj of both layers of the small llama, used by most tests.
struct LlamaAdapter
{
    LlamaAdapter()
        : base("llama")
    {
        base.writeTensors();
        base.folder.write("config.json", base.config.dump());
        adapter.config["target_modules"] = {"q_proj", "v_proj"};
        adapter.addOver(base, [](const std::string& module) {
            return module.ends_with(".q_proj") || module.ends_with(".v_proj");
        });
        adapter.write();
    }
    void refusedWith(const Json& change, const std::vector<std::string>& parts)
    {
        const Json before = adapter.config;
        adapter.config.update(change);
        adapter.writeConfig();
        refused(adapter, base, parts);
        adapter.config = before;
    }
    ModelFolder base;
    AdapterFolder adapter;
};

} // namespace

TEST_CASE("adapters: adapter_model.bin, beside adapter_model.safetensors or in its place", "[model][adapter]")
{
    LlamaAdapter own;
    ModelFolder merged("llama");
    own.adapter.mergeInto(merged, [](const std::string&) { return 1.5; });
    const Trace expected = traceOf(merged.open().value());
    own.adapter.writeTorch();
    REQUIRE_FALSE(fs::exists(own.adapter.folder / "adapter_model.safetensors"));
    const auto opened = own.adapter.openOver(own.base.folder.path());
    if (!opened)
        FAIL(opened.error().describe());
    CHECK(own.adapter.warnings.empty());
    checkSame(traceOf(*opened), expected);
    // With both files, safetensors is read, whatever the other contains.
    own.adapter.write();
    own.adapter.folder.write("adapter_model.bin", "nonsense");
    checkSame(traceOf(own.adapter.openOver(own.base.folder.path()).value()), expected);
    fs::remove(own.adapter.folder / "adapter_model.safetensors");
    refused(own.adapter, own.base, {"adapter_model.bin", "neither an archive"});
    // Errors name that file.
    own.adapter.tensors.erase("base_model.model.model.layers.0.self_attn.q_proj.lora_B.weight");
    own.adapter.writeTorch();
    refused(own.adapter, own.base, {"adapter_model.bin", "layers.0.self_attn.q_proj.lora_B is missing"});
    fs::copy_file(fs::path(kTestData) / "checkpoints/legacy.bin", own.adapter.folder / "adapter_model.bin",
                  fs::copy_options::overwrite_existing);
    refused(own.adapter, own.base, {"adapter_model.bin", "torch.load('adapter_model.bin'"});
}

TEST_CASE("adapters: ranks by patterns", "[model][adapter]")
{
    LlamaAdapter own;
    own.adapter.add("model.layers.0.self_attn.q_proj", 32, 32, 2);
    own.adapter.config["rank_pattern"] = {{R"(^model\.layers\.0\..*q_proj)", 2}, {"q_proj", 4}};
    own.adapter.write();
    const auto opened = own.adapter.openOver(own.base.folder.path());
    if (!opened)
        FAIL(opened.error().describe());
    ModelFolder merged("llama");
    own.adapter.mergeInto(merged, [](const std::string& module) {
        return module == "model.layers.0.self_attn.q_proj" ? 3.0 : 1.5;
    });
    checkSame(traceOf(*opened), traceOf(merged.open().value()));
    const AdapterFacts& facts = *(*opened)->adapter();
    CHECK(facts.leastRank == 2);
    CHECK(facts.mostRank == 4);
    CHECK(facts.matrices == 4);
    CHECK(facts.modules == std::vector<std::string>{"q_proj", "v_proj"});
    CHECK(facts.parameters == 2 * (32 + 32) + 4 * (32 + 32) + 2 * 4 * (32 + 16));
}

TEST_CASE("adapters: modules are named by lists, expressions and layers", "[model][adapter]")
{
    LlamaAdapter own;
    const auto opens = [&](const Json& change) {
        Json config = own.adapter.config;
        config.update(change);
        own.adapter.folder.write("adapter_config.json", config.dump());
        const auto opened = own.adapter.openOver(own.base.folder.path());
        if (!opened)
            FAIL(opened.error().describe());
        CHECK(own.adapter.warnings.empty());
    };
    opens({{"target_modules", "all-linear"}});
    opens({{"target_modules", nullptr}});
    opens({{"target_modules", R"(.*\.self_attn\.(q|v)_proj)"}});
    opens({{"target_modules", R"(model\.layers\.\d+\.self_attn\.[qv]_proj)"}});
    opens({{"layers_to_transform", {0, 1}}});
    opens({{"layers_to_transform", {0, 1}}, {"layers_pattern", "layers"}});
    opens({{"layers_to_transform", {0, 1}}, {"layers_pattern", {"h", "layers"}}});
    opens({{"exclude_modules", {"k_proj"}}});
    own.refusedWith({{"target_modules", R"(self_attn\.q_proj)"}},
                    {"q_proj has weights", "adapter_config.json"});
    own.refusedWith({{"target_modules", {"q_proj"}}},
                    {"2 tensors", "model.layers.0.self_attn.v_proj has weights"});
    own.refusedWith({{"target_modules", {"_proj"}}}, {"4 tensors"});
    own.refusedWith({{"layers_to_transform", 0}}, {"2 tensors", "layers.1.self_attn.q_proj"});
    own.refusedWith({{"layers_to_transform", {0, 1}}, {"layers_pattern", "h"}}, {"4 tensors"});
    own.refusedWith({{"exclude_modules", {"v_proj"}}}, {"layers.1.self_attn.v_proj"});
    own.refusedWith({{"target_modules", "(q_proj"}}, {"target_modules"});
    const Json before = own.adapter.config;
    own.adapter.config["target_modules"] = "(q_proj"; // the error quotes it as it was written
    own.adapter.writeConfig();
    const std::string fault = own.adapter.openOver(own.base.folder.path()).error().describe();
    CHECK(fault.find("\\z") == std::string::npos);
    CHECK(fault.find("\\A") == std::string::npos);
    own.adapter.config = before;
    own.refusedWith({{"target_modules", 3}}, {"target_modules"});
    own.refusedWith({{"layers_to_transform", {"x"}}}, {"layers_to_transform", "number of a layer"});
    own.adapter.config["target_modules"].push_back("k_proj");
    own.adapter.writeConfig();
    REQUIRE(own.adapter.openOver(own.base.folder.path()).has_value());
    REQUIRE(own.adapter.warnings.size() == 1);
    CHECK(own.adapter.warnings.front().find("has no weights for these modules") != std::string::npos);
    CHECK(own.adapter.warnings.front().find("layers.1.self_attn.k_proj") != std::string::npos);
}

TEST_CASE("adapters: a refusal names each form that is not plain LoRA", "[model][adapter]")
{
    LlamaAdapter own;
    for (const char* const type :
         {"IA3", "PREFIX_TUNING", "PROMPT_TUNING", "P_TUNING", "ADALORA", "LOHA", "LOKR", "VERA", "OFT"})
        own.refusedWith({{"peft_type", type}}, {"peft_type", type});
    own.refusedWith({{"peft_type", nullptr}}, {"peft_type", "LORA"});
    own.refusedWith({{"use_dora", true}}, {"use_dora", "DoRA"});
    own.refusedWith({{"use_qalora", true}}, {"use_qalora"});
    own.refusedWith({{"use_something_new", true}}, {"use_something_new"});
    own.refusedWith({{"lora_bias", true}}, {"lora_bias"});
    own.refusedWith({{"bias", "lora_only"}}, {"bias", "lora_only"});
    own.refusedWith({{"bias", "all"}}, {"bias", "all"});
    own.refusedWith({{"modules_to_save", {"lm_head"}}}, {"modules_to_save", "lm_head"});
    own.refusedWith({{"layer_replication", {{0, 2}}}}, {"layer_replication"});
    own.refusedWith({{"trainable_token_indices", {3}}}, {"trainable_token_indices"});
    own.refusedWith({{"target_parameters", {"experts.down_proj"}}}, {"target_parameters"});
    own.refusedWith({{"init_lora_weights", "pissa_niter_4"}}, {"init_lora_weights", "pissa"});
    own.refusedWith({{"r", 0}}, {"r: ", "0"});
    own.refusedWith({{"r", "four"}}, {"r: "});
    own.refusedWith({{"lora_alpha", "x"}}, {"lora_alpha"});
    own.refusedWith({{"rank_pattern", {{"q_proj", 0}}}}, {"rank_pattern.q_proj"});
    own.refusedWith({{"rank_pattern", {{"q_proj", 8}}}}, {"lora_A", "expected [8, 32]", "rank 8"});
    own.adapter.config["colour"] = "red";
    own.adapter.writeConfig();
    REQUIRE(own.adapter.openOver(own.base.folder.path()).has_value());
    REQUIRE(own.adapter.warnings.size() == 1);
    CHECK(own.adapter.warnings.front().find("colour") != std::string::npos);
}

TEST_CASE("adapters: tensors that are missing, misshapen or of something else", "[model][adapter]")
{
    const std::string q = "base_model.model.model.layers.0.self_attn.q_proj";
    const auto refusedWith
        = [&](const std::function<void(AdapterFolder&)>& change, const std::vector<std::string>& parts) {
              LlamaAdapter own;
              change(own.adapter);
              own.adapter.write();
              refused(own.adapter, own.base, parts);
          };
    const auto values = [](std::size_t count) { return std::vector<float>(count); };
    refusedWith([&](AdapterFolder& a) { a.tensors.erase(q + ".lora_B.weight"); },
                {"1 tensor of the adapter", "layers.0.self_attn.q_proj.lora_B is missing"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors[q + ".lora_A.weight"] = {{4, 16}, values(64)};
        },
        {"lora_A.weight", "[4, 16]", "expected [4, 32]"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors[q + ".lora_B.weight"] = {{16, 4}, values(64)};
        },
        {"lora_B.weight", "[16, 4]", "expected [32, 4]"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors[q + ".lora_B.weight"] = {{128}, values(128)};
        },
        {"lora_B.weight", "[128]", "expected a matrix"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors[q + ".lora_magnitude_vector"] = {{32}, values(32)};
        },
        {"DoRA"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors["base_model.model.model.embed_tokens.lora_embedding_A"] = {{4, 96}, values(384)};
        },
        {"embed_tokens", "embedding"});
    refusedWith(
        [&](AdapterFolder& a) {
            a.tensors["base_model.model.lm_head.weight"] = {{96, 32}, values(3072)};
        },
        {"lm_head.weight", "lora_A or lora_B"});
    refusedWith([&](AdapterFolder& a) { a.add("model.layers.7.self_attn.q_proj", 32, 32); },
                {"1 of 5 modules that the model does not have", "model.layers.7.self_attn.q_proj"});
    refusedWith([&](AdapterFolder& a) { a.tensors.clear(); }, {"no lora_A"});

    LlamaAdapter own;
    fs::remove(own.adapter.folder / "adapter_model.safetensors");
    refused(own.adapter, own.base, {"adapter_model.safetensors or adapter_model.bin"});
    own.adapter.folder.write("adapter_model.safetensors", "nonsense");
    refused(own.adapter, own.base, {"adapter_model.safetensors"});
    own.adapter.folder.write("adapter_config.json", "[]");
    refused(own.adapter, own.base, {"adapter_config.json", "an object"});
    fs::remove(own.adapter.folder / "adapter_config.json");
    refused(own.adapter, own.base, {"adapter_config.json"});
}

TEST_CASE("adapters: heads for other tasks and modules that nothing reads are left out", "[model][adapter]")
{
    ModelFolder base("bert");
    base.tensors["bert.pooler.dense.weight"] = {{32, 32}, std::vector<float>(1024)};
    AdapterFolder adapter;
    adapter.config["target_modules"] = {"query", "dense"};
    adapter.config["modules_to_save"] = {"classifier", "score"};
    adapter.addOver(base, [](const std::string& module) {
        return module.ends_with(".query") || module.ends_with(".dense");
    });
    adapter.tensors["base_model.model.classifier.weight"] = {{2, 32}, std::vector<float>(64)};
    adapter.write();
    base.writeTensors();
    base.folder.write("config.json", base.config.dump());
    const auto opened = adapter.openOver(base.folder.path());
    if (!opened)
        FAIL(opened.error().describe());
    REQUIRE(adapter.warnings.size() == 2);
    CHECK(adapter.warnings[0].find("modules_to_save") != std::string::npos);
    CHECK(adapter.warnings[1].find("bert.pooler.dense") != std::string::npos);
}

TEST_CASE("adapters: names without the base's prefix, half precision and an older file", "[model][adapter]")
{
    LlamaAdapter own;
    ModelFolder merged("llama");
    own.adapter.mergeInto(merged, [](const std::string&) { return 1.5; });
    const Trace expected = traceOf(merged.open().value());
    // Made for the model without its language-model head: no "model." before the layers.
    std::map<std::string, ModelFolder::Tensor> shorter;
    for (const auto& [name, tensor] : own.adapter.tensors)
        shorter["base_model." + name.substr(std::string("base_model.model.").size())] = tensor;
    own.adapter.tensors = shorter;
    own.adapter.write();
    checkSame(traceOf(own.adapter.openOver(own.base.folder.path()).value()), expected);

    // Half precision: the numbers of both adapter and base stay as stored.
    own.adapter.write(DType::kBF16);
    own.base.writeTensors(DType::kF16);
    LoadOptions half;
    half.adapter = own.adapter.folder.path();
    half.precision = HeldPrecision::kHalf;
    LoadOptions full = half;
    full.precision = HeldPrecision::kFull;
    const auto kept = loadModel(own.base.folder.path(), half, {});
    REQUIRE(kept.has_value());
    CHECK((*kept)->halfPrecision());
    checkSame(traceOf(*kept), traceOf(loadModel(own.base.folder.path(), full, {}).value()));
}

TEST_CASE("adapters: the base is the one that the adapter names", "[model][adapter]")
{
    LlamaAdapter own;
    const auto nowhere = own.adapter.openAlone();
    REQUIRE_FALSE(nowhere.has_value());
    CHECK(nowhere.error().code == ErrorCode::kFileNotFound);
    CHECK(nowhere.error().field == "base_model_name_or_path");
    CHECK(nowhere.error().describe().find("\"not-there\"") != std::string::npos);
    CHECK(nowhere.error().describe().find("--model") != std::string::npos);
    own.adapter.config["base_model_name_or_path"] = own.base.folder.path().string();
    own.adapter.write();
    const auto found = own.adapter.openAlone();
    if (!found)
        FAIL(found.error().describe());
    CHECK((*found)->folder() == own.base.folder.path());
    CHECK((*found)->adapter()->folder == own.adapter.folder.path());
    checkSame(traceOf(*found), traceOf(own.adapter.openOver(own.base.folder.path()).value()));
    // A config.json left next to the adapter by a trainer does not make it a model.
    own.adapter.folder.write("config.json", own.base.config.dump());
    CHECK(own.adapter.openAlone().has_value());
    CHECK(isAdapterFolder(own.adapter.folder.path()));
    CHECK_FALSE(isAdapterFolder(own.base.folder.path()));
    // The base must not be an adapter itself.
    CHECK(own.adapter.openOver(own.adapter.folder.path()).has_value() == false);
    own.adapter.config["base_model_name_or_path"] = nullptr;
    own.adapter.writeConfig();
    CHECK(own.adapter.openAlone().error().describe().find("names no base model") != std::string::npos);
}

TEST_CASE("adapters: switched off in traces, in generated text, and refused without an adapter",
          "[model][adapter]")
{
    LlamaAdapter own;
    const auto plain = loadModel(own.base.folder.path(), {}, {}).value();
    const auto adapted = own.adapter.openOver(own.base.folder.path()).value();
    const Interventions off{{}, {AdapterOff{}}};
    const auto generated
        = [](const std::shared_ptr<const Model>& model, const Interventions& edits, Strategy strategy) {
              DecodeRequest request;
              request.model = model;
              request.interventions = edits;
              request.options.strategy = strategy;
              request.options.maxNewTokens = 12;
              request.lanes.push_back(prepareIds(*model, kAdapterIds, {}).value());
              auto all = decode(request, {}, {});
              REQUIRE(all.has_value());
              return all->front().logProbabilities;
          };
    for (const Strategy strategy : {Strategy::kGreedy, Strategy::kBeam}) {
        CHECK(generated(adapted, off, strategy) == generated(plain, {}, strategy));
        CHECK(generated(adapted, {}, strategy) != generated(plain, {}, strategy));
        CHECK(generated(adapted, {{}, {AdapterOff{false}}}, strategy) == generated(adapted, {}, strategy));
    }
    RunRequest request;
    request.model = plain;
    request.interventions = off;
    request.lanes.push_back(prepareIds(*plain, kAdapterIds, {}).value());
    const auto ran = execute(request, {});
    REQUIRE_FALSE(ran.has_value());
    CHECK(ran.error().describe().find("has no adapter") != std::string::npos);

    CHECK(toJson(off) == R"([{"type":"adapter_off"}])");
    CHECK(interventionsFromJson(toJson(off), "edits").value() == off);
    CHECK(modelOf(adapted, traceOf(adapted, off).info()) == adapted->withoutAdapter());
    CHECK(modelOf(adapted, traceOf(adapted).info()) == adapted);
    CHECK(modelUnder(plain, off) == plain);
}

TEST_CASE("adapters: over GGUF files, whose rows may stand in another order", "[model][adapter]")
{
    const fs::path folder = fs::path(kSharedData) / "gguf" / "models";
    if (!fs::exists(folder)) {
        WARN("skipped: " << folder << " is not there");
        return;
    }
    for (const std::string name : {"llama-q8_0", "llama-f32", "llama-f16"}) {
        INFO(name);
        const auto plain = loadModel(folder / (name + ".gguf"), {}, {});
        REQUIRE(plain.has_value());
        const auto& layers = (*plain)->weights().decoder->layers;
        AdapterFolder adapter;
        adapter.config["target_modules"] = {"q_proj", "down_proj"};
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::string layer = "model.layers." + std::to_string(i);
            adapter.add(layer + ".self_attn.q_proj", layers[i].self.query.weight.rows(),
                        layers[i].self.query.weight.columns());
            adapter.add(layer + ".mlp.down_proj", layers[i].feedForward.down.weight.rows(),
                        layers[i].feedForward.down.weight.columns());
        }
        adapter.write();
        const auto adapted = adapter.openOver(folder / (name + ".gguf"));
        if (!adapted)
            FAIL(adapted.error().describe());
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::string module
                = "base_model.model.model.layers." + std::to_string(i) + ".self_attn.q_proj";
            const auto& down = adapter.tensors.at(module + ".lora_A.weight");
            const auto& up = adapter.tensors.at(module + ".lora_B.weight");
            const Matrix a = Eigen::Map<const Matrix>(down.values.data(), down.shape[0], down.shape[1]);
            const Matrix b = Eigen::Map<const Matrix>(up.values.data(), up.shape[0], up.shape[1]);
            const WeightMatrix& query = (*adapted)->weights().decoder->layers[i].self.query.weight;
            CHECK(mismatch(query.toMatrix(), layers[i].self.query.weight.toMatrix() + 1.5F * b * a, 1e-5)
                  == "");
        }
        const Trace off = traceOf(*adapted, {{}, {AdapterOff{}}});
        CHECK(off.logits(5) == traceOf(*plain).logits(5));
        CHECK(isDifferent(traceOf(*adapted), off));
    }
}

} // namespace headlight::test
