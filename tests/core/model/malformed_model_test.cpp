// Faulty model folders: a clear error, never a crash, and all faults of a kind at once.
#include "core/model/families/family.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"
#include "tests/support/sanitizers.h"

#include <algorithm>

namespace headlight::test {

namespace {

using Json = nlohmann::json;

/// The error from opening, or "opened".
std::string complaint(ModelFolder& folder, const std::string& configText)
{
    const auto opened = folder.openWith(configText);
    return opened ? "opened" : opened.error().describe();
}

std::string complaint(ModelFolder& folder, const Json& change)
{
    Json config = folder.config;
    config.update(change);
    return complaint(folder, config.dump());
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// Opening with `change` must fail, and the error must contain all of these.
void checkComplaint(ModelFolder& folder, const Json& change, const std::vector<std::string>& parts)
{
    const std::string text = complaint(folder, change);
    INFO(text);
    for (const std::string& part : parts)
        CHECK(contains(text, part));
}

/// Runs three ids through a model, with target ids if there is a decoder to feed.
void runOnce(const std::shared_ptr<const Model>& model)
{
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kWeights};
    request.plan.logits = LogitRows::kLast;
    const auto lane = prepareIds(*model, {1, 2, 3}, {});
    if (!lane)
        return;
    request.lanes.push_back(*lane);
    const auto result = execute(request, {}); // may be rejected, for example as too long
    if (result)
        CHECK(result->traces.size() == 1);
}

} // namespace

TEST_CASE("malformed model: the kind of model", "[model]")
{
    ModelFolder folder("gpt2");
    folder.writeTensors();
    const std::string unknown = complaint(folder, {{"model_type", "perceptron"}});
    CHECK(contains(unknown, "config.json: model_type: found \"perceptron\", expected one of "));
    for (const std::string& family : knownFamilies())
        CHECK(contains(unknown, family));
    checkComplaint(folder, {{"model_type", 7}}, {"config.json", "model_type", "7"});
    checkComplaint(folder, {{"model_type", nullptr}}, {"config.json", "model_type"});
    CHECK(contains(complaint(folder, std::string("{}")), "model_type"));
    CHECK(contains(complaint(folder, std::string("[1, 2]")), "config.json"));
    CHECK(contains(complaint(folder, std::string("{\"model_type\": ")), "config.json"));
    CHECK(contains(complaint(folder, std::string()), "config.json"));
}

TEST_CASE("malformed model: heads that do not divide d_model", "[model]")
{
    const std::vector<std::pair<std::string, std::string>> fields
        = {{"gpt2", "n_head"}, {"bert", "num_attention_heads"}, {"bart", "encoder_attention_heads"}};
    for (const auto& [model, field] : fields) {
        ModelFolder folder(model);
        folder.writeTensors();
        checkComplaint(folder, {{field, 5}},
                       {field, "found 5 heads", "expected a divisor of the model's width", "d_model", "32"});
    }
    ModelFolder llama("llama");
    llama.config.erase("head_dim");
    llama.writeTensors();
    checkComplaint(llama, {{"num_attention_heads", 6}, {"num_key_value_heads", 2}},
                   {"num_attention_heads", "expected a divisor of the model's width"});
    checkComplaint(llama, {{"num_key_value_heads", 3}},
                   {"num_key_value_heads", "found 3", "expected a divisor"});
    checkComplaint(llama, {{"head_dim", 7}}, {"head_dim", "expected an even number"});
}

TEST_CASE("malformed model: all fields at fault are named at once", "[model]")
{
    ModelFolder folder("gpt2");
    folder.writeTensors();
    checkComplaint(
        folder, {{"n_layer", "two"}, {"n_embd", -32}, {"layer_norm_epsilon", "small"}, {"vocab_size", 1e18}},
        {"4 fields", "n_layer", "n_embd", "layer_norm_epsilon", "vocab_size"});
}

TEST_CASE("malformed model: numbers that are none, too small or too large", "[model]")
{
    ModelFolder folder("gpt2");
    folder.writeTensors();
    std::string text = folder.config.dump();
    const std::string epsilon = "\"layer_norm_epsilon\":1e-05";
    const std::size_t at = text.find(epsilon);
    REQUIRE(at != std::string::npos);
    for (const std::string value : {"NaN", "Infinity", "1e999", "-1e-5", "2.5", "[]"}) {
        std::string other = text;
        other.replace(at, epsilon.size(), "\"layer_norm_epsilon\":" + value);
        INFO(value);
        CHECK(contains(complaint(folder, other), "config.json"));
    }
    checkComplaint(folder, {{"n_layer", 0}}, {"n_layer"});
    checkComplaint(folder, {{"n_layer", 1000000000}}, {"n_layer"});
    checkComplaint(folder, {{"n_positions", 1e12}}, {"n_positions"});
    checkComplaint(folder, {{"n_head", 2.5}}, {"n_head"});
    checkComplaint(folder, {{"vocab_size", -1}}, {"vocab_size"});
    // Allowed sizes that do not match the file: reported before anything of that size is allocated.
    checkComplaint(folder, {{"n_embd", 65536}, {"n_head", 64}}, {"wte.weight", "[96, 32]", "[96, 65536]"});
    checkComplaint(folder, {{"vocab_size", 16000000}}, {"wte.weight", "[16000000, 32]"});

    ModelFolder llama("llama");
    llama.writeTensors();
    checkComplaint(llama, {{"rope_theta", 0}}, {"rope_theta"});
    checkComplaint(llama, {{"rope_scaling", "linear"}}, {"rope_scaling", "expected an object"});
    checkComplaint(llama, {{"rope_scaling", {{"type", "linear"}, {"factor", 0}}}}, {"rope_scaling.factor"});
}

TEST_CASE("malformed model: tensors that are missing or misshapen come as one list", "[model]")
{
    ModelFolder folder("gpt2");
    folder.tensors.erase("transformer.wpe.weight");
    folder.tensors.erase("transformer.h.1.mlp.c_fc.bias");
    folder.tensors.at("transformer.h.0.attn.c_attn.weight").shape = {96, 32};
    folder.tensors.at("transformer.ln_f.weight").shape = {32, 1};
    const auto opened = folder.open();
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == ErrorCode::kMissingTensor);
    CHECK(contains(opened.error().file, "model.safetensors"));
    CHECK(opened.error().details
          == std::vector<std::string>{
              "wpe.weight is missing, expected [48, 32]",
              "transformer.h.0.attn.c_attn.weight has shape [96, 32], expected [32, 96]",
              "h.1.mlp.c_fc.bias is missing, expected [128]",
              "transformer.ln_f.weight has shape [32, 1], expected [32]"});
}

