// LoRA adapters over their bases: equal to merged matrices, never merged, and rejected if they are something
// else.
#include "core/edit/recorded_edits.h"
#include "core/io/safetensors.h"
#include "core/model/adapter/adapter.h"
#include "core/model/adapter/adapter_switch.h"
#include "core/nn/weights.h"
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

const std::vector<TokenId> kIds{5, 17, 3, 40, 8, 22};

/// One pass with everything recorded.
Trace traceOf(const std::shared_ptr<const Model>& model, const Interventions& edits = {})
{
    RunRequest request;
    request.model = model;
    request.interventions = edits;
    request.plan = recordAll();
    const std::vector<TokenId> target
        = model->isEncoderDecoder() ? std::vector<TokenId>{0, 9, 31} : std::vector<TokenId>{};
    request.lanes.push_back(prepareIds(*model, kIds, target).value());
    auto result = execute(request, {});
    REQUIRE(result.has_value());
    return result->traces.front();
}

/// Checks that both agree to 1e-5: the weights of every head, and the logits.
void checkSame(const Trace& one, const Trace& other)
{
    for (const HeadRef& head : headsOf(one))
        CHECK(mismatch(one.attention(head).whole(MapKind::kWeights),
                       other.attention(head).whole(MapKind::kWeights), 1e-5)
              == "");
    CHECK_FALSE(one.logitRows().empty());
    for (const Index row : one.logitRows())
        CHECK(mismatch(one.logits(row), other.logits(row), 1e-5, 1e-5) == "");
}

bool isDifferent(const Trace& one, const Trace& other)
{
    return mismatch(one.logits(one.logitRows().back()), other.logits(other.logitRows().back()), 1e-3) != "";
}

struct Case
{
    std::string model;
    std::vector<std::string> targets;
    bool transposed = false;
    void (*fill)(ModelFolder& folder) = nullptr; ///< null = a model of tests/data
};

std::unique_ptr<ModelFolder> baseOf(const Case& one)
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

/// The base with the adapter over it; opens without warnings.
std::shared_ptr<const Model> openedOver(AdapterFolder& adapter, const ModelFolder& base)
{
    auto adapted = adapter.openOver(base.folder.path());
    if (!adapted)
        FAIL(adapted.error().describe());
    CHECK(adapter.warnings.empty());
    return *std::move(adapted);
}

/// Checks that the adapter over the base equals the base with merged matrices, and, switched off, the base
/// itself.
void checkCase(const Case& one, const std::function<void(Json&)>& change,
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

void refused(AdapterFolder& adapter, const ModelFolder& base, const std::vector<std::string>& parts)
{
    const auto opened = adapter.openOver(base.folder.path());
    REQUIRE_FALSE(opened.has_value());
    const std::string text = opened.error().describe();
    INFO(text);
    for (const std::string& part : parts)
        CHECK(text.find(part) != std::string::npos);
}

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
    own.refusedWith({{"target_modules", 3}}, {"target_modules"});
    own.refusedWith({{"layers_to_transform", {"x"}}}, {"layers_to_transform", "number of a layer"});
    own.adapter.config["target_modules"].push_back("k_proj");
    own.adapter.writeConfig();
    REQUIRE(own.adapter.openOver(own.base.folder.path()).has_value());
    REQUIRE(own.adapter.warnings.size() == 1);
    CHECK(own.adapter.warnings.front().find("has no weights for these modules") != std::string::npos);
    CHECK(own.adapter.warnings.front().find("layers.1.self_attn.k_proj") != std::string::npos);
}

