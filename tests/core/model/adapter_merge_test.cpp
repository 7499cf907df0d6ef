// Adapters equal the merged matrices, in every kind of base.
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

struct MergeCase
{
    std::string model;
    std::vector<std::string> targets;
    bool transposed = false;
    void (*fill)(ModelFolder& folder) = nullptr; ///< null = a model of tests/data
};

std::unique_ptr<ModelFolder> baseOf(const MergeCase& one)
{
    if (one.fill == nullptr)
        return std::make_unique<ModelFolder>(one.model);
    auto folder = std::make_unique<ModelFolder>();
    one.fill(*folder);
    return folder;
}

using Shapes = std::map<std::string, std::vector<std::int64_t>>;

/// Random numbers; those of norms are close to 1.
void fillWith(ModelFolder& folder, const Shapes& shapes)
{
    std::mt19937 random(11);
    std::normal_distribution<float> normal(0.0F, 0.25F);
    for (const auto& [name, shape] : shapes) {
        ModelFolder::Tensor& tensor = folder.tensors[name];
        tensor.shape = shape;
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        for (std::int64_t i = 0; i < count; ++i)
            tensor.values.push_back(normal(random) + (name.find("norm") != std::string::npos ? 1.0F : 0.0F));
    }
}

/// The common part of mixtral, qwen3_moe and phi3: width 32, 4 heads of 8, 2 key/value heads.
Json likeLlama(const std::string& type)
{
    return {{"model_type", type},
            {"hidden_size", 32},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"num_hidden_layers", 2},
            {"vocab_size", 64},
            {"head_dim", 8},
            {"intermediate_size", 40},
            {"max_position_embeddings", 64},
            {"rms_norm_eps", 1e-5},
            {"tie_word_embeddings", false}};
}

Shapes llamaShapes(bool fused)
{
    Shapes shapes{
        {"model.embed_tokens.weight", {64, 32}}, {"model.norm.weight", {32}}, {"lm_head.weight", {64, 32}}};
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        shapes[layer + "input_layernorm.weight"] = shapes[layer + "post_attention_layernorm.weight"] = {32};
        shapes[layer + "self_attn.o_proj.weight"] = {32, 32};
        if (fused) {
            shapes[layer + "self_attn.qkv_proj.weight"] = {64, 32};
            shapes[layer + "mlp.gate_up_proj.weight"] = {80, 32};
            shapes[layer + "mlp.down_proj.weight"] = {32, 40};
            continue;
        }
        shapes[layer + "self_attn.q_proj.weight"] = {32, 32};
        shapes[layer + "self_attn.k_proj.weight"] = shapes[layer + "self_attn.v_proj.weight"] = {16, 32};
    }
    return shapes;
}

void fillPhi3(ModelFolder& folder)
{
    folder.config = likeLlama("phi3");
    folder.config.erase("head_dim");
    folder.config.update({{"pad_token_id", 0}, {"bos_token_id", 1}, {"eos_token_id", 2}});
    fillWith(folder, llamaShapes(true));
}

/// The matrices of four experts; "model.layers.0.mlp.experts.2.down_proj.weight" reads the hidden units.
void addExperts(Shapes& shapes, const std::string& experts, const std::vector<std::string>& matrices,
                std::int64_t hidden)
{
    for (int expert = 0; expert < 4; ++expert)
        for (const std::string& matrix : matrices) {
            std::string name = experts;
            name += std::to_string(expert);
            name += '.';
            name += matrix;
            name += ".weight";
            const bool down = matrix == "w2" || matrix == "down_proj";
            shapes[name]
                = down ? std::vector<std::int64_t>{32, hidden} : std::vector<std::int64_t>{hidden, 32};
        }
}

void fillMixtral(ModelFolder& folder)
{
    folder.config = likeLlama("mixtral");
    folder.config.update({{"num_local_experts", 4}, {"num_experts_per_tok", 2}});
    Shapes shapes = llamaShapes(false);
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        shapes[layer + "block_sparse_moe.gate.weight"] = {4, 32};
        addExperts(shapes, layer + "block_sparse_moe.experts.", {"w1", "w2", "w3"}, 40);
    }
    fillWith(folder, shapes);
}

void fillQwen3Moe(ModelFolder& folder)
{
    folder.config = likeLlama("qwen3_moe");
    folder.config.update({{"num_experts", 4},
                          {"num_experts_per_tok", 2},
                          {"moe_intermediate_size", 24},
                          {"norm_topk_prob", true},
                          {"decoder_sparse_step", 1},
                          {"mlp_only_layers", Json::array()}});
    Shapes shapes = llamaShapes(false);
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        shapes[layer + "self_attn.q_norm.weight"] = shapes[layer + "self_attn.k_norm.weight"] = {8};
        shapes[layer + "mlp.gate.weight"] = {4, 32};
        addExperts(shapes, layer + "mlp.experts.", {"gate_proj", "up_proj", "down_proj"}, 24);
    }
    fillWith(folder, shapes);
}