TEST_CASE("malformed model: every family says what an almost empty checkpoint lacks", "[model]")
{
    ModelFolder folder;
    folder.tensors["something.weight"] = {{1}, {0}};
    folder.writeTensors();
    for (const std::string& family : knownFamilies()) {
        INFO(family);
        folder.config = {{"model_type", family}};
        if (family == "albert")
            folder.config["num_hidden_groups"] = 12; // otherwise all layers share one set of tensors
        const auto opened = folder.openWith(folder.config.dump());
        REQUIRE_FALSE(opened);
        CHECK(opened.error().code == ErrorCode::kMissingTensor);
        if (family == "bloom") { // its default configuration is a model with two layers
            CHECK(opened.error().details.size() == 29);
            continue;
        }
        // A readable list: the rest is only counted.
        CHECK(opened.error().details.size() == 41);
        CHECK(contains(opened.error().details.back(), "more"));
    }
}

TEST_CASE("malformed model: a folder without weights is refused", "[model]")
{
    ModelFolder folder("gpt2");
    CHECK(contains(complaint(folder, folder.config.dump()), folder.folder.path().string()));
}

TEST_CASE("malformed model: any field with any value is refused or works", "[model]")
{
    const std::vector<Json> values = {nullptr,
                                      -1,
                                      0,
                                      1,
                                      3,
                                      64,
                                      1e9,
                                      0.3,
                                      true,
                                      false,
                                      "x",
                                      "",
                                      Json::array(),
                                      Json::object(),
                                      Json::array({1, 2}),
                                      Json::array({nullptr})};
    int tried = 0;
    for (const char* model : {"gpt2", "bert", "t5", "llama", "gemma2", "bart", "paper-transformer"}) {
        ModelFolder folder(model);
        folder.writeTensors();
        int opened = 0, refused = 0;
        for (const auto& [field, old] : folder.config.items()) {
            for (const Json& value : values) {
                if (kSanitized
                    && ++tried % 3 != 0) // every value with some fields, every field with some values
                    continue;
                INFO(model << ": " << field << " = " << value.dump());
                Json config = folder.config;
                config[field] = value;
                const auto result = folder.openWith(config.dump());
                (result ? opened : refused) += 1;
                if (result)
                    runOnce(*result);
                else
                    CHECK(contains(result.error().describe(), folder.folder.path().string()));
            }
        }
        INFO(model);
        CHECK(opened > 0);
        CHECK(refused > 0);
    }
}

TEST_CASE("malformed model: a pad id outside the vocabulary does no harm", "[model]")
{
    ModelFolder folder("gpt2");
    folder.config["pad_token_id"] = 1000000000;
    const auto model = folder.open().value();
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kWeights};
    request.lanes.push_back(prepareIds(*model, {1, 2, 3}, {}).value());
    request.lanes.push_back(prepareIds(*model, {1}, {}).value());
    CHECK(execute(request, {}).value().traces.size() == 2);
}

} // namespace headlight::test