TEST_CASE("adapters: what is not plain LoRA is refused by name", "[model][adapter]")
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
    half.precision = LoadOptions::Precision::kAsStored;
    LoadOptions full = half;
    full.precision = LoadOptions::Precision::kFull;
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
              request.lanes.push_back(prepareIds(*model, kIds, {}).value());
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
    request.lanes.push_back(prepareIds(*plain, kIds, {}).value());
    const auto ran = execute(request, {});
    REQUIRE_FALSE(ran.has_value());
    CHECK(ran.error().describe().find("has no adapter") != std::string::npos);

    CHECK(toJson(off) == R"([{"type":"adapter_off"}])");
    CHECK(interventionsFromJson(toJson(off), "edits").value() == off);
    CHECK(modelOf(adapted, traceOf(adapted, off).info()) == adapted->withoutAdapter());
    CHECK(modelOf(adapted, traceOf(adapted).info()) == adapted);
    CHECK(modelUnder(plain, off) == plain);
}

TEST_CASE("adapters: additions to matrices in all precisions", "[nn][adapter]")
{
    constexpr Index kRows = 24, kColumns = 32, kRank = 3;
    const Matrix numbers = Matrix::Random(kRows, kColumns);
    auto addition = std::make_shared<LowRank>();
    addition->down = Matrix::Random(kRank, kColumns);
    addition->up = Matrix::Random(kRows, kRank);
    addition->scale = 0.75F;
    const Matrix added = (0.75 * addition->up.cast<double>() * addition->down.cast<double>()).cast<float>();
    std::vector<std::uint16_t> halves(static_cast<std::size_t>(numbers.size()));
    for (std::size_t i = 0; i < halves.size(); ++i)
        halves[i] = static_cast<std::uint16_t>(0x3C00U + i % 512); // F16 from 1 to 1.5
    // Q8_0: blocks of a half-precision scale and 32 signed bytes.
    std::vector<std::byte> blocks(static_cast<std::size_t>(kRows * kColumns / 32 * 34));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = i % 34 == 1 ? std::byte{0x24}
            : i % 34 == 0       ? std::byte{0}
                                : static_cast<std::byte>(i * 7);
    const std::vector<WeightMatrix> bases{
        WeightMatrix(numbers), WeightMatrix(DType::kF16, halves.data(), kRows, kColumns, nullptr),
        WeightMatrix::stored(DType::kQ8v0, blocks.data(), kRows, kColumns, nullptr, nullptr)};
    for (const WeightMatrix& base : bases) {
        INFO(base.typeName());
        const WeightMatrix with = base.with(addition);
        const Matrix merged = base.toMatrix() + added;
        CHECK(mismatch(with.toMatrix(), merged, 1e-5) == "");
        CHECK(with.with(nullptr).toMatrix() == base.toMatrix());
        CHECK_FALSE(with.sharesNumbersWith(base));
        CHECK(with.with(nullptr).sharesNumbersWith(base));
        for (const Index n : {Index{1}, Index{40}}) {
            const Matrix x = Matrix::Random(n, kColumns);
            Matrix y(n, kRows);
            with.multiply(x, y, nullptr);
            CHECK(mismatch(y, x * merged.transpose(), 2e-5, 1e-5) == "");
        }
        RowVector row(kColumns);
        with.copyRow(5, {row.data(), static_cast<std::size_t>(kColumns)});
        CHECK(mismatch(Matrix(row), Matrix(merged.row(5)), 1e-5) == "");
        const WeightMatrix part = with.rowsFrom(8, 12);
        CHECK(mismatch(part.toMatrix(), merged.middleRows(8, 12), 1e-5) == "");
        CHECK(mismatch(part.rowsFrom(2, 3).toMatrix(), merged.middleRows(10, 3), 1e-5) == "");
        const WeightMatrix picked = part.gathered({3, 0, 11});
        Matrix expected(3, kColumns);
        expected << merged.row(11), merged.row(8), merged.row(19);
        CHECK(mismatch(picked.toMatrix(), expected, 1e-5) == "");
        const Matrix x = Matrix::Random(2, kColumns);
        Matrix y(2, 3);
        picked.multiply(x, y, nullptr);
        CHECK(mismatch(y, x * expected.transpose(), 2e-5, 1e-5) == "");
    }
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