/// Has a separate language-model head.
void fillGptNeoX(ModelFolder& folder)
{
    folder.config = {{"model_type", "gpt_neox"},    {"hidden_size", 32},    {"num_attention_heads", 2},
                     {"num_hidden_layers", 2},      {"vocab_size", 64},     {"intermediate_size", 48},
                     {"rotary_pct", 0.25},          {"hidden_act", "gelu"}, {"max_position_embeddings", 64},
                     {"tie_word_embeddings", false}};
    Shapes shapes{{"gpt_neox.embed_in.weight", {64, 32}}, {"embed_out.weight", {64, 32}}};
    const auto linear = [&](const std::string& name, std::int64_t out, std::int64_t in) {
        shapes[name + ".weight"] = {out, in};
        shapes[name + ".bias"] = {out};
    };
    for (const char* const part : {"weight", "bias"})
        shapes[std::string("gpt_neox.final_layer_norm.") + part] = {32};
    for (const std::string layer : {"gpt_neox.layers.0.", "gpt_neox.layers.1."}) {
        for (const std::string norm : {"input_layernorm.", "post_attention_layernorm."})
            shapes[layer + norm + "weight"] = shapes[layer + norm + "bias"] = {32};
        linear(layer + "attention.query_key_value", 96, 32);
        linear(layer + "attention.dense", 32, 32);
        linear(layer + "mlp.dense_h_to_4h", 48, 32);
        linear(layer + "mlp.dense_4h_to_h", 32, 48);
    }
    fillWith(folder, shapes);
}

/// Checks that the adapter over the base equals the base with merged matrices, and, switched off, the base
/// itself.
void checkCase(const MergeCase& one, const std::function<void(Json&)>& change,
               const std::function<double(const std::string&)>& scale)
{
    INFO(one.model);
    const auto folder = baseOf(one);
    ModelFolder& base = *folder;
    AdapterFolder adapter;
    adapter.config["target_modules"] = one.targets;
    adapter.addOver(
        base,
        [&](const std::string& module) {
            return std::any_of(one.targets.begin(), one.targets.end(),
                               [&](const std::string& end) { return endsWithPart(module, end); });
        },
        one.transposed);
    REQUIRE_FALSE(adapter.tensors.empty());
    change(adapter.config);
    adapter.write();
    const auto plain = base.open();
    REQUIRE(plain.has_value());
    const auto adapted = openedOver(adapter, base);
    const Trace with = traceOf(adapted);
    CHECK(isDifferent(with, traceOf(*plain)));
    CHECK(with.info().adapter == adapter.folder.path().filename().string());
    const Trace off = traceOf(adapted, {{}, {AdapterOff{}}});
    for (const Index row : off.logitRows()) // exactly the same numbers
        CHECK(off.logits(row) == traceOf(*plain).logits(row));
    CHECK(off.info().edits == std::vector<std::string>{"adapter off"});

    const auto merged = baseOf(one);
    adapter.mergeInto(*merged, scale, one.transposed);
    const auto whole = merged->open();
    REQUIRE(whole.has_value());
    checkSame(with, traceOf(*whole));
    // Nothing was merged: the base's numbers are used in place.
    CHECK(adapted->memoryBytes() > (*plain)->memoryBytes());
    CHECK(adapted->parameters() == (*plain)->parameters());
}

} // namespace

TEST_CASE("adapters: equal to the merged matrices, and to the base once switched off", "[model][adapter]")
{
    const auto same = [](Json&) {};
    const auto scale = [](const std::string&) { return 6.0 / 4.0; };
    checkCase(
        {"gpt2", {"c_attn", "mlp.c_proj"}, true}, [](Json& config) { config["fan_in_fan_out"] = true; },
        scale);
    checkCase({"gpt2", {"attn.c_proj", "c_fc"}, true}, same, scale);
    checkCase({"llama", {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"}}, same,
              scale);
    checkCase({"llama", {"q_proj", "lm_head"}}, same, scale);
    checkCase({"bert", {"query", "value", "dense"}}, same, scale);
    checkCase({"t5", {"q", "v", "wi", "wo"}}, same, scale);
    checkCase({"bart", {"q_proj", "v_proj", "fc1"}}, same, scale);
    checkCase({"gemma2", {"k_proj", "down_proj"}}, same, scale);
}

TEST_CASE("adapters: scales by rank, by its root and by patterns", "[model][adapter]")
{
    const auto root = [](Json& config) { config["use_rslora"] = true; };
    checkCase({"llama", {"q_proj", "v_proj"}}, root, [](const std::string&) { return 6.0 / 2.0; });
    const auto patterns = [](Json& config) {
        config["alpha_pattern"] = {{"v_proj", 2.5}, {R"(model\.layers\.1\.self_attn\.q_proj)", 1}};
    };
    checkCase({"llama", {"q_proj", "v_proj"}}, patterns, [](const std::string& module) {
        return module.ends_with("v_proj")                  ? 2.5 / 4
            : module.find("layers.1") != std::string::npos ? 0.25
                                                           : 1.5;
    });
}

TEST_CASE("adapters: over experts and over projections that are stored as one", "[model][adapter]")
{
    const auto same = [](Json&) {};
    const auto scale = [](const std::string&) { return 6.0 / 4.0; };
    checkCase({"phi3", {"qkv_proj", "o_proj", "gate_up_proj", "down_proj"}, false, fillPhi3}, same, scale);
    checkCase({"phi3", {"gate_up_proj"}, false, fillPhi3}, same, scale);
    checkCase({"mixtral", {"q_proj", "w1", "w2", "w3"}, false, fillMixtral}, same, scale);
    checkCase({"mixtral", {"gate"}, false, fillMixtral}, same, scale); // the router
    checkCase({"qwen3_moe", {"v_proj", "gate_proj", "up_proj", "down_proj"}, false, fillQwen3Moe}, same,
              scale);
    checkCase({"qwen3_moe", {"gate"}, false, fillQwen3Moe}, same, scale);
    checkCase({"gpt_neox", {"query_key_value", "dense", "dense_h_to_4h"}, false, fillGptNeoX}, same, scale);
    checkCase({"gpt_neox", {"embed_out", "dense_4h_to_h"}, false, fillGptNeoX}, same, scale);
}

TEST_CASE("adapters: over parts of what is stored as one are refused by name", "[model][adapter]")
{
    // Like an adapter for a checkpoint that stores the parts separately.
    for (const auto& [fill, module, out] : {std::tuple{&fillPhi3, "model.layers.0.self_attn.q_proj", 32},
                                            {&fillPhi3, "model.layers.1.mlp.up_proj", 40},
                                            {&fillGptNeoX, "gpt_neox.layers.0.attention.query", 32},
                                            {&fillMixtral, "model.layers.0.mlp.gate_proj", 40},
                                            {&fillQwen3Moe, "model.layers.1.mlp.experts.7.up_proj", 24}}) {
        INFO(module);
        ModelFolder base;
        fill(base);
        base.writeTensors();
        base.folder.write("config.json", base.config.dump());
        AdapterFolder adapter;
        adapter.config["target_modules"] = "all-linear";
        adapter.add(module, out, 32);
        adapter.write();
        refused(adapter, base, {"1 of 1 modules that the model does not have", module});
    }
    // Experts with each matrix stored as one parameter.
    ModelFolder base;
    fillMixtral(base);
    base.writeTensors();
    base.folder.write("config.json", base.config.dump());
    AdapterFolder adapter;
    adapter.config["target_parameters"] = {"mlp.experts.gate_up_proj"};
    adapter.write();
    refused(adapter, base,
            {"target_parameters", "LoRA of parameters outside linear layers is not supported"});
}

TEST_CASE("adapters: over a head that shares its numbers with the embedding", "[model][adapter]")
{
    const auto check
        = [](const std::string& head, const std::string& embedding, void (*fill)(ModelFolder & folder)) {
              INFO(head);
              ModelFolder base;
              fill(base);
              base.config["tie_word_embeddings"] = true;
              base.tensors.erase(head + ".weight");
              AdapterFolder adapter;
              adapter.config["target_modules"] = {head};
              adapter.add(head, 64, 32);
              adapter.write();
              const auto plain = base.open();
              REQUIRE(plain.has_value());
              const auto adapted = openedOver(adapter, base);
              CHECK(isDifferent(traceOf(adapted), traceOf(*plain)));
              // Only the head changes: the input embedding stays as it was.
              ModelFolder merged;
              fill(merged);
              merged.tensors[head + ".weight"] = merged.tensors.at(embedding);
              adapter.mergeInto(merged, [](const std::string&) { return 1.5; });
              const auto whole = merged.open();
              REQUIRE(whole.has_value());
              checkSame(traceOf(adapted), traceOf(*whole));
          };
    check("embed_out", "gpt_neox.embed_in.weight", fillGptNeoX);
    check("lm_head", "model.embed_tokens.weight", fillMixtral);
}

} // namespace headlight::test
